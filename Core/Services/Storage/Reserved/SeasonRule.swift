internal import FieldhouseKit

/// Which season an attempt belongs to.
enum SeasonRule {
  /// The season the board's rule gives, or what the change names on a board with manual seasons.
  /// - Throws: ``Problem`` `season-missing`; ``StorageError`` when the rule is unknown or the instant has no date.
  static func season(of change: ScoreChange, _ rule: BoardDeclaration.Seasons) throws -> String {
    if rule == .manual {
      guard let season = change.season, !season.isEmpty else {
        throw Problem(
          status: 500, code: "season-missing", detail: "A score on the board '\(change.board)' must name its season.")
      }
      return season
    }
    guard let season = rule.season(at: change.achievedAt) else {
      throw StorageError.malformed("The board '\(change.board)' has no season '\(rule.name)' at that instant.")
    }
    return season
  }
}
