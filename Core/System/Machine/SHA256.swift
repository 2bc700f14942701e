internal import CSodium

/// SHA-256 (FIPS 180-4), fed piece by piece.
public struct SHA256: Sendable {
  private static let isReady = sodium_init() >= 0

  private var state = crypto_hash_sha256_state()

  /// A hash of nothing yet.
  public init() {
    precondition(Self.isReady, "libsodium could not be initialised")
    crypto_hash_sha256_init(&state)
  }

  /// Takes in the next bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    crypto_hash_sha256_update(&state, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
  }

  /// Takes in the next bytes.
  public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// Takes in the UTF-8 of a text.
  public mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// 64 lower-case hexadecimal digits; nothing can be taken in after that.
  public mutating func finish() -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The first sixteen bytes as two numbers; nothing can be taken in after that.
  public mutating func finishWords() -> (UInt64, UInt64) {
    let bytes = digest()
    func word(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    return (word(0..<8), word(8..<16))
  }

  private mutating func digest() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256_final(&state, &digest)
    return digest
  }

  /// The hash of bytes as 64 lower-case hexadecimal digits.
  public static func hex(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }
}
