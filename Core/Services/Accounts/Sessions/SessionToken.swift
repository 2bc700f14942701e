internal import CSodium

/// A session token as the client holds it: 256 random bits in base64url, of a session behind a mark. The host stores only
/// its hash.
struct SessionToken: Sendable {
  private static let randomLength = 43

  let text: String

  static func random() -> SessionToken { SessionToken(text: Base64URL.encode(Sodium.randomBytes(32))) }

  /// One behind a mark (``AccountsContext/mark``), which the stored hash begins with too: what is stored under one mark lies
  /// together in the index, and the mark tells nothing.
  static func random(behind mark: String) -> SessionToken { SessionToken(text: mark + random().text) }

  var hash: TokenHash {
    let isMarked = text.utf8.count == Self.randomLength + Identifier.markLength
    return TokenHash(of: text, mark: isMarked ? Identifier.mark(from: text) : "")
  }
}

/// SHA-256 of a session token.
struct TokenHash: Sendable, Hashable {
  private let mark: String
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// - Parameter mark: what the stored text begins with.
  init(of token: String, mark: String = "") {
    self.mark = mark
    var token = token
    words = token.withUTF8 { bytes in
      var digest = [UInt8](repeating: 0, count: 32)
      crypto_hash_sha256(&digest, bytes.baseAddress, UInt64(bytes.count))
      return digest.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self) }
    }
  }

  /// The hash as it is stored.
  var text: String { mark + withUnsafeBytes(of: words) { Base64URL.encode($0) } }

  static func == (left: TokenHash, right: TokenHash) -> Bool { left.words == right.words }

  /// One word is enough: the bits of a hash are evenly spread.
  func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
