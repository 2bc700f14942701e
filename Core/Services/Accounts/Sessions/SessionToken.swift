internal import CSodium

/// A session token as the client holds it: 256 random bits in base64url. The host stores only its hash.
struct SessionToken: Sendable {
  let text: String

  static func random() -> SessionToken { SessionToken(text: Base64URL.encode(Sodium.randomBytes(32))) }

  var hash: TokenHash { TokenHash(of: text) }
}

/// SHA-256 of a session token.
struct TokenHash: Sendable, Hashable {
  private let words: (UInt64, UInt64, UInt64, UInt64)

  init(of token: String) {
    var token = token
    words = token.withUTF8 { bytes in
      var digest = [UInt8](repeating: 0, count: 32)
      crypto_hash_sha256(&digest, bytes.baseAddress, UInt64(bytes.count))
      return digest.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self) }
    }
  }

  /// The hash as it is stored.
  var text: String { withUnsafeBytes(of: words) { Base64URL.encode($0) } }

  static func == (left: TokenHash, right: TokenHash) -> Bool { left.words == right.words }

  /// One word is enough: the bits of a hash are evenly spread.
  func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
