internal import CCrypto

/// SHA-256 (FIPS 180-4), by OpenSSL's libcrypto: for contents, and for secrets of 256 random bits, of which only the hash is kept.
enum SHA256 {
  /// The hash, 32 bytes.
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = CCrypto.SHA256(message, message.count, &digest)
    return digest
  }

  /// The hash in 64 hexadecimal digits.
  static func hex(_ message: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = hash(message).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
