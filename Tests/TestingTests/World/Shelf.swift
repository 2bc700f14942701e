import FieldhouseKit
import FieldhouseKitTesting
import Foundation

/// A plugin that does nothing but have a table, for tests that use its services from outside.
struct Shelf: Plugin {
  init(host: PluginHost) throws {}

  private static let table = """
    create table things (
      id integer primary key, name text unique, points integer, weight real, bytes blob, at integer,
      check (points is null or points < 1000000)
    );
    """

  /// Runs `body` with the services of the plugin, whose folder is removed behind it.
  static func run(on engine: TestHost.Engine, _ body: (TestHost) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "shelf-\(UInt64.random(in: .min ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(table.utf8).write(to: folder.appending(path: "0001-things.sql"))
    let plugin = try TestPlugin(
      Shelf.self,
      manifest: [
        "id": "shelf", "name": "Shelf", "version": "1.0.0", "kit": "^1.0.0",
        "library": ["path": "libShelf.so", "symbol": "shelf_plugin"],
        "contributions": [:], "migrations": ["0001-things.sql"],
      ], folder: folder)
    try await TestHost.run(plugin, on: engine) { try await body($0) }
  }
}
