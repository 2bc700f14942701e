import Foundation

/// A plugin that uses all of its host when it starts, and does more than its manifest says.
enum EagerPlugin {
  private static let source = #"""
    import FieldhouseKit
    import Foundation

    struct Eager: Plugin {
      let host: PluginHost

      init(host: PluginHost) throws { self.host = host }

      func routes(_ routes: inout Routes) {
        routes.get("/here", "Is here", access: .everyone) { (_: NoInput, _) in NoContent() }
        routes.get("/there", "Is there", access: .everyone) { (_: NoInput, _) in NoContent() }
      }

      func answers(_ answers: inout Answers) { answers.add("unasked") { _ in [:] } }

      func start() async throws {
        try await host.storage.write { transaction in
          try await transaction.execute("insert into notes (text) values ('started')")
          try await transaction.emit(Event(name: "started", payload: [:]))
          try await transaction.publish("news", LiveEvent("started"))
        }
        for name in ["hourly", "houry"] {
          try await host.schedules.schedule(name, due: host.clock.now) { [storage = host.storage] _ in
            try await storage.write { try await $0.execute("insert into notes (text) values ('scheduled')") }
            return nil
          }
        }
        for name in ["accounts.invitation-accepted", "eager.started"] {
          try await host.events.subscribe(name) { _, _ in }
        }
        if try String(contentsOfFile: host.folder + "/calls", encoding: .utf8) == "yes" {
          _ = try await host.http.send(OutgoingRequest(url: "https://sport.example/feed?key=secret"))
        }
      }
    }

    @c(eager_plugin)
    public func eagerPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Eager.self) }
    """#

  private static let compiled = CompiledPlugin(id: "eager", module: "Eager", source: source)

  /// Puts it into an installation.
  /// - Parameters:
  ///   - calls: whether it calls another server when it starts.
  ///   - isDeclared: whether its manifest says what it does.
  static func install(calls: Bool, isDeclared: Bool, into installation: Installation) async throws {
    try await compiled.install(into: installation)
    try installation.folder.write("plugins/eager/calls", calls ? "yes" : "no")
    try installation.folder.write("plugins/eager/en.json", #"{"title": "A question"}"#)
    try installation.folder.write(
      "plugins/eager/0001-notes.sql", "create table notes (id integer primary key, text text not null)")
    let question = #"{"name": "unasked", "title": "title", "input": {}, "answer": {}, "access": "everyone"}"#
    try installation.folder.write(
      "manifests/eager.json",
      """
      {
        "$schema": "plugin.schema.json", "id": "eager", "name": "Eager", "description": "Does much.",
        "version": "1.0.0", "kit": "^1.0.0", "library": { "path": "libEager.so", "symbol": "eager_plugin" },
        "migrations": ["0001-notes.sql"], "permissions": { "http": ["sport.example"] },
        "grants": { "http": ["sport.example"] },
        "contributions": {
          "routes": ["GET /here", "GET /\(isDeclared ? "there" : "elsewhere")"],
          "schedules": ["hourly"\(isDeclared ? ", \"houry\"" : "")], "events": [{ "name": "started" }, { "name": "ended" }],
          "subscriptions": ["accounts.invitation-accepted", "eager.\(isDeclared ? "started" : "ended")"],
          "topics": [{ "name": "news", "access": "everyone" }], "texts": { "en": "en.json" },
          "questions": [\(question.replacing("unasked", with: isDeclared ? "unasked" : "asked"))]
        }
      }
      """)
  }
}
