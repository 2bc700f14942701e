internal import CSQLite
internal import FieldhouseKit
internal import Glibc
internal import Synchronization

/// Says that a process has a namespace open, or keeps every process from opening it. Ends with the object.
final class FilePresence: Sendable {
  private static let byte = 2
  private let descriptor: Mutex<CInt>

  /// - Parameter path: the database's.
  /// - Throws: ``StorageError`` `storage-unavailable` when another process's presence forbids it.
  init(path: String, isExclusive: Bool) throws(StorageError) {
    let descriptor = open(path + ".lease", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StorageError(.readOnly, "The lease \(path).lease cannot be opened: \(String(cString: strerror(errno))).")
    }
    guard fieldhouse_lock_byte(descriptor, Self.byte, isExclusive ? 1 : 0) == 0 else {
      close(descriptor)
      throw StorageError(
        .unavailable,
        isExclusive
          ? "A host has \(path) open. Stop it first."
          : "\(path) is being restored. Start the host when that is done.")
    }
    self.descriptor = Mutex(descriptor)
  }

  deinit { end() }

  /// Ends it.
  func end() {
    descriptor.withLock { descriptor in
      // A program that is being started may have the file open for a moment, too.
      if descriptor >= 0 {
        _ = fieldhouse_unlock_byte(descriptor, Self.byte)
        close(descriptor)
      }
      descriptor = -1
    }
  }
}
