/// A team's name as names are compared: what tells it apart, and what people leave out or add – the legal form, the year of its
/// founding, articles. "1. FC Köln" and "FC Köln" have the same core, "Bayern München" and "Bayern München II" do not.
struct ClubName: Hashable, Sendable {
  /// The words that tell it apart, in the order of the alphabet.
  let words: [String]
  /// The others.
  let addenda: Set<String>

  private static let customary: Set = [
    "fc", "afc", "cf", "sc", "ac", "as", "sv", "sk", "fk", "bk", "if", "ff", "ca", "cd", "ud", "sd", "rc", "rcd", "us",
    "ssc",
    "acf", "cfc", "bc", "ogc", "osc", "hsc", "sco", "fco", "kv", "kvc", "krc", "kaa", "kas", "rsc", "tsv", "tsg", "vfb",
    "vfl",
    "vfr", "fsv", "spvgg", "msv", "ssv", "bsc", "club", "clube", "calcio", "futbol", "futebol", "foot", "football",
    "de", "of",
    "the", "le", "la", "el",
  ]

  /// Reads a name, or the part of a team's id that was made from one.
  init(_ name: String) {
    let all = Slug.make(name).split(separator: "-").map(String.init)
    let core = all.filter { !Self.customary.contains($0) && digits(in: $0) == nil }
    words = (core.isEmpty ? all : core).sorted()
    addenda = core.isEmpty ? [] : Set(all).subtracting(core)
  }

  /// What names are found by.
  var core: String { words.joined(separator: " ") }

  /// Whether the two are surely one: nothing but a legal form or a year is left out in one of them. "KV Mechelen" and "KRC Mechelen",
  /// where each has another form, are two clubs.
  func isSame(as other: ClubName) -> Bool {
    words == other.words && (addenda.isSubset(of: other.addenda) || addenda.isSuperset(of: other.addenda))
  }

  /// Whether the one may well be the other misspelt, shortened or written out. A second team is never its first one.
  func resembles(_ other: ClubName) -> Bool {
    guard reserve == other.reserve else { return false }
    if isShort(for: other) || other.isShort(for: self) { return true }
    let length = max(core.count, other.core.count)
    return 4 * EditDistance.between(core, other.core) <= length
  }

  /// Whether each of its words begins one of the other's.
  private func isShort(for other: ClubName) -> Bool {
    words.count <= other.words.count && words.contains { $0.count >= 3 }
      && words.allSatisfy { word in other.words.contains { $0.hasPrefix(word) } }
  }

  private var reserve: Set<String> { Set(words).intersection(["ii", "iii", "b", "c", "u19", "u21", "u23"]) }
}

/// How many letters must be put in, taken out, changed or exchanged with their neighbour to make one text of another (optimal string
/// alignment, after Damerau 1964).
enum EditDistance {
  static func between(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
    var (before, row) = ([Int](), Array(0...other.count))
    for number in one.indices {
      var next = [number + 1]
      for place in other.indices {
        let isSame = one[number] == other[place]
        var least = min(row[place] + (isSame ? 0 : 1), row[place + 1] + 1, next[place] + 1)
        if number > 0, place > 0, one[number] == other[place - 1], one[number - 1] == other[place] {
          least = min(least, before[place - 1] + 1)
        }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[other.count]
  }
}
