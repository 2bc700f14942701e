internal import CSodium

/// Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. Each call takes tens of milliseconds.
enum PasswordHash {
  private static let passes: UInt64 = 2
  private static let memory = 19 << 20
  private static let length = 128

  /// The hash of a password with a random salt, as a PHC string (`$argon2id$v=19$m=19456,t=2,p=1$…`).
  /// - Throws: ``Exhausted`` when the memory cannot be had.
  static func make(_ password: String) throws -> String {
    var text = [CChar](repeating: 0, count: length)
    guard crypto_pwhash_str(&text, password, UInt64(password.utf8.count), passes, memory) == 0 else {
      throw Exhausted()
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether the password has this hash.
  static func verify(_ password: String, _ hash: String) -> Bool {
    crypto_pwhash_str_verify(hash, password, UInt64(password.utf8.count)) == 0
  }

  /// Whether the hash was made with other parameters and should be made anew.
  static func isOutdated(_ hash: String) -> Bool { crypto_pwhash_str_needs_rehash(hash, passes, memory) != 0 }

  /// There was no memory for a hash.
  struct Exhausted: Error, Sendable {}
}
