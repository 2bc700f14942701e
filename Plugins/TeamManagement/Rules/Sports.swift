import Foundation

/// Names of sports and activities for completion. Any other name is as good.
enum Sports {
  static let names = [
    "Archery", "Athletics", "Badminton", "Ball hockey", "Baseball", "Basketball", "Beach volleyball", "Bowling",
    "Boxing",
    "Canoeing", "Cheerleading", "Chess", "Climbing", "Cricket", "Cross country", "Curling", "Cycling", "Dance", "Darts",
    "Disc golf", "Diving", "Equestrian", "Fencing", "Field hockey", "Figure skating", "Floorball", "American football",
    "Futsal", "Golf", "Gymnastics", "Handball", "Hiking", "Ice hockey", "Judo", "Karate", "Kickball", "Lacrosse",
    "Netball", "Orienteering", "Padel", "Quiz", "Rowing", "Rugby", "Running", "Sailing", "Skiing", "Soccer", "Softball",
    "Squash", "Surfing", "Swimming", "Table tennis", "Taekwondo", "Tennis", "Trampoline", "Triathlon", "Ultimate",
    "Volleyball", "Walking", "Water polo", "Weightlifting", "Wrestling", "Yoga",
  ]

  /// Names of which a word begins with a text, letter case and accents aside: those that begin with it first, then by name.
  /// - Parameter others: names that are in use beside the known ones.
  static func completions(of text: String, besides others: [String] = [], most: Int = 10) -> [String] {
    let wanted = fold(text.trimmingCharacters(in: .whitespacesAndNewlines))
    var found: [String: String] = [:]
    for name in names + others where !name.isEmpty {
      let folded = fold(name)
      let begins = folded.hasPrefix(wanted) || folded.split(separator: " ").contains { $0.hasPrefix(wanted) }
      if begins, found[folded] == nil { found[folded] = name }
    }
    let order = { (one: String, other: String) -> Bool in
      (one.hasPrefix(wanted) ? 0 : 1, one) < (other.hasPrefix(wanted) ? 0 : 1, other)
    }
    return found.keys.sorted(by: order).prefix(most).compactMap { found[$0] }
  }

  /// Free fields of statistics that a team of a sport begins with.
  static func fields(of sport: String) -> [String] {
    switch fold(sport) {
    case "soccer", "futsal", "field hockey", "ice hockey", "handball", "floorball", "lacrosse": ["Goals", "Assists"]
    case "basketball", "netball": ["Points", "Rebounds", "Assists"]
    case "baseball", "softball": ["Runs", "Hits"]
    case "volleyball", "beach volleyball": ["Aces", "Blocks", "Points"]
    default: ["Points"]
    }
  }

  private static func fold(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
