import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// What operators decide in the console: see decision 0056.
@Suite struct `What operators decide about plugins` {
  private static let path = "/v1/console/plugins/tuned"

  private func show(_ host: RunningHost) async throws -> Reply {
    try await host.call("GET", Self.path, as: RunningHost.token)
  }

  private func change(_ host: RunningHost, _ change: JSONObject, revision: Int? = nil) async throws -> Reply {
    var body = change
    if let revision {
      body["revision"] = .integer(Int64(revision))
    } else {
      body["revision"] = try await show(host)["revision"]
    }
    return try await host.call("PATCH", Self.path, as: RunningHost.token, body: .object(body))
  }

  private func setting(_ pointer: String, _ reply: Reply) -> JSON? {
    reply["settings"]?.array?.first { $0["pointer"]?.string == pointer }
  }

  private func greeting(_ host: RunningHost) async -> Reply? { try? await host.call("GET", "/v1/tuned/greeting") }

  private func fieldhouse(_ words: [String], _ world: TrialWorld) async throws -> Tool {
    try await Tool.fieldhouse(words + world.installation.flags, environment: world.environment)
  }

  @Test(.tags(.pl67), arguments: TestEngine.allCases)
  func `are taken over without a refused request, and are there after a kill`(on engine: TestEngine) async throws {
    try await TrialWorld.run(on: engine) { world in
      try await TunedPlugin.install(into: world.installation)
      try await LedgerPlugin.install(into: world.installation)
      try await world.host { host in
        #expect(try await host.call("POST", "/v1/tuned/notes", body: nil).status < 300)
        let clients = LedgerClients()
        try await clients.write(to: host) {
          let reply = try await change(
            host, ["settings": ["greeting": "good day", "mail": ["port": 587], "token": "sesame-sesame"]])
          #expect(reply.status == 200, "\(reply.json)")
          #expect(reply["isInUse"] == false && reply["isTakenOver"] == true && reply["revision"] == 1)
          try await eventually { await greeting(host)?["text"] == "good day" }
          try await eventually { try await show(host)["isInUse"] == true }
        }
        #expect(clients.refused == 0 && clients.unanswered == [])
        try await clients.expectKept(by: host)
        #expect(await greeting(host)?.json == ["text": "good day", "most": 3, "port": 587, "tokenLength": 13])
        let shown = try await show(host)
        #expect(setting("/mail/port", shown)?["source"] == "console")
        #expect(setting("/mail/server", shown)?["value"] == "localhost")
        #expect(!String(decoding: shown.body, as: UTF8.self).contains("sesame"))
        try await expectTrail(host, ["plugin.changed tuned /greeting \"good day\"; /mail/port 587; /token (secret)"])
        #expect(!host.log.contains("sesame"))
        // Kept, and killed before anybody could start with it.
        #expect(try await change(host, ["settings": ["greeting": .null, "most": 7]]).status == 200)
        try await host.kill()
      }
      for secret in [true, false] {
        if !secret { try FileManager.default.removeItem(atPath: "\(world.installation.data)/secret.key") }
        try await world.host { host in
          let reply = try await host.call("GET", "/v1/tuned/greeting")
          guard secret else {
            let shown = try await show(host)
            #expect(shown["state"] == "dropped" && setting("/most", shown)?["value"] == 7)
            let problems = shown["problems"]?.array ?? []
            #expect(problems.contains { $0["code"] == "secret-missing" && $0["pointer"] == "/settings/token" })
            return
          }
          #expect(reply.json == ["text": "hello", "most": 7, "port": 587, "tokenLength": 13])
        }
      }
      let stored = try await storedText(world)
      #expect(!stored.contains("sesame"))
    }
  }

  /// What the database says where it can be read.
  private func storedText(_ world: TrialWorld) async throws -> String {
    if let database = world.database {
      return try await database.column("select text || coalesce(secrets, '') from fieldhouse_accounts.operator_records")
        .joined()
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: world.installation.data)
    return try files.filter { $0.hasPrefix("accounts.sqlite") }.map {
      String(decoding: try Data(contentsOf: URL(filePath: "\(world.installation.data)/\($0)")), as: UTF8.self)
    }.joined()
  }

  private func expectTrail(_ host: RunningHost, _ lines: [String]) async throws {
    let trail = try await host.call("GET", "/v1/audit", as: RunningHost.token)
    let entries = trail.items.filter { $0["action"]?.string?.hasPrefix("plugin.") == true }
    #expect(
      entries.map { "\($0["action"]?.string ?? "") \($0["subject"]?.string ?? "") \($0["detail"]?.string ?? "")" }
        .reversed()
        == lines.map { $0.replacing(" tuned ", with: " plugin/tuned ") })
    #expect(entries.allSatisfy { $0["actor"] == "operator" })
    #expect(trail["firstBroken"] == .null || trail["firstBroken"] == nil)
  }

  @Test(.tags(.pl67)) func `are refused with each mistake at its place, and nothing is kept`() async throws {
    let installation = try Installation()
    try await TunedPlugin.install(into: installation, settings: ["mail": ["server": "post", "port": 465]])
    try await RunningHost.run(installation, clock: TrialWorld.clock) { host in
      var reply = try await change(
        host,
        [
          "settings": [
            "greeting": "x", "most": 11, "mail": ["port": 587], "pace": "fst", "friends": ["Ann", "B"],
            "token": "short",
            "gretting": 1, "loud": "yes",
          ]
        ])
      #expect(reply.status == 422)
      #expect(Set(reply.mistakes) == ["/settings/mail/port setting-fixed", "/settings/gretting setting-unknown"])
      reply = try await change(
        host,
        [
          "settings": [
            "greeting": "x", "most": 11, "pace": "fst", "friends": ["Ann", "B"], "token": "short", "loud": "yes",
          ]
        ])
      #expect(reply.status == 422)
      #expect(
        Set(reply.mistakes)
          == Set(["greeting", "most", "pace", "friends/1", "token", "loud"].map { "/settings/\($0) setting-invalid" }))
      #expect(!String(decoding: reply.body, as: UTF8.self).contains("\"short\""))
      // The plugin's own word, from its own trial; and one that breaks its process.
      reply = try await change(host, ["settings": ["greeting": "never"]])
      #expect(reply.mistakes == ["/settings validate-failed"])
      #expect("\(reply.json)".contains("Nobody can be greeted with 'never'"))
      reply = try await change(host, ["settings": ["greeting": "crash"]])
      #expect(reply.mistakes == ["/settings library-crashed"])
      reply = try await change(host, ["grants": ["http": ["c.example"], "media": true]])
      #expect(reply.mistakes == ["/grants/http/0 grant-not-requested"])
      #expect(try await change(host, ["isTest": true, "settings": ["greeting": "tried"]]).status == 200)
      let shown = try await show(host)
      #expect(shown["revision"] == 0 && shown["isInUse"] == true)
      #expect(setting("/mail/port", shown)?["source"] == "manifest")
      #expect(await greeting(host)?["text"] == "hello")
      #expect(host.deaths.isEmpty)
      try await expectTrail(host, [])
      for (path, status) in [("nobody", 404), ("tuned", 401)] {
        let token = status == 401 ? nil : RunningHost.token
        #expect(try await host.call("GET", "/v1/console/plugins/\(path)", as: token).status == status)
        #expect(try await host.call("GET", "/v1/console/plugins/\(path)/uses", as: token).status == status)
        let body: JSON = ["revision": 0, "isEnabled": true]
        #expect(try await host.call("PATCH", "/v1/console/plugins/\(path)", as: token, body: body).status == status)
      }
      let person = try await host.signIn("+15550001")
      #expect(try await host.call("GET", Self.path, as: person.token).status == 403)
      #expect(try await host.call("PATCH", Self.path, as: person.token, body: ["revision": 0]).status == 403)
    }
  }

  @Test(.tags(.pl67)) func `of two at once only what the other has seen is kept`() async throws {
    let installation = try Installation()
    try await TunedPlugin.install(into: installation)
    try await RunningHost.run(installation, clock: TrialWorld.clock) { host in
      async let first = change(host, ["settings": ["most": 5]], revision: 0)
      async let second = change(host, ["settings": ["most": 6]], revision: 0)
      let replies = try await [first, second]
      #expect(replies.map(\.status).sorted() == [200, 412])
      #expect(replies.first { $0.status == 412 }?.code == "plugin-changed")
      try await eventually { try await show(host)["isInUse"] == true }
      #expect(try await change(host, ["settings": ["most": 8]], revision: 0).code == "plugin-changed")
      #expect(try await change(host, ["settings": ["most": 8]], revision: 1).status == 200)
    }
  }

  @Test(.tags(.pl67))
  func `switch plugins on and off, seen by the command line, whose word counts when it comes later`()
    async throws
  {
    let world = TrialWorld(installation: try Installation(), database: nil)
    try await TunedPlugin.install(into: world.installation, enabled: false)
    try await TunedPlugin.installFollower(into: world.installation)
    let manifest = try world.installation.folder.read("manifests/tuned.json")
    try await world.host { host in
      #expect(await greeting(host)?.status == 404)
      #expect(try await show(host)["state"] == "disabled")
      #expect(try await change(host, ["isEnabled": true]).status == 200)
      try await eventually { await greeting(host)?.status == 200 }
      #expect(try await host.call("POST", "/v1/ledger/entries", body: ["text": "follows"]).status == 201)
      let list = try await fieldhouse(["plugins", "list"], world)
      #expect(list.output.contains("tuned  1.0.0  ready") && list.output.contains("ledger  1.0.0  ready"))
      #expect(try await host.call("POST", "/v1/tuned/notes", body: nil).status < 300)
      let uses = try await host.call("GET", Self.path + "/uses", as: RunningHost.token)
      #expect(
        uses.json == [
          "dependents": ["ledger"], "askedBy": [], "heardBy": [], "hears": ["accounts.invitation-accepted"],
          "boards": ["best"], "rows": 1,
        ])
      #expect(try await change(host, ["isEnabled": false, "settings": ["most": 9]]).status == 200)
      try await eventually { await greeting(host)?.status == 404 }
      #expect(try await show(host)["state"] == "disabled")
      #expect(try world.installation.folder.read("manifests/tuned.json") == manifest)
      let info = try await fieldhouse(["plugins", "info", "tuned", "--json"], world)
      #expect(try info.json["state"] == "disabled")
      #expect(try info.json["settings"]?.array?.contains("/most = 9 (console)") == true, "\(info.output)")
      #expect(try await change(host, ["isEnabled": true]).status == 200)
      try await eventually { await greeting(host)?["most"] == 9 }
      #expect(try await fieldhouse(["plugins", "enable", "tuned"], world).code == 0)
      #expect(try await fieldhouse(["plugins", "disable", "tuned"], world).code == 0)
      try await eventually { try await show(host)["isEnabled"] == false }
    }
    try await world.host { host in
      #expect(await greeting(host)?.status == 404)
      let shown = try await show(host)
      #expect(shown["isEnabledHere"] == false && setting("/most", shown)?["value"] == 9)
    }
  }

  @Test(.tags(.pl67)) func `cannot switch on what would not run, and say why`() async throws {
    let installation = try Installation()
    try await TunedPlugin.install(into: installation, enabled: false, settings: ["greeting": "never"])
    try await RunningHost.run(installation, clock: TrialWorld.clock) { host in
      let reply = try await change(host, ["isEnabled": true])
      #expect(reply.mistakes == ["/isEnabled validate-failed"])
      #expect(try await show(host)["isEnabled"] == false)
      #expect(try await show(host)["permissions"]?.array?.count == 3)
    }
  }
}
