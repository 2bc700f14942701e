import Foundation

/// A rule of a group or league in a season, from a round on.
struct RuleVersion: Hashable, Sendable {
  /// From 1; each rule that was made gets the next one.
  let number: Int
  /// The label of the first round that it holds for.
  let round: String
  /// When that round began as the rule was made; says where it stands once the season has no round of that label any more.
  let begins: Date
  let rule: ScoringRule
  /// The season that it was taken over from, as its key names it; nil for one that somebody has set.
  var carriedFrom: String?

  /// Names it on receipts: "v2-0f3a…", the latter telling the document apart.
  var name: String { "v\(number)-\(Fingerprint(of: rule.text).text)" }

  /// Whether its round has begun, which may be at another time by now than when the rule was made.
  /// - Parameter periods: the rounds of the season; none for what was known then.
  func holds(_ periods: [SeasonPeriod], at now: Date) -> Bool {
    (periods.first { $0.name == round }?.begins ?? begins) <= now
  }
}

/// The rules that one after another hold in a season. What lies before the first of them, and what belongs to no round and begins before
/// it, goes by the league's points.
struct RuleVersions: Hashable, Sendable {
  private let versions: [RuleVersion]

  /// - Parameter versions: in any order.
  init(_ versions: [RuleVersion] = []) { self.versions = versions.sorted { $0.number < $1.number } }

  var isEmpty: Bool { versions.isEmpty }
  /// The last one that was made.
  var latest: RuleVersion? { versions.last }
  var all: [RuleVersion] { versions }

  /// The rule of each match of a season; none for those that go by the league's points.
  /// - Parameter periods: the rounds of the season in order.
  func rules(of matches: [Match], _ periods: [SeasonPeriod]) -> [String: RuleVersion] {
    guard !isEmpty else { return [:] }
    let places = Dictionary(periods.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
    let starts = versions.map { version in
      let place = places[version.round] ?? periods.firstIndex { $0.begins >= version.begins } ?? periods.count
      return (version, place, periods.indices.contains(place) ? periods[place].begins : version.begins)
    }
    return matches.reduce(into: [:]) { rules, match in
      let place = match.round.flatMap { places[$0] }
      rules[match.id] = starts.last { _, first, begins in place.map { $0 >= first } ?? (match.kickOff >= begins) }?.0
    }
  }

  /// The round from which on a change holds: the first of those that have not begun; nil when there is none.
  static func next(_ periods: [SeasonPeriod], at now: Date) -> SeasonPeriod? { periods.first { $0.begins > now } }
}
