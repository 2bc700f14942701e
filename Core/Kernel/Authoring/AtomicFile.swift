internal import Foundation
internal import Glibc

/// Writes files so that a reader, or a crash at any instant, sees the old or the new content and nothing between.
enum AtomicFile {
  private static let usualMode: mode_t = 0o644

  /// Writes beside the file, forces it to disk and renames it into place. A link is followed; the mode stays.
  static func write(_ bytes: [UInt8], to path: String) throws(AuthoringError) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let folder = target.deletingLastPathComponent().path
    let temporary = "\(folder)/.\(target.lastPathComponent).\(UUID().uuidString)"
    do throws(AuthoringError) {
      try create(bytes, at: temporary, mode: mode(of: target.path))
      guard rename(temporary, target.path) == 0 else { throw .unwritable(path) }
    } catch {
      unlink(temporary)
      throw error
    }
    sync(folder: folder)
  }

  /// Writes a file that is not there yet and forces it to disk.
  static func create(_ bytes: [UInt8], at path: String, mode: mode_t = usualMode) throws(AuthoringError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .unwritable(path) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw .unwritable(path) }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw .unwritable(path) }
  }

  /// Forces the names in a folder to disk.
  static func sync(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : usualMode
  }
}
