/// The three letters by which people find a game that somebody beside them has opened.
enum LobbyCode {
  static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  /// How many there are.
  static var count: Int { letters.count * letters.count * letters.count }

  /// The code of a number below ``count``.
  static func text(_ number: Int) -> String {
    String([number / 676 % 26, number / 26 % 26, number % 26].map { letters[$0] })
  }

  /// A code that is not taken; nil when all are.
  static func free(besides taken: Set<String>, using generator: inout some RandomNumberGenerator) -> String? {
    let first = Int.random(in: 0..<count, using: &generator)
    return (0..<count).lazy.map { text((first + $0) % count) }.first { !taken.contains($0) }
  }
}
