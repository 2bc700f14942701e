internal import CSodium

/// SHA-256 (FIPS 180-4), fed piece by piece.
struct SHA256 {
  private static let isReady = sodium_init() >= 0
  private var state = crypto_hash_sha256_state()

  init() {
    _ = Self.isReady
    crypto_hash_sha256_init(&state)
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    crypto_hash_sha256_update(&state, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
  }

  mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// 64 lower-case hexadecimal digits.
  mutating func finish() -> String { hexadecimal(digest()) }

  /// The first sixteen bytes as two numbers.
  mutating func finishWords() -> (UInt64, UInt64) {
    let bytes = digest()
    func word(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    return (word(0..<8), word(8..<16))
  }

  private mutating func digest() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256_final(&state, &digest)
    return digest
  }

  static func hex(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }
}

/// Two lower-case hexadecimal digits per byte.
func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
