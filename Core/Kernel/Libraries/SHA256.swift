internal import CSodium
internal import Glibc

/// SHA-256 (FIPS 180-4) of a file, as 64 lowercase hexadecimal digits.
public struct SHA256 {
  private static let chunkSize = 65_536
  private static let isReady = sodium_init() >= 0

  private var state = crypto_hash_sha256_state()

  /// Hashes a regular file in chunks of 64 KiB, in constant memory.
  ///
  /// - Parameter path: the file; a symbolic link as its last component is refused.
  /// - Throws: ``PathError`` with reason `missing`, `symlink`, `notFile` or `unreadable`.
  public static func hex(ofFile path: String) throws(PathError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .opening(path) }
    defer { close(descriptor) }
    try PathError.requireRegularFile(descriptor, path)
    var hash = SHA256()
    try hash.absorb(descriptor, path)
    return hash.finish()
  }

  /// Hashes bytes in memory.
  public static func hex(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes, count: bytes.count)
    return hash.finish()
  }

  private init() {
    precondition(Self.isReady, "libsodium could not be initialised")
    crypto_hash_sha256_init(&state)
  }

  private mutating func update(_ bytes: [UInt8], count: Int) {
    crypto_hash_sha256_update(&state, bytes, UInt64(count))
  }

  private mutating func absorb(_ descriptor: Int32, _ path: String) throws(PathError) {
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    while true {
      let count = read(descriptor, &chunk, Self.chunkSize)
      if count == 0 { return }
      if count > 0 {
        update(chunk, count: count)
      } else if errno != EINTR {
        throw .reading(path)
      }
    }
  }

  private mutating func finish() -> String {
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
    crypto_hash_sha256_final(&state, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
