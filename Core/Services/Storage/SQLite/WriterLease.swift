internal import CSQLite
internal import FieldhouseKit
internal import Glibc

/// The right to write and checkpoint one database file: at most one open lease in all processes of a machine has it.
///
/// It is a lock on a byte of a file beside the database, of this open file description, so that it ends with the
/// process however that ends. Who waits for it holds a second byte, which tells the holder to hand it over.
/// Used on the writer's loop only.
final class WriterLease {
  private let path: String
  private var descriptor: CInt = -1
  private(set) var isHeld = false

  private static let holder = 0
  private static let waiting = 1

  init(path: String) { self.path = path }

  deinit { close() }

  /// Takes the lease if nobody has it, without waiting.
  /// - Throws: ``StorageError`` when the lease's file cannot be opened.
  func tryAcquire() throws(StorageError) -> Bool {
    try openFile()
    isHeld = fieldhouse_lock_byte(descriptor, Self.holder, 1) == 0
    return isHeld
  }

  /// Tells the holder that somebody waits.
  func announce() { _ = fieldhouse_lock_byte(descriptor, Self.waiting, 0) }

  /// Ends ``announce()``.
  func withdraw() { _ = fieldhouse_unlock_byte(descriptor, Self.waiting) }

  /// Whether another process waits for the lease.
  var isWanted: Bool { descriptor >= 0 && fieldhouse_is_byte_locked(descriptor, Self.waiting) != 0 }

  /// Gives the lease back.
  func release() {
    guard isHeld else { return }
    _ = fieldhouse_unlock_byte(descriptor, Self.holder)
    isHeld = false
  }

  /// Gives the lease back and closes its file; the next attempt opens it again.
  func close() {
    guard descriptor >= 0 else { return }
    isHeld = false
    Glibc.close(descriptor)
    descriptor = -1
  }

  private func openFile() throws(StorageError) {
    guard descriptor < 0 else { return }
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let code: StorageError.Code =
        errno == ENOSPC ? .full : errno == EROFS || errno == EACCES ? .readOnly : .unavailable
      throw StorageError(code, "The lease \(path) cannot be opened: \(String(cString: strerror(errno))).")
    }
  }
}
