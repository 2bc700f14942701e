import FieldhouseKit
import Foundation
import Synchronization

/// What providers tell of matches beside scores and goals. It is kept beside the matches, so that no point is reckoned anew when a
/// corner is counted.
final class ProviderSheets: Sendable {
  /// The sheet of a match that a provider names in its own way.
  struct Entry: Sendable {
    let home: String
    let away: String
    /// The day of the kick-off, UTC.
    let day: Int
    let sheet: MatchSheet

    init?(_ match: ProviderMatch) {
      guard let sheet = match.sheet, !sheet.isEmpty else { return nil }
      (home, away, day, self.sheet) = (match.row.home, match.row.away, match.row.date.daysSince1970, sheet)
    }
  }

  private let entries = Mutex<[SeasonKey: [Entry]]>([:])

  func set(_ all: [SeasonKey: [Entry]]) { entries.withLock { $0 = all } }

  /// What is told of a match: of several providers the first that tells line-ups, and the first that tells figures.
  /// - Parameter id: the lasting id of the team of a country (by the code with which ids begin) that has a name.
  func sheet(of match: Match, id: (_ country: String, _ name: String) -> String) -> MatchSheet {
    let day = Int((match.kickOff.timeIntervalSince1970 / 86_400).rounded(.down))
    func isOne(_ name: String, _ team: Team) -> Bool {
      ClubName(name).core == ClubName(team.name).core || id(String(team.id.prefix { $0 != "-" }), name) == team.id
    }
    let own = entries.withLock { $0[match.league] ?? [] }.filter {
      abs($0.day - day) <= 3 && isOne($0.home, match.home) && isOne($0.away, match.away)
    }
    var sheet = own.first { $0.sheet.hasLineups }?.sheet ?? MatchSheet()
    sheet.statistics = own.first { !$0.sheet.statistics.isEmpty }?.sheet.statistics ?? []
    return sheet
  }
}

// What the formats of providers tell of line-ups in common.

extension MatchSheet.Position {
  /// "Goalkeeper", "G", "GKP"; "Centre-Back", "D", "DEF"; "Attacking Midfield", "M", "MID"; "Right Winger", "F", "FWD", "Offence".
  init?(told word: String?) {
    let word = (word ?? "").lowercased()
    switch word {
    case "g", "gkp", "goalkeeper": self = .goalkeeper
    case "d", "def": self = .defender
    case "m", "mid": self = .midfielder
    case "f", "fwd": self = .forward
    case _ where word.contains("midfield"): self = .midfielder
    case _ where word.contains("back") || word.contains("defen"): self = .defender
    case _ where ["winger", "forward", "offence", "striker", "attack"].contains { word.contains($0) }: self = .forward
    default: return nil
    }
  }
}

extension MatchSheet.Player {
  /// A player of a list; nil without a name.
  init?(name: JSON?, number: JSON?, position: JSON?) {
    guard let name = name?.string?.trimmed, !name.isEmpty, name.count <= 100 else { return nil }
    let number = number?.number.flatMap { (1...99).contains($0) ? $0 : nil }
    self.init(name: name, number: number, position: MatchSheet.Position(told: position?.string))
  }
}

extension MatchSheet.Lineup {
  /// More players than this stand on no list.
  static let most = 40

  /// Nil for one that names nobody.
  init?(formation: JSON?, coach: JSON?, starters: [MatchSheet.Player], bench: [MatchSheet.Player]) {
    guard !starters.isEmpty || !bench.isEmpty else { return nil }
    let shape = formation?.string.flatMap { $0.wholeMatch(of: #/\d(-\d){1,5}/#) == nil ? nil : $0 }
    let name = coach?["name"]?.string?.trimmed
    self.init(
      formation: shape, coach: name.flatMap { $0.isEmpty || $0.count > 100 ? nil : $0 },
      starters: Array(starters.prefix(Self.most)), bench: Array(bench.prefix(Self.most)))
  }
}

extension StatisticKind {
  /// A figure as it is told: a number, or a text such as "32%" or "1.27"; nil for anything else, and for one that cannot be.
  func figure(_ told: JSON?) -> Double? {
    let text = told?.string.map { $0.hasSuffix("%") ? String($0.dropLast()) : $0 }
    guard let value = told?.double ?? text.flatMap({ Double($0.trimmed) }), range.contains(value) else { return nil }
    return value
  }
}
