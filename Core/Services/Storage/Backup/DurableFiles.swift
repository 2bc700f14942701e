internal import FieldhouseKit
internal import Foundation
internal import Glibc
internal import Synchronization

/// Changes of folders that are on disk when they return.
enum DurableFiles {
  /// Writes a whole file for its owner alone: beside its place, synced, then renamed.
  /// - Throws: ``StorageError``; what was there before stays then.
  static func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    let draft = path + ".draft"
    let output = try create(draft)
    do {
      try output.write(contentsOf: Data(bytes))
      try output.synchronize()
      try output.close()
    } catch {
      unlink(draft)
      throw error
    }
    try move(draft, to: path)
    try sync(folderOf(path))
  }

  /// A new file, empty and readable by its owner alone.
  /// - Throws: ``StorageError`` `storage-read-only` or `storage-full`.
  static func create(_ path: String) throws(StorageError) -> FileHandle {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure("written", path) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Makes a folder for its owner alone, with those that lead to it.
  static func makeFolder(_ path: String) throws(StorageError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StorageError(.readOnly, "The folder \(path) cannot be made: \(error.localizedDescription)")
    }
  }

  /// Gives something another name; what had that name is replaced.
  static func move(_ path: String, to target: String) throws(StorageError) {
    guard rename(path, target) == 0 else { throw failure("renamed", path) }
  }

  /// Waits until what was made, renamed or removed in a folder is on disk.
  static func sync(_ folder: String) throws(StorageError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("synced", folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("synced", folder) }
  }

  /// Removes a file or folder with everything in it, if it is there.
  static func remove(_ path: String) throws(StorageError) {
    guard exists(path) else { return }
    do { try FileManager.default.removeItem(atPath: path) } catch {
      throw StorageError(.readOnly, "\(path) cannot be removed: \(error.localizedDescription)")
    }
  }

  /// Whether there is anything of that name, a link to nothing too.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// How many bytes a file has; 0 when there is no such file.
  static func size(_ path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The names in a folder, sorted; none when there is no such folder.
  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// The folder that holds a file.
  static func folderOf(_ path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
  }

  /// The bytes that can still be written where `path` is; nil when that cannot be told.
  @Sendable static func freeSpace(_ path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
  }

  /// - Throws: ``StorageError`` `storage-full` when so many bytes, and some more, cannot be written in a folder.
  static func checkSpace(
    _ bytes: Int, in folder: String, _ freeSpace: (String) -> Int? = Self.freeSpace
  ) throws(StorageError) {
    let needed = bytes + reserve
    guard let free = freeSpace(folder), free < needed else { return }
    throw StorageError(
      .full,
      "\(needed >> 20) MiB are needed beside what is there, and \(free >> 20) MiB are free in \(folder). Make room and "
        + "repeat. Nothing was changed.")
  }

  private static let reserve = 16 << 20

  /// The error of the last call.
  static func failure(_ what: String, _ path: String) -> StorageError {
    let code: StorageError.Code = errno == ENOSPC || errno == EDQUOT ? .full : errno == EIO ? .disk : .readOnly
    return StorageError(code, "\(path) cannot be \(what): \(String(cString: strerror(errno))).")
  }
}

/// Held by whoever changes a folder as a whole, in one process at a time. Ends with the object.
final class FolderLock: Sendable {
  private let descriptor: Mutex<CInt>

  /// - Throws: ``StorageError`` `storage-unavailable` when another process has it.
  init(_ path: String, busy: String) throws(StorageError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DurableFiles.failure("opened", path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw StorageError(.unavailable, busy)
    }
    self.descriptor = Mutex(descriptor)
  }

  deinit { end() }

  /// Ends it.
  func end() {
    descriptor.withLock { descriptor in
      // A program that is being started may have the file open for a moment, too.
      if descriptor >= 0 {
        flock(descriptor, LOCK_UN)
        close(descriptor)
      }
      descriptor = -1
    }
  }
}
