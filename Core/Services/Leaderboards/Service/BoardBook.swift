import FieldhouseKit
import Foundation

/// The boards of a plugin: those it declares and, where people's entries are counted, a fair one that follows from it.
struct BoardBook: Sendable {
  /// What the plugin declares, by name.
  let declared: [String: BoardDeclaration]
  /// Every board that has ranks of its own, by name.
  let ranked: [String: BoardDeclaration]
  /// What answers need to know of the declared boards, by name.
  let traits: [String: BoardTraits]
  /// Whether any board counts entries, so that a stored entry may rank elsewhere, or nowhere.
  let hasRules: Bool
  private let numberings: [String: RankNumbering]

  init(_ declarations: [BoardDeclaration]) {
    let fair = declarations.filter { $0.entries != nil }.map(FairScore.board)
    declared = Dictionary(declarations.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    ranked = declared.merging(fair.map { ($0.id, $0) }) { first, _ in first }
    traits = declared.mapValues { BoardTraits($0) }
    numberings = ranked.mapValues { RankNumbering($0.numbering) }
    hasRules = !fair.isEmpty
  }

  /// The order of a board's entries.
  func order(of board: String) -> RankOrder { RankOrder(ranked[board]) }

  /// How a board's ranks are counted.
  func numbering(of board: String) -> RankNumbering { numberings[board] ?? .standard }

  /// What stored changes mean for the ranks: on boards that count entries, who has too few is not on the board, and the
  /// fair board changes too.
  func expanded(_ changes: [BoardChange]) -> [BoardChange] {
    guard hasRules else { return changes }
    var result: [BoardChange] = []
    result.reserveCapacity(changes.count * 2)
    for change in changes {
      for (place, record) in ranking(change.record, at: change.place) {
        result.append(
          BoardChange(place: place, account: change.account, record: record, sequence: change.sequence))
      }
    }
    return result
  }

  /// Where a stored entry ranks; with no record where it does not.
  func ranking(_ record: BoardRecord?, at place: BoardPlace) -> [(BoardPlace, BoardRecord?)] {
    guard hasRules, let board = declared[place.board], let rule = board.entries else { return [(place, record)] }
    let counts = record.map { EntryCounts($0.details, rule) }
    let shown = counts.map { $0.made >= rule.minimum } == true ? record : nil
    let fair = shown.flatMap { FairScore.record($0, available: counts?.available ?? 0, board) }
    var fairPlace = place
    fairPlace.board = FairScore.id(of: place.board)
    return [(place, shown), (fairPlace, fair)]
  }
}

/// What answers need to know of a board, ready for use.
struct BoardTraits: Sendable {
  /// The board's name in the manifest.
  let id: String
  /// The name of the fair board; nil when the board does not count entries.
  let fairID: String?
  /// How many tie-break columns are shown.
  let tieBreaks: Int
  private let seasons: BoardDeclaration.Seasons
  private let onlySeason: String?

  init(_ board: BoardDeclaration) {
    id = board.id
    fairID = board.entries == nil ? nil : FairScore.id(of: board.id)
    tieBreaks = board.tieBreaks.count
    seasons = board.seasons
    onlySeason = board.seasons == .none ? board.seasons.season(at: Date(timeIntervalSince1970: 0)) : nil
  }

  /// The season that runs; nil where the changes name it.
  func season(_ clock: any HostClock) -> String? { onlySeason ?? seasons.season(at: clock.now) }
}

/// How many entries a row's details tell of.
private struct EntryCounts {
  let made: Int
  let available: Int64

  init(_ details: String?, _ rule: BoardDeclaration.Entries) {
    let details = JSON(details: details)
    made = details[rule.column]?.int ?? 0
    available = Int64(details[rule.available ?? rule.column]?.int ?? 0)
  }
}

extension RankOrder {
  /// The order of a declared board.
  init(_ board: BoardDeclaration?) {
    self.init(
      score: Direction(board?.order), tieBreaks: (board?.tieBreaks ?? []).map { Direction($0.order) },
      timeBreaksTies: board?.earliestWins ?? false)
  }
}

extension RankOrder.Direction {
  init(_ order: BoardDeclaration.Order?) { self = order == .ascending ? .ascending : .descending }
}

extension RankNumbering {
  init(_ numbering: BoardDeclaration.Numbering) {
    self = numbering == .dense ? .dense : numbering == .ordinal ? .ordinal : .standard
  }
}
