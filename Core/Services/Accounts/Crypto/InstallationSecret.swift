internal import CSodium

/// The key of an installation. It lives beside the database, never in it: what is hashed or sealed with it cannot be
/// guessed or read from a copy of the database alone.
public struct InstallationSecret: Sendable {
  private let hashKey: [UInt8]
  private let sealKey: [UInt8]

  /// A secret of exactly 32 random bytes.
  public init(bytes: [UInt8]) {
    precondition(bytes.count == 32, "an installation secret has 32 bytes")
    hashKey = Sodium.keyedHash(Array("hash".utf8), key: bytes)
    sealKey = Sodium.keyedHash(Array("seal".utf8), key: bytes)
  }

  /// 32 bytes for a purpose outside accounts and a number, always the same ones.
  public func derived(_ purpose: String, number: Int) -> [UInt8] {
    Sodium.keyedHash(Array("derived\u{0}\(purpose)\u{0}\(number)".utf8), key: hashKey)
  }

  /// The keyed hash of the parts, as text; the same parts in another purpose hash differently.
  func hash(_ purpose: String, _ parts: String...) -> String {
    var message: [UInt8] = []
    for part in [purpose] + parts {
      withUnsafeBytes(of: UInt32(part.utf8.count).littleEndian) { message.append(contentsOf: $0) }
      message.append(contentsOf: part.utf8)
    }
    return Base64URL.encode(Sodium.keyedHash(message, key: hashKey))
  }

  /// The text, encrypted and authenticated (XSalsa20-Poly1305 with a random nonce).
  func seal(_ text: String) -> String {
    let message = Array(text.utf8)
    let nonce = Sodium.randomBytes(Int(crypto_secretbox_NONCEBYTES))
    var box = [UInt8](repeating: 0, count: message.count + Int(crypto_secretbox_MACBYTES))
    crypto_secretbox_easy(&box, message, UInt64(message.count), nonce, sealKey)
    return Base64URL.encode(nonce + box)
  }

  /// The text of a sealed one; nil when it was sealed with another secret or changed.
  func open(_ sealed: String) -> String? {
    let nonceCount = Int(crypto_secretbox_NONCEBYTES)
    let overhead = Int(crypto_secretbox_MACBYTES)
    guard let bytes = Base64URL.decode(sealed), bytes.count >= nonceCount + overhead else { return nil }
    let box = Array(bytes[nonceCount...])
    var message = [UInt8](repeating: 0, count: box.count - overhead)
    let nonce = Array(bytes[..<nonceCount])
    guard crypto_secretbox_open_easy(&message, box, UInt64(box.count), nonce, sealKey) == 0 else { return nil }
    return String(decoding: message, as: UTF8.self)
  }
}
