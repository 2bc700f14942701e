/// Which names are one player of a team: "E. Haaland" is "Erling Haaland" where the team has nobody else of that name.
struct PlayerRegistry: Sendable {
  /// The player by spelling, both as ``PlayerID/text``.
  private(set) var aliases: [String: String] = [:]
  /// The name by player.
  private(set) var names: [String: String] = [:]
  /// The players of each team, with the words of the names that each goes by.
  private var teams: [String: [String: [[Substring]]]] = [:]

  /// Keeps that a spelling means a player, who is called so.
  mutating func add(_ spelling: PlayerID, _ player: PlayerID, name: String) {
    guard aliases.updateValue(player.text, forKey: spelling.text) == nil else { return }
    teams[player.team, default: [:]][player.text, default: []].append(spelling.words)
    if (names[player.text]?.count ?? 0) < name.count { names[player.text] = name }
  }

  /// The player of a name, who is new where nobody of the team may be called so.
  /// - Returns: also whether the spelling was not known.
  mutating func player(_ name: String, of team: String) -> (id: PlayerID, isNew: Bool) {
    let spelling = PlayerID(name: name, team: team)
    if let known = aliases[spelling.text].flatMap({ PlayerID($0) }) { return (known, false) }
    let words = spelling.words
    let alike = (teams[team] ?? [:]).filter { $0.value.allSatisfy { Self.areOne($0, words) } }
    // Whose first name is known and fits comes before somebody of whom only the last one is.
    let named = alike.filter { words.count > 1 && $0.value.contains { $0.count > 1 } }
    let found = named.count == 1 ? named : alike
    let player = found.count == 1 ? found.first.flatMap { PlayerID($0.key) } ?? spelling : spelling
    add(spelling, player, name: name)
    return (player, true)
  }

  /// The players of a team who are known, with their names.
  func squad(of team: String) -> [(id: String, name: String)] {
    (teams[team] ?? [:]).keys.map { ($0, names[$0] ?? $0) }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Whether two names may be one: the last word is the same, and of what stands before it nothing contradicts.
  static func areOne(_ one: [Substring], _ other: [Substring]) -> Bool {
    guard let last = one.last, last == other.last, last.count > 1 else { return false }
    return zip(one.dropLast(), other.dropLast()).allSatisfy { first, second in
      first == second || first.count == 1 && second.hasPrefix(first) || second.count == 1 && first.hasPrefix(second)
    }
  }
}

extension PlayerID {
  fileprivate var words: [Substring] { slug.split(separator: "-") }
}
