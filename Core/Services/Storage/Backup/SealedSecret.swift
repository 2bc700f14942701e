internal import CSodium
internal import FieldhouseKit

/// The installation's secret under a passphrase: a salt, the header of a stream and the stream itself
/// (XChaCha20-Poly1305), whose key Argon2id makes with 256 MiB and three passes.
enum SealedSecret {
  private static let saltSize = Int(crypto_pwhash_SALTBYTES)
  private static let headerSize = crypto_secretstream_xchacha20poly1305_headerbytes()
  private static let overhead = crypto_secretstream_xchacha20poly1305_abytes()
  private static let purpose = Array("fieldhouse-backup 2 secret".utf8)
  private static let finalTag = UInt8(crypto_secretstream_xchacha20poly1305_tag_final())
  private static let memory = 256 << 20
  private static let passes: UInt64 = 3
  private static let isReady = sodium_init() >= 0

  /// - Throws: ``StorageError`` `storage-backup` when there is no memory for it.
  static func seal(_ secret: [UInt8], passphrase: [UInt8]) throws(StorageError) -> [UInt8] {
    _ = isReady
    var salt = [UInt8](repeating: 0, count: saltSize)
    randombytes_buf(&salt, salt.count)
    var state = crypto_secretstream_xchacha20poly1305_state()
    var header = [UInt8](repeating: 0, count: headerSize)
    var box = [UInt8](repeating: 0, count: secret.count + overhead)
    let key = try key(passphrase, salt)
    crypto_secretstream_xchacha20poly1305_init_push(&state, &header, key)
    crypto_secretstream_xchacha20poly1305_push(
      &state, &box, nil, secret, UInt64(secret.count), purpose, UInt64(purpose.count), finalTag)
    return salt + header + box
  }

  /// - Throws: ``StorageError`` `storage-backup` when the passphrase is another one.
  static func open(_ sealed: [UInt8], passphrase: [UInt8]) throws(StorageError) -> [UInt8] {
    _ = isReady
    let start = saltSize + headerSize
    guard sealed.count >= start + overhead else { throw .damaged("its secret is cut off") }
    let (salt, header, box) = (Array(sealed[..<saltSize]), Array(sealed[saltSize..<start]), Array(sealed[start...]))
    var state = crypto_secretstream_xchacha20poly1305_state()
    var secret = [UInt8](repeating: 0, count: box.count - overhead)
    var tag: UInt8 = 0
    let key = try key(passphrase, salt)
    guard crypto_secretstream_xchacha20poly1305_init_pull(&state, header, key) == 0,
      crypto_secretstream_xchacha20poly1305_pull(
        &state, &secret, nil, &tag, box, UInt64(box.count), purpose, UInt64(purpose.count)) == 0, tag == finalTag
    else {
      throw StorageError(
        .backup,
        "The passphrase does not open the backup's secret. Nothing was restored; give the one it was made with.")
    }
    return secret
  }

  private static func key(_ passphrase: [UInt8], _ salt: [UInt8]) throws(StorageError) -> [UInt8] {
    guard !passphrase.isEmpty else { throw StorageError(.backup, "The passphrase is empty. Give one with letters.") }
    var key = [UInt8](repeating: 0, count: crypto_secretstream_xchacha20poly1305_keybytes())
    let result = passphrase.withUnsafeBytes { bytes in
      crypto_pwhash(
        &key, UInt64(key.count), bytes.baseAddress!.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), salt,
        passes, memory, crypto_pwhash_ALG_ARGON2ID13)
    }
    guard result == 0 else {
      throw StorageError(
        .backup, "There are no 256 MiB of memory to seal or open the secret with. Free some and repeat.")
    }
    return key
  }
}
