import Foundation

/// A plugin that keeps a list of texts, for tests that look whether any is lost or doubled.
enum LedgerPlugin {
  private static let source = #"""
    import FieldhouseKit

    struct Entry: RouteInput, RouteOutput {
      var text: String
    }

    struct Ledger: Plugin {
      let host: PluginHost

      init(host: PluginHost) throws { self.host = host }

      func routes(_ routes: inout Routes) {
        routes.post("/entries", "Adds an entry", access: .everyone) { (entry: Entry, _, transaction) in
          try await transaction.execute("insert into entries (text) values (\(entry.text))")
          return entry
        }
        routes.get("/entries", "All entries", access: .everyone) { [storage = host.storage] (_: NoInput, _) in
          Page(items: try await storage.read { reading in
            try await reading.query("select text from entries order by id").map { Entry(text: try $0[0]) }
          })
        }
      }
    }

    @c(ledger_plugin)
    public func ledgerPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Ledger.self) }
    """#

  private static let manifest = """
    {
      "$schema": "plugin.schema.json", "id": "ledger", "name": "Ledger", "description": "Keeps a list of texts.",
      "version": "1.0.0", "kit": "^1.0.0", "library": { "path": "libLedger.so", "symbol": "ledger_plugin" },
      "contributions": { "routes": ["POST /entries", "GET /entries"] }, "migrations": ["migrations/0001-entries.sql"]
    }
    """

  private static let compiled = CompiledPlugin(id: "ledger", module: "Ledger", source: source)

  /// Puts it into an installation.
  static func install(into installation: Installation) async throws {
    try await compiled.install(into: installation)
    try installation.folder.write("manifests/ledger.json", manifest)
    try installation.folder.write(
      "plugins/ledger/migrations/0001-entries.sql", "create table entries (id integer primary key, text text not null)")
  }
}
