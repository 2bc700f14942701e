internal import CCrypto

/// Signatures by Ed25519 (RFC 8032), which any tool that knows them verifies. OpenSSL's libcrypto makes them.
struct Ed25519: Sendable {
  /// The bytes of a private key, and of a public one.
  static let keySize = 32
  static let signatureSize = 64

  private let seed: [UInt8]
  /// The 32 bytes of the public key.
  let publicKey: [UInt8]

  /// - Parameter seed: the 32 bytes of the private key; nil for any other number of bytes.
  init?(seed: [UInt8]) {
    var size = Self.keySize
    var bytes = [UInt8](repeating: 0, count: size)
    guard seed.count == size, let key = Self.key(seed) else { return nil }
    defer { EVP_PKEY_free(key) }
    guard EVP_PKEY_get_raw_public_key(key, &bytes, &size) == 1, size == Self.keySize else { return nil }
    (self.seed, publicKey) = (seed, bytes)
  }

  /// A key of random bits.
  static func made() -> Ed25519? {
    var seed = [UInt8](repeating: 0, count: keySize)
    return RAND_bytes(&seed, CInt(keySize)) == 1 ? Ed25519(seed: seed) : nil
  }

  /// The 32 bytes of the private key.
  var secret: [UInt8] { seed }

  /// The 64 bytes of the signature of a message; nil when the library has no room.
  func signature(of message: [UInt8]) -> [UInt8]? {
    guard let key = Self.key(seed) else { return nil }
    defer { EVP_PKEY_free(key) }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var size = Self.signatureSize
    var signature = [UInt8](repeating: 0, count: size)
    guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
      EVP_DigestSign(context, &signature, &size, message, message.count) == 1, size == Self.signatureSize
    else { return nil }
    return signature
  }

  /// Whether a signature is that of a message with a public key.
  static func verifies(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
    guard publicKey.count == keySize,
      let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, keySize)
    else { return false }
    defer { EVP_PKEY_free(key) }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  private static func key(_ seed: [UInt8]) -> OpaquePointer? {
    EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, keySize)
  }
}
