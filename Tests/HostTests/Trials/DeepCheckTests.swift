import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Glibc
import Testing

/// `fieldhouse check --deep`. One at a time: roles of a server are all tests'.
@Suite(.serialized) struct `A plugin that is tried on a copy of its data` {
  private typealias Finding = TrialWorld.Finding

  @Test(arguments: TestEngine.allCases)
  func `and is well is found to be, before and after there is data, and nothing of it changes`(
    on engine: TestEngine
  ) async throws {
    try await TrialWorld.run(on: engine) { world in
      try await LedgerPlugin.install(into: world.installation)
      try await EagerPlugin.install(calls: false, isDeclared: true, into: world.installation)
      var report = try await world.check()
      #expect(report.code == 0 && report.findings == [], "\(report.problems)")
      try await world.host { host in
        let reply = try await host.call("POST", "/v1/ledger/entries", body: ["text": "kept"])
        #expect(reply.status < 300)
      }
      let before = try await DataPrint(world.installation, world.database)
      report = try await world.check()
      #expect(report.code == 0 && report.findings == [], "\(report.problems)")
      #expect(try await DataPrint(world.installation, world.database) == before)
      try await world.expectNothingLeft()
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `while its host runs disturbs nobody`(on engine: TestEngine) async throws {
    try await TrialWorld.run(on: engine) { world in
      try await LedgerPlugin.install(into: world.installation)
      try await world.host { host in
        let clients = LedgerClients()
        try await clients.write(to: host) {
          for _ in 0..<2 {
            let report = try await world.check()
            #expect(report.code == 0 && report.findings == [], "\(report.problems)")
          }
        }
        #expect(clients.refused == 0 && clients.unanswered == [])
        try await clients.expectKept(by: host)
      }
      try await world.expectNothingLeft()
    }
  }

  @Test(arguments: [
    (HarmPlugin.Deed.trap, "library-crashed"), (.abort, "library-crashed"), (.segfault, "library-crashed"),
    (.recurse, "library-crashed"), (.exit, "library-exited"), (.leave, "library-exited"), (.loop, "library-hung"),
    (.sleep, "library-hung"), (.memory, "library-memory"),
  ])
  func `and breaks the process when it is made is named, and the check goes on`(
    _ deed: HarmPlugin.Deed, code: String
  ) async throws {
    try await TrialWorld.run(on: .sqlite) { world in
      try await HarmPlugin.install(into: world.installation)
      try HarmPlugin.whenMade(deed, in: world.installation)
      try world.installation.folder.write("plugins/harm/0001.sql", "create table deeds (what text not null, what text)")
      try world.change("harm", "migrations", ["0001.sql"])
      // A busy machine takes its time for what ends by itself.
      let report = try await world.check(["--step-seconds", deed.isHang ? "4" : "120"])
      #expect(report.code == 1)
      // What is wrong with its migrations is not hidden by what is wrong with its code.
      #expect(
        report.findings == [
          Finding("harm", "error", code, "/library/path"), Finding("harm", "error", "migrate-failed", "/migrations/0"),
        ])
      #expect(report.problems.first?["message"]?.string?.contains("while it was made") == true)
      try await world.expectNothingLeft()
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `with migrations that fail on the data that there is, and on no other, is told so`(
    on engine: TestEngine
  ) async throws {
    try await TrialWorld.run(on: engine) { world in
      try await LedgerPlugin.install(into: world.installation)
      try await world.host { host in
        for _ in 0..<2 { _ = try await host.call("POST", "/v1/ledger/entries", body: ["text": "twice"]) }
      }
      let before = try await DataPrint(world.installation, world.database)
      for statement in [
        "create unique index entries_once on entries (text)",
        "create table others (text text not null unique); insert into others select text from entries",
      ] {
        try world.installation.folder.write("plugins/ledger/migrations/0002.sql", statement)
        try world.change("ledger", "migrations", ["migrations/0001-entries.sql", "migrations/0002.sql"])
        let shallow = try await Tool.fieldhouse(["check"] + world.installation.flags, environment: world.environment)
        #expect(shallow.code == 0)
        let report = try await world.check()
        #expect(report.code == 1)
        #expect(report.findings == [Finding("ledger", "error", "migrate-failed", "/migrations/1")])
        let message = report.problems.first?["message"]?.string ?? ""
        #expect(message.contains("of the migration '0002.sql' failed"), "\(message)")
        #expect(try await DataPrint(world.installation, world.database) == before)
      }
      if engine == .postgresql {
        // SQLite refuses it of an empty table too.
        try world.installation.folder.write(
          "plugins/ledger/migrations/0002.sql", "alter table entries add column day text not null")
        #expect(try await world.check().findings == [Finding("ledger", "error", "migrate-failed", "/migrations/1")])
      }
      try world.installation.folder.write(
        "plugins/ledger/migrations/0002.sql",
        "delete from entries where id > 1; create unique index e on entries (text)")
      #expect(try await world.check().code == 0)
      #expect(try await DataPrint(world.installation, world.database) == before)
      try await world.expectNothingLeft()
    }
  }

  @Test func `and does other things than its manifest says is told all of them, also when it is switched off`()
    async throws
  {
    try await TrialWorld.run(on: .sqlite) { world in
      try await EagerPlugin.install(calls: false, isDeclared: false, into: world.installation)
      let expected: Set = [
        Finding("eager", "error", "route-undeclared", "/contributions/routes"),
        Finding("eager", "error", "route-missing", "/contributions/routes/1"),
        Finding("eager", "error", "question-undeclared", "/contributions/questions"),
        Finding("eager", "error", "question-missing", "/contributions/questions/0"),
        Finding("eager", "error", "schedule-undeclared", "/contributions/schedules"),
        Finding("eager", "error", "subscription-undeclared", "/contributions/subscriptions"),
        Finding("eager", "warning", "subscription-unused", "/contributions/subscriptions/1"),
      ]
      var report = try await world.check()
      #expect(report.code == 1)
      #expect(Set(report.findings) == expected && report.findings.count == expected.count)
      let schedule = report.problems.first { $0["code"] == "schedule-undeclared" }
      #expect(schedule?["remedy"]?.string == "Add it; or did you mean \"hourly\"?")
      try world.change("eager", "enabled", false)
      report = try await world.check()
      #expect(report.code == 0)
      #expect(
        Set(report.findings) == Set(expected.map { Finding($0.plugin, "notice", $0.code, $0.pointer) }))
    }
  }

  @Test func `and needs another server to start calls nobody, and is not blamed`() async throws {
    try await TrialWorld.run(on: .sqlite) { world in
      try await EagerPlugin.install(calls: true, isDeclared: true, into: world.installation)
      let report = try await world.check()
      #expect(report.code == 0)
      #expect(report.findings == [Finding("eager", "warning", "start-failed", "")])
      let remedy = report.problems.first?["remedy"]?.string ?? ""
      #expect(remedy.hasPrefix("The plugin wanted to call sport.example, which a trial does not let it"), "\(remedy)")
      try world.change("eager", "enabled", false)
      let tool = try await Tool.fieldhouse(["check", "--deep"] + world.installation.flags)
      #expect(tool.output.contains("disabled eager 1.0.0: tried, would serve\n"), "\(tool.output)")
      #expect(tool.output.contains("1 disabled, of which 1 would serve; 0 errors"), "\(tool.output)")
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `leaves a copy when the check is killed, which the next check or start takes away`(
    on engine: TestEngine
  ) async throws {
    try await TrialWorld.run(on: engine) { world in
      try await HarmPlugin.install(into: world.installation)
      for isStart in [false, true] {
        try HarmPlugin.whenMade(.sleep, in: world.installation)
        let child = try Child(
          [Repository.executable, "check", "--deep"] + world.installation.flags,
          environment: Tool.basicEnvironment.merging(world.environment) { $1 })
        try await eventually {
          let names = try FileManager.default.contentsOfDirectory(atPath: world.installation.data)
          guard let copy = names.first(where: { $0.hasPrefix(".trial") }) else { return false }
          // The plugin's process has begun: it has made the plugin's store in the copy.
          guard let database = world.database else {
            return FileManager.default.fileExists(atPath: "\(world.installation.data)/\(copy)/harm.sqlite")
          }
          let schemas = "select 1 from pg_namespace where nspname like 'fieldhousetry%\\_harm'"
          return try await !database.column(schemas).isEmpty
        }
        child.signal(SIGKILL)
        _ = try await child.end()
        let left = try FileManager.default.contentsOfDirectory(atPath: world.installation.data)
        #expect(left.contains { $0.hasPrefix(".trial") })
        try HarmPlugin.whenMade(nil, in: world.installation)
        // The process of the plugin ends when nobody waits for it; its sessions end a moment later.
        try await Task.sleep(for: .seconds(1))
        let sessions = "select 1 from pg_stat_activity where application_name like 'fieldhouse/fieldhousetry%'"
        try await eventually { try await world.database?.column(sessions).isEmpty ?? true }
        if isStart { try await world.host() } else { #expect(try await world.check().code == 0) }
        try await world.expectNothingLeft()
      }
    }
  }
}
