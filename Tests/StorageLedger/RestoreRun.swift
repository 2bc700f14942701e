internal import FieldhouseKit
internal import FieldhouseStorage
internal import Foundation

/// Restores a backup of two namespaces, or brings back what was there before.
struct RestoreRun {
  private static let namespaces = ["club", "games"].map { id in
    Namespace(
      id: id,
      migrations: [Migration(id: "1", sql: "create table t (id integer not null primary key, name text not null)")])
  }

  let engine: any StorageEngine
  let folder: String

  /// - Parameter backup: the backup; nil to undo the last restore.
  func run(_ backup: String?) async throws {
    var options = RestoreOptions()
    options.known = Self.namespaces
    let restore = StorageRestore(into: folder, engine: engine, options: options)
    _ = try await backup == nil ? restore.undo() : restore.run(backup ?? "")
    await engine.close()
  }
}
