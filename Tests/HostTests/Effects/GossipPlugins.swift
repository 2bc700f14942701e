import Foundation

/// Two plugins: one tells, the other hears of it and writes it down, unless the file `deaf` lies in its folder.
enum GossipPlugins {
  private static let teller = CompiledPlugin(
    id: "teller", module: "Teller",
    source: #"""
      import FieldhouseKit

      struct Told: RouteInput, RouteOutput {
        var name: String
        var payload: JSON
      }

      struct Teller: Plugin {
        init(host: PluginHost) throws {}

        func routes(_ routes: inout Routes) {
          routes.post("/events", "Tells", access: .everyone) { (told: Told, _, transaction) in
            try await transaction.emit(Event(name: told.name, payload: told.payload))
            return told
          }
        }
      }

      @c(teller_plugin)
      public func tellerPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Teller.self) }
      """#)

  private static let hearer = CompiledPlugin(
    id: "hearer", module: "Hearer",
    source: #"""
      import FieldhouseKit
      import Foundation

      struct Heard: RouteOutput, Decodable {
        var number: Int
      }

      struct Hearer: Plugin {
        let host: PluginHost

        init(host: PluginHost) throws { self.host = host }

        func routes(_ routes: inout Routes) {
          routes.get("/heard", "What it has heard", access: .everyone) { [host] (_: NoInput, _) in
            let rows = try await host.storage.read { try await $0.query("select number from heard order by place") }
            return Page(items: try rows.map { Heard(number: try $0[0]) })
          }
        }

        func start() async throws {
          try await host.events.subscribe("teller.told") { [folder = host.folder] event, transaction in
            try await transaction.execute("insert into heard (number) values (\(event.payload["number"]?.int ?? -1))")
            if FileManager.default.fileExists(atPath: folder + "/deaf") { throw Problem.conflict("deaf", "As told.") }
          }
        }
      }

      @c(hearer_plugin)
      public func hearerPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Hearer.self) }
      """#)

  /// Puts both into an installation.
  static func install(into installation: Installation) async throws {
    try await teller.install(into: installation)
    try await hearer.install(into: installation)
    try installation.folder.write(
      "plugins/hearer/0001-heard.sql", "create table heard (place integer primary key, number integer not null)")
    try installation.folder.write(
      "manifests/teller.json",
      """
      {
        "id": "teller", "name": "Teller", "version": "1.0.0", "kit": "^1.0.0",
        "library": { "path": "libTeller.so", "symbol": "teller_plugin" },
        "contributions": {
          "routes": ["POST /events"],
          "events": [{
            "name": "told",
            "payload": {
              "type": "object", "properties": { "number": { "type": "integer" } }, "required": ["number"]
            }
          }]
        }
      }
      """)
    try hearer(isEnabled: true, in: installation)
  }

  /// Switches the one that hears on or off.
  static func hearer(isEnabled: Bool, in installation: Installation) throws {
    try installation.folder.write(
      "manifests/hearer.json",
      """
      {
        "id": "hearer", "name": "Hearer", "version": "1.0.0", "kit": "^1.0.0", "enabled": \(isEnabled),
        "library": { "path": "libHearer.so", "symbol": "hearer_plugin" }, "dependencies": { "teller": "*" },
        "contributions": { "routes": ["GET /heard"], "subscriptions": ["teller.told"] },
        "migrations": ["0001-heard.sql"]
      }
      """)
  }

  /// Has it fail from now on, or no more.
  static func deafen(_ isDeaf: Bool, in installation: Installation) throws {
    let file = "\(installation.plugins)/hearer/deaf"
    if isDeaf {
      try Data().write(to: URL(filePath: file))
    } else {
      try FileManager.default.removeItem(atPath: file)
    }
  }
}
