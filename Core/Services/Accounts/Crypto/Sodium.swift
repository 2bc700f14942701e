internal import CSodium

/// The few functions of libsodium that accounts need.
enum Sodium {
  private static let initialized: Bool = sodium_init() >= 0

  /// Bytes from the system's random source.
  static func randomBytes(_ count: Int) -> [UInt8] {
    precondition(initialized, "libsodium cannot read random bytes from this system")
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }

  /// A number below `bound`, each equally likely.
  static func randomNumber(below bound: UInt32) -> UInt32 {
    precondition(initialized, "libsodium cannot read random bytes from this system")
    return randombytes_uniform(bound)
  }

  /// BLAKE2b of `message` under a key of 32 bytes; the result has 32 bytes.
  static func keyedHash(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 32)
    crypto_generichash(&result, result.count, message, UInt64(message.count), key, key.count)
    return result
  }

  /// Whether two byte strings are equal, in a time that depends on their length alone.
  static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }
}
