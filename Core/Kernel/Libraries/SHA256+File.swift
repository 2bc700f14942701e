public import FieldhouseMachine
internal import Glibc

extension SHA256 {
  private static let chunkSize = 65_536

  /// Hashes a regular file in chunks of 64 KiB, in constant memory.
  /// - Parameter path: the file; a symbolic link as its last component is refused.
  /// - Returns: 64 lower-case hexadecimal digits.
  /// - Throws: ``PathError`` with reason `missing`, `symlink`, `notFile` or `unreadable`.
  public static func hex(ofFile path: String) throws(PathError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .opening(path) }
    defer { close(descriptor) }
    try PathError.requireRegularFile(descriptor, path)
    var hash = SHA256()
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    while true {
      let count = read(descriptor, &chunk, chunkSize)
      if count == 0 { return hash.finish() }
      if count > 0 {
        chunk.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      } else if errno != EINTR {
        throw .reading(path)
      }
    }
  }
}
