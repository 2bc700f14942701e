internal import CCrypto

/// The few functions of OpenSSL's libcrypto that Web Push needs: P-256, HKDF with SHA-256, AES-128-GCM.
enum PushCrypto {
  /// A point of P-256, uncompressed.
  static let publicKeySize = 65
  static let privateKeySize = 32

  /// Both keys of a pair.
  struct Pair: Sendable {
    let privateKey: [UInt8]
    let publicKey: [UInt8]
  }

  /// A new pair.
  static func makePair() -> Pair {
    while true {
      if let pair = pair(of: random(privateKeySize)) { return pair }
    }
  }

  /// The pair of a private key; nil when the number is none.
  static func pair(of privateKey: [UInt8]) -> Pair? {
    var publicKey = [UInt8](repeating: 0, count: publicKeySize)
    guard privateKey.count == privateKeySize, fieldhouse_p256_public(privateKey, &publicKey) == 1 else { return nil }
    return Pair(privateKey: privateKey, publicKey: publicKey)
  }

  /// The secret that two pairs share (ECDH); nil when the other key is no point of the curve.
  static func shared(_ own: Pair, _ other: [UInt8]) -> [UInt8]? {
    var secret = [UInt8](repeating: 0, count: 32)
    guard other.count == publicKeySize,
      fieldhouse_p256_agree(own.privateKey, own.publicKey, other, &secret) == 1
    else { return nil }
    return secret
  }

  /// Whether bytes are a point of the curve.
  static func isPublicKey(_ bytes: [UInt8]) -> Bool {
    bytes.count == publicKeySize && fieldhouse_p256_is_public(bytes) == 1
  }

  /// ECDSA with SHA-256, as a JSON Web Signature writes it: both numbers, 32 bytes each.
  static func sign(_ message: [UInt8], _ pair: Pair) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 64)
    let done = fieldhouse_p256_sign(pair.privateKey, pair.publicKey, message, message.count, &signature)
    precondition(done == 1, "libcrypto cannot sign with a key of its own")
    return signature
  }

  /// HKDF with SHA-256 (RFC 5869).
  static func derive(_ count: Int, from key: [UInt8], salt: [UInt8], info: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    let done = fieldhouse_hkdf_sha256(key, key.count, salt, salt.count, info, info.count, &result, count)
    precondition(done == 1, "libcrypto cannot derive a key")
    return result
  }

  /// AES-128-GCM; the tag of 16 bytes is at the end.
  static func seal(_ message: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: message.count + 16)
    let done = fieldhouse_aes128gcm_seal(key, nonce, message, message.count, &sealed)
    precondition(done == 1, "libcrypto cannot encrypt")
    return sealed
  }

  static func sha256(_ message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    SHA256(message, message.count, &digest)
    return digest
  }

  static func random(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    precondition(RAND_bytes(&bytes, Int32(count)) == 1, "libcrypto cannot read random bytes from this system")
    return bytes
  }
}
