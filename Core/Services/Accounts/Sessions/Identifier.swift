/// Makes opaque ids.
enum Identifier {
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// 100 random bits as 20 characters of lower-case base 32 without look-alikes.
  static func random() -> String {
    String(decoding: Sodium.randomBytes(20).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
  }
}
