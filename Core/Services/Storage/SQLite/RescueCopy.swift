internal import CSQLite
internal import FieldhouseKit
internal import Foundation

/// Saves what a connection has open when its file is gone from its place.
enum RescueCopy {
  /// The name of a copy: `<namespace>.rescued-<time>.sqlite`, beside the file that is gone.
  static func path(of database: String, at instant: Date) -> String {
    let time = instant.formatted(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
        .timeSeparator(.omitted))
    let base = database.hasSuffix(".sqlite") ? String(database.dropLast(7)) : database
    return "\(base).rescued-\(time)Z.sqlite"
  }

  /// Copies everything that is committed on a connection, and looks whether the copy is sound.
  /// - Throws: ``StorageError``; then no file is left behind.
  static func make(of connection: SQLiteConnection, to path: String) throws(StorageError) {
    try PrivateFile.create(path)
    do {
      try SQLiteSnapshot.copy(from: connection.handle, to: path)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// The latest copy beside a file; nil when there is none.
  static func latest(of database: String) -> String? {
    let folder = (database as NSString).deletingLastPathComponent
    let id = ((database as NSString).lastPathComponent as NSString).deletingPathExtension
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(id + ".rescued-") && $0.hasSuffix(".sqlite") }.max().map { "\(folder)/\($0)" }
  }
}
