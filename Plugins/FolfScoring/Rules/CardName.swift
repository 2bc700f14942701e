import Foundation

/// The two or three letters of a row on the head of a card. Who has saved none gets some that are proposed from the
/// display name; `web/letters.js` has the same rule, for a phone without a connection.
///
/// 1. The name is put in upper case, by the rules of no language, and composed (NFC). Letters are what Unicode calls so
///    (category L), and a word is what stands between white space and has any. Scripts without case keep their letters.
/// 2. Of two words or more the first letters of the first three are proposed, of one word its first three letters.
/// 3. With fewer than two letters it is `P` and the letter of the seat: `A` for the first row, and again after `Z`.
/// 4. What another row of the card has is not proposed: the first two letters stay, and the third is each of those that
///    follow the last one in its word, then `A` to `Z`; in the end the first letter stays, with `AA` to `ZZ`.
enum CardName {
  private static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { String($0) }

  /// What somebody has saved, which another row may have too, else what is proposed.
  /// - Parameters:
  ///   - saved: empty for nothing.
  ///   - seat: the position of the row on the card, from 0.
  ///   - taken: what the other rows have.
  static func given(_ saved: String, or name: String, seat: Int, besides taken: Set<String>) -> String {
    saved.isEmpty ? proposed(for: name, seat: seat, besides: taken) : saved
  }

  static func proposed(for name: String, seat: Int, besides taken: Set<String>) -> String {
    var (letters, further) = parts(of: words(of: name))
    if letters.count < 2 { (letters, further) = (["P", alphabet[seat % alphabet.count]], []) }
    let wanted = letters.joined()
    guard taken.contains(wanted) else { return wanted }
    let near = (further + alphabet).map { letters[0] + letters[1] + $0 }
    let far = alphabet.flatMap { second in alphabet.map { letters[0] + second + $0 } }
    return (near + far).first { !taken.contains($0) } ?? wanted
  }

  /// The letters that are proposed, and those that follow the last of them in its word.
  private static func parts(of words: [[String]]) -> (letters: [String], further: [String]) {
    if words.count == 1 { return (Array(words[0].prefix(3)), Array(words[0].dropFirst(3))) }
    let used = words.prefix(3)
    return (used.map { $0[0] }, Array((used.last ?? []).dropFirst()))
  }

  /// The letters of the words that have any.
  private static func words(of name: String) -> [[String]] {
    name.uppercased().precomposedStringWithCanonicalMapping.unicodeScalars.split { $0.properties.isWhitespace }.map {
      $0.filter(\.isOfLetters).map { String($0) }
    }.filter { !$0.isEmpty }
  }
}

extension Unicode.Scalar {
  fileprivate var isOfLetters: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }
}
