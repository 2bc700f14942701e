internal import Foundation

/// Makes opaque ids.
enum Identifier {
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// Whether a text has the form of one.
  static func isOne(_ text: String) -> Bool { text.utf8.count == 20 && text.utf8.allSatisfy(alphabet.contains) }

  /// 100 random bits as 20 characters of lower-case base 32 without look-alikes.
  static func random() -> String { random(20) }

  /// The same with 80 random bits behind a mark: what is made under one mark lies together in an index.
  static func random(beside mark: String) -> String { mark + random(20 - markLength) }

  /// Of how many characters a mark is.
  static let markLength = 4

  /// The mark that follows from a text, at least so long.
  static func mark(from text: String) -> String {
    String(decoding: text.utf8.prefix(markLength).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
  }

  private static func random(_ count: Int) -> String {
    String(decoding: Sodium.randomBytes(count).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
  }

  /// The same with 55 random bits behind nine characters that tell the millisecond, so that of rows written one after
  /// another many lie on one page of an index. For what need not be guessed and may tell when it was made.
  static func ordered(_ now: Date) -> String {
    let time = UInt64(max(0, now.timeIntervalSince1970 * 1000))
    let characters = stride(from: 40, through: 0, by: -5).map { alphabet[Int(time >> UInt64($0) & 31)] }
    return String(decoding: characters, as: UTF8.self) + random(11)
  }
}
