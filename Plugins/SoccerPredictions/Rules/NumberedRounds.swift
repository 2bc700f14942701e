/// The rounds of a season that are labelled by a number and a word other than "Matchday": "24. Round", "Spieltag 3".
///
/// A cup counts its rounds so, too. In a league as many teams play in the last round as in the first, while a cup halves them.
struct NumberedRounds {
  /// Whether they are rounds of a league, whose matches make a table.
  let areOfLeague: Bool

  private static let words: Set = ["round", "runde", "spieltag", "jornada", "giornata", "rodada", "week", "gameweek"]
  private static let fewest = 3

  init(_ matches: some Sequence<Match>) {
    var counts: [Int: Int] = [:]
    for match in matches {
      if let number = Self.number(match.round ?? "") { counts[number, default: 0] += 1 }
    }
    let rounds = counts.sorted { $0.key < $1.key }.map(\.value)
    areOfLeague = rounds.count >= Self.fewest && 10 * (rounds.last ?? 0) > 6 * (rounds.first ?? 0)
  }

  /// The number of a label such as "24. Round", "Round 24" or "Regular Season, 24. Round"; nil for any other label.
  static func number(_ label: String) -> Int? {
    let last = label.split(separator: ",").last.map(\.trimmed) ?? ""
    let parts = last.split(separator: " ")
    guard parts.count == 2, let word = parts.first(where: { words.contains($0.lowercased()) }) else { return nil }
    let other = parts[0] == word ? parts[1] : parts[0]
    return digits(in: other.last == "." ? other.dropLast() : other)
  }
}
