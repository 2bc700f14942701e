internal import CMachine
public import Glibc

/// Waits until one of some descriptors is ready, to the nanosecond where `poll` knows milliseconds alone.
public enum Polling {
  /// Notes in each entry what it is ready for.
  /// - Parameter nanoseconds: how long to wait at most; nil for ever.
  /// - Returns: how many are ready; 0 after that time, -1 with `errno` when it was interrupted.
  public static func wait(for entries: inout [pollfd], nanoseconds: UInt64?) -> Int {
    Int(fh_poll(&entries, UInt(entries.count), nanoseconds.map { Int64(clamping: $0) } ?? -1))
  }
}
