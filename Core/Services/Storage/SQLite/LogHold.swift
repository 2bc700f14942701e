internal import CSQLite
internal import Foundation

/// Holds the log of a file where it is: a reader, behind whose state the writer writes pages into the file without waiting for the
/// disk. The disk takes them beside the writer, on a thread that all files of the process share. It writes nothing itself.
/// Confined to the writer's loop but for what runs on the thread, during which nothing else is asked of it.
final class LogHold: @unchecked Sendable {
  private static let queue = DispatchQueue(label: "fieldhouse.log", qos: .utility)

  private let path: String
  private var connection: SQLiteConnection?

  init(of path: String) { self.path = path }

  /// Holds it at its present end.
  /// - Returns: whether it does.
  func begin() -> Bool {
    do {
      let reader = try connection ?? SQLiteConnection(path: path, role: .reader)
      connection = reader
      try reader.run("begin")
      try reader.run("select 1 from sqlite_schema limit 1")
      return true
    } catch {
      close()
      return false
    }
  }

  /// Has the disk take what is written in the file.
  /// - Parameter done: told on the thread, whether it could or not: the writer waits for the disk before the log begins anew.
  func sync(_ done: @escaping @Sendable () -> Void) {
    Self.queue.async { [connection] in
      if let connection { _ = fieldhouse_sqlite_sync(connection.handle) }
      done()
    }
  }

  /// Waits until the disk has what was to be taken.
  func wait() { Self.queue.sync {} }

  /// Lets the log go, where it is held.
  func end() {
    guard let connection, !connection.isAutocommit else { return }
    do { try connection.run("commit") } catch { close() }
  }

  func close() {
    connection?.close()
    connection = nil
  }
}
