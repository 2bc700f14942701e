internal import CSQLite

/// Interrupts a statement of a connection that runs past a deadline.
final class StatementWatchdog {
  /// A monotonic time in nanoseconds.
  var deadline = UInt64.max

  /// Every so many steps of SQLite's machine (some 50 µs) the time is looked at.
  private static let interval: CInt = 20_000

  init(_ connection: OpaquePointer) {
    sqlite3_progress_handler(
      connection, Self.interval,
      { context in
        guard let context else { return 0 }
        let watchdog = Unmanaged<StatementWatchdog>.fromOpaque(context).takeUnretainedValue()
        return Monotonic.now > watchdog.deadline ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
