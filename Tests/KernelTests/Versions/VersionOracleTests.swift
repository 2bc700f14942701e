import FieldhouseKernel
import FieldhouseTestSupport
import Testing

/// Versions and ranges made by chance, against rules that are written down once more, the slow way: numbers of 16 digits, and
/// ranges as tables of what they hold.
@Suite struct `Versions made by chance` {
  /// A version as a key whose order by characters is that of Semantic Versioning 2.0.0, § 11.
  private static func key(_ text: String) -> String {
    let plain = text.prefix { $0 != "+" }
    let core = plain.prefix { $0 != "-" }
    func padded(_ number: Substring) -> String { String(repeating: "0", count: 24 - number.count) + number }
    let numbers = core.split(separator: ".").map(padded).joined(separator: ".")
    guard core.count < plain.count else { return numbers + "~" }
    // A number is below every word, the end below everything: "!" < "#" < "$" in ASCII.
    let words = plain.dropFirst(core.count + 1).split(separator: ".").map { word in
      word.allSatisfy(\.isNumber) ? "#\(padded(word))!" : "$\(word)!"
    }
    return numbers + "-" + words.joined()
  }

  private static func version(_ random: inout SeededRandom) -> String {
    var text = (0..<3).map { _ in "\(random.next(below: 3))" }.joined(separator: ".")
    let words = ["0", "1", "9", "10", "a", "B", "a-b", "ab", "rc", "1a", "-"]
    if random.next(below: 3) == 0 {
      text +=
        "-" + (0...random.next(below: 3)).map { _ in words[random.next(below: words.count)] }.joined(separator: ".")
    }
    return random.next(below: 6) == 0 ? text + "+b.\(random.next(below: 9))" : text
  }

  @Test func `are ordered as their rule says, and equal only in that order`() throws {
    var random = SeededRandom(seed: 21)
    let texts = (0..<160).map { _ in Self.version(&random) }
    let versions = try texts.map { try SemanticVersion($0) }
    for (left, one) in zip(texts, versions) {
      for (right, other) in zip(texts, versions) {
        let (first, second) = (Self.key(left), Self.key(right))
        #expect((one < other) == (first < second) && (one == other) == (first == second), "\(left) \(right)")
        if one == other { #expect(one.hashValue == other.hashValue) }
      }
    }
  }

  /// The bounds of a condition: from a version on, below another.
  private static func bounds(_ condition: String) -> (from: String, below: String) {
    let sign = condition.prefix { "<>=^~".contains($0) }
    let version = String(condition.dropFirst(sign.count))
    let numbers = version.prefix { $0 != "-" && $0 != "+" }.split(separator: ".").compactMap { Int($0) }
    let own = key(version)
    switch sign {
    case "^" where numbers[0] > 0: return (own, key("\(numbers[0] + 1).0.0"))
    case "^" where numbers[1] > 0: return (own, key("0.\(numbers[1] + 1).0"))
    case "^": return (own, key("0.0.\(numbers[2] + 1)"))
    case "~": return (own, key("\(numbers[0]).\(numbers[1] + 1).0"))
    case ">=": return (own, "A")
    case ">": return (own + "\u{1}", "A")
    case "<": return ("", own)
    case "<=": return ("", own + "\u{1}")
    default: return (own, own + "\u{1}")
    }
  }

  private static func holds(_ version: String, in conditions: [String]) -> Bool {
    let own = key(version)
    let isWithin = conditions.allSatisfy { bounds($0).from <= own && own < bounds($0).below }
    let plain = version.prefix { $0 != "+" }
    guard isWithin, plain.contains("-") else { return isWithin }
    let core = plain.prefix { $0 != "-" }
    return conditions.contains { $0.drop { "<>=^~".contains($0) }.hasPrefix(core + "-") }
  }

  @Test func `lie in the ranges that the conditions say`() throws {
    var random = SeededRandom(seed: 22)
    let signs = ["", "=", ">", ">=", "<", "<=", "^", "~"]
    var inside = 0
    for _ in 0..<400 {
      let conditions = (0...random.next(below: 2)).map { _ in
        signs[random.next(below: signs.count)] + String(Self.version(&random).prefix { $0 != "+" })
      }
      let range = try VersionRange(conditions.joined(separator: [" ", ",", ", "][random.next(below: 3)]))
      for _ in 0..<25 {
        let version = Self.version(&random)
        let isInside = range.contains(try SemanticVersion(version))
        #expect(isInside == Self.holds(version, in: conditions), "\(version) in \(range)")
        inside += isInside ? 1 : 0
      }
    }
    #expect(inside > 300)
  }
}
