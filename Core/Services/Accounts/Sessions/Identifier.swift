/// Makes opaque ids.
enum Identifier {
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// Whether a text has the form of one.
  static func isOne(_ text: String) -> Bool { text.utf8.count == 20 && text.utf8.allSatisfy(alphabet.contains) }

  /// 100 random bits as 20 characters of lower-case base 32 without look-alikes.
  static func random() -> String {
    String(decoding: Sodium.randomBytes(20).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
  }
}
