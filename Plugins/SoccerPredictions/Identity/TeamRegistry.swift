/// Which names are one team: the id that each spelling has, over seasons and competitions.
///
/// A spelling is written as the id that a team of this name would have, such as "eng-aston-villa-fc"; the team's id is the first
/// spelling that was seen of it.
struct TeamRegistry: Sendable {
  /// The team's id by spelling.
  private(set) var aliases: [String: String] = [:]
  private var byCore: [String: [String]] = [:]
  private var known: [String: [ClubName]] = [:]
  private let table: TeamTable

  init(aliases: [String: String] = [:], table: TeamTable = TeamTable()) {
    self.table = table
    for (spelling, team) in aliases.sorted(by: { $0.key < $1.key }) { add(spelling, team) }
  }

  /// Keeps that a spelling means a team.
  mutating func add(_ spelling: String, _ team: String) {
    guard aliases.updateValue(team, forKey: spelling) != team else { return }
    let (area, name) = Self.parts(spelling)
    let club = ClubName(name)
    known[team, default: []].append(club)
    byCore["\(area) \(club.core)", default: []].append(team)
  }

  /// The team that a spelling surely means; nil for one that is new.
  /// - Parameter others: teams that it cannot be, since they stand beside it.
  func team(_ spelling: String, besides others: Set<String> = []) -> String? {
    if let team = aliases[spelling] { return team }
    let written = table.spellings(like: spelling).compactMap { aliases[$0] }
    if let team = only(Set(written).subtracting(others)) { return team }
    let (area, name) = Self.parts(spelling)
    guard area != "nat" else { return nil }
    let club = ClubName(name)
    let same = (byCore["\(area) \(club.core)"] ?? []).filter { known[$0]?.allSatisfy(club.isSame) == true }
    return only(Set(same).subtracting(others))
  }

  /// Whether a spelling may be one of a team's, and nobody can be sure.
  func resembles(_ spelling: String, _ team: String) -> Bool {
    let (area, name) = Self.parts(spelling)
    let club = ClubName(name)
    return Self.parts(team).area == area && (known[team] ?? []).contains(where: club.resembles)
  }

  /// Which of some teams a spelling is nearest to; nil where it is as near to several.
  func nearest(_ spelling: String, _ teams: Set<String>) -> String? {
    let club = ClubName(Self.parts(spelling).name)
    let ranked = teams.map { team in
      (team, (known[team] ?? []).map { EditDistance.between($0.core, club.core) }.min() ?? .max)
    }.sorted { $0.1 < $1.1 }
    guard let first = ranked.first, ranked.count == 1 || first.1 < ranked[1].1 else { return nil }
    return first.0
  }

  private func only(_ teams: Set<String>) -> String? { teams.count == 1 ? teams.first : nil }

  /// "eng" and "arsenal-fc" of "eng-arsenal-fc".
  private static func parts(_ spelling: String) -> (area: Substring, name: String) {
    let area = spelling.prefix { $0 != "-" }
    return (area, String(spelling.dropFirst(area.count + 1)))
  }
}
