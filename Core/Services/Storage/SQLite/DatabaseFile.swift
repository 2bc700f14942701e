internal import FieldhouseKit
internal import Glibc
internal import Synchronization

/// Which file stands at a path, whatever its name.
struct FileIdentity: Sendable, Hashable {
  private let device: dev_t
  private let inode: ino_t

  /// Nil when there is no file at the path.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}

/// The file of an open namespace: whether what stands at its path is still what the connections have open.
///
/// A file that was deleted or replaced stays open and takes every write, which would be gone with the process. While it
/// is open its inode is given to no other file, so two looks at the path tell whether a write is worth anything.
final class DatabaseFile: Sendable {
  private struct State {
    var database: FileIdentity?
    var log: FileIdentity?
    var damage: StorageError?
    var rescue: String?
  }

  let path: String
  private let state = Mutex(State())

  init(path: String) { self.path = path }

  /// Whether it was opened before, so that nothing may be created in its place.
  var isKnown: Bool { state.withLock { $0.database != nil } }

  /// Takes what stands at the path now as the file, unless one is known.
  func remember() { state.withLock { if $0.database == nil { $0.database = FileIdentity(path) } } }

  /// Takes what stands beside it now as its write-ahead log; nil while no connection has one open.
  func rememberLog(_ isOpen: Bool) { state.withLock { $0.log = isOpen ? FileIdentity(path + "-wal") : nil } }

  /// Notes damage that was found, or that there is none any more.
  func note(damage: StorageError?) { state.withLock { $0.damage = damage } }

  /// Whether damage was found that is still there.
  var isDamaged: Bool { state.withLock { $0.damage != nil } }

  /// Notes where what was still open has been saved.
  func note(rescue: String) { state.withLock { $0.rescue = rescue } }

  /// Whether somebody has saved what is open.
  var isRescued: Bool { state.withLock { $0.rescue != nil } }

  /// Looks at the paths; costs two or three microseconds.
  /// - Throws: ``StorageError`` `storage-file-lost` when the file or its log is not the one that was opened,
  ///   `storage-corrupt` when damage was found in it.
  func check() throws(StorageError) {
    try checkPlace()
    if let damage = state.withLock({ $0.damage }) { throw damage }
  }

  /// As ``check()``, whatever damage was found.
  func checkPlace() throws(StorageError) {
    let known = state.withLock { $0 }
    if let loss = Self.loss(known, path) { throw .lost(path, loss, rescue: known.rescue) }
  }

  /// What is wrong with its place; nil for nothing.
  var loss: StorageError? {
    do throws(StorageError) { try checkPlace() } catch { return error }
    return nil
  }

  private static func loss(_ known: State, _ path: String) -> String? {
    if let database = known.database, let loss = loss(database, path) { return loss }
    guard let log = known.log else { return nil }
    return loss(log, path + "-wal")
  }

  private static func loss(_ known: FileIdentity, _ path: String) -> String? {
    guard let present = FileIdentity(path) else { return "\(path) was deleted or moved" }
    return present == known ? nil : "\(path) was replaced by another file"
  }
}

extension StorageError {
  /// The error of a file that is no longer where it was opened.
  static func lost(_ path: String, _ loss: String, rescue: String?) -> StorageError {
    let saved =
      rescue.map { "What was in it is saved in \($0)." } ?? "What was in it is still open: do not stop the host."
    return StorageError(.fileLost, "\(loss) while it was open, nothing can be saved. \(saved)")
  }
}
