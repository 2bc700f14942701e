internal import CSQLite
internal import DiskFaults
internal import Foundation
internal import Testing

/// Stands between SQLite and the files of one folder: lets operations fail, or notes them.
final class DiskWatch: Sendable {
  private static let isInstalled = {
    _ = fieldhouse_sqlite_prepare()
    return disk_faults_install() == SQLITE_OK
  }()

  private let number: CInt
  let folder: String

  init(_ folder: String) throws {
    try #require(Self.isInstalled)
    self.folder = folder
    number = disk_watch(folder + "/")
    try #require(number >= 0)
  }

  deinit { disk_unwatch(number) }

  /// Lets the nth operation of a kind from now on fail, with `lasting` all that follow it, too.
  func fail(_ operation: disk_operation, at nth: Int, code: CInt, lasting: Bool) {
    disk_fail(number, operation, nth, code, lasting ? 1 : 0)
  }

  /// Lets nothing fail any more.
  func mend() { disk_fail(number, DISK_WRITE, 0, SQLITE_OK, 0) }

  /// How many operations have failed.
  var failures: Int { disk_failures(number) }

  /// Begins to note every operation.
  func record() { disk_record(number) }

  /// How many operations were noted.
  var recorded: Int { disk_recorded(number) }

  /// What was noted, in order; to be used while the watch lives.
  var events: [disk_event] { (0..<recorded).map { disk_event_at(number, $0) } }
}

extension disk_event {
  /// The file's name without its folder.
  var file: String { URL(fileURLWithPath: String(cString: path)).lastPathComponent }

  /// Whether it changes the file.
  var isChange: Bool { operation == DISK_WRITE || operation == DISK_TRUNCATE }
}
