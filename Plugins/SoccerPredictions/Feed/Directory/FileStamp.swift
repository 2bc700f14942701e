import Foundation

/// What the file system says of a file: another one when the file has been written, without its being read.
struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let file: UInt64
  private let size: Int64
  private let modified: Int64
  private let changed: Int64
  /// Whether a later change would show: the file was not written in the last two seconds, which is more than file systems' clocks
  /// stand still for.
  let isSettled: Bool

  /// - Returns: nil for what is not there.
  init?(of path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    (device, file, size) = (UInt64(info.st_dev), UInt64(info.st_ino), Int64(info.st_size))
    modified = Self.nanoseconds(info.st_mtim)
    changed = Self.nanoseconds(info.st_ctim)
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    isSettled = Self.nanoseconds(now) - max(modified, changed) > 2_000_000_000
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
