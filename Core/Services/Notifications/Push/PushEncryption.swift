/// Encrypts messages so that only the device reads them, not the push service (RFC 8291 over RFC 8188, one record).
enum PushEncryption {
  /// The longest message: what fits a record of 4,096 bytes, which every push service takes (RFC 8030 § 7.2).
  static let longest = recordSize - PushCrypto.publicKeySize - 21 - 17
  private static let recordSize = 4096
  /// Ends the last record.
  private static let lastRecord: UInt8 = 2

  /// The body of a push message.
  /// - Parameters:
  ///   - message: at most ``longest`` bytes.
  ///   - key: the device's public key.
  ///   - secret: what the device shares with this host.
  ///   - pair: a pair for this message alone.
  ///   - salt: 16 bytes for this message alone.
  /// - Returns: nil when the device's key is none.
  static func encrypt(
    _ message: [UInt8], for key: [UInt8], secret: [UInt8], pair: PushCrypto.Pair = PushCrypto.makePair(),
    salt: [UInt8] = PushCrypto.random(16)
  ) -> [UInt8]? {
    precondition(message.count <= longest, "a push message has at most \(longest) bytes")
    guard let shared = PushCrypto.shared(pair, key) else { return nil }
    let info = text("WebPush: info") + key + pair.publicKey
    let material = PushCrypto.derive(32, from: shared, salt: secret, info: info)
    let contentKey = PushCrypto.derive(16, from: material, salt: salt, info: text("Content-Encoding: aes128gcm"))
    let nonce = PushCrypto.derive(12, from: material, salt: salt, info: text("Content-Encoding: nonce"))
    let sealed = PushCrypto.seal(message + [lastRecord], key: contentKey, nonce: nonce)
    let size = [
      UInt8(recordSize >> 24), UInt8(recordSize >> 16 & 0xFF), UInt8(recordSize >> 8 & 0xFF), UInt8(recordSize & 0xFF),
    ]
    return salt + size + [UInt8(PushCrypto.publicKeySize)] + pair.publicKey + sealed
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
}
