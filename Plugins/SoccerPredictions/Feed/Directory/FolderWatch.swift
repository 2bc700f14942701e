import Foundation
import Glibc

/// Hears from the kernel when anything in a folder or the folders in it changes, so that a folder in which nothing does costs the
/// same however many files it has.
///
/// What the kernel does not see, such as what another machine writes on a shared disk, shows when the folder is looked through:
/// ``isQuiet`` is true for a moment only.
final class FolderWatch {
  /// So long silence counts, in real time.
  private static let trust = Duration.milliseconds(50)
  private static let events = UInt32(
    IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF)

  private let descriptor: Int32
  private var clearedAt = ContinuousClock.now

  /// Watches a folder and the folders that are in it now; nil where the system does not tell of all of them.
  init?(_ directory: URL) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    var isWhole = add(directory.path)
    for folder in DirectoryFiles.folders(in: directory) where isWhole { isWhole = add(folder) }
    if !isWhole { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private func add(_ folder: String) -> Bool { inotify_add_watch(descriptor, folder, Self.events) >= 0 }

  /// Whether nothing has changed since it was last cleared, which was a moment ago.
  var isQuiet: Bool {
    guard ContinuousClock.now - clearedAt < Self.trust else { return false }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 0
  }

  /// Forgets what was heard: what comes from now on counts.
  func clear() {
    clearedAt = .now
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
