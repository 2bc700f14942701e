import FieldhouseKit
import Foundation
import Testing

@Suite struct `fieldhouse check` {
  @Test func `of healthy manifests ends with 0 and shows plugins and pending migrations`() async throws {
    let installation = try Installation()
    let text = try await Tool.fieldhouse(["check"] + installation.flags)
    #expect(text.code == 0)
    #expect(text.output.contains("ready soccer-predictions 1.0.0"))
    let json = try await Tool.fieldhouse(["check", "--json"] + installation.flags)
    #expect(json.code == 0)
    let report = try json.json
    #expect(report["problems"] == [])
    #expect(report["plugins"]?[0]?["id"] == "soccer-predictions")
    #expect(report["migrationPlans"]?["soccer-predictions"]?[0]?["name"] == "0001-predictions.sql")
  }

  @Test func `counts the statements of open migrations, whatever semicolons there are in texts and comments`()
    async throws
  {
    let installation = try Installation()
    try await LedgerPlugin.install(into: installation)
    try installation.folder.write(
      "plugins/ledger/migrations/0001-entries.sql",
      """
      -- Entries; nothing else;
      create table entries (id integer primary key, text text not null default 'a;b;');
      create index entries_of_text on entries (text);

      """)
    let tool = try await Tool.fieldhouse(["check", "--json"] + installation.flags)
    #expect(try tool.json["migrationPlans"]?["ledger"]?[0]?["summary"] == "2 statements", "\(tool.output)")
  }

  @Test func `of broken manifests ends with 1 and names file, place, code and remedy of each mistake`() async throws {
    let installation = try Installation()
    try installation.folder.write(
      "manifests/broken.json", #"{"id": "broken", "nmae": "Broken", "version": "1", "kit": "^1.0.0"}"#)
    try installation.folder.write("manifests/unfinished.json", #"{"id": "unfinished","#)
    let text = try await Tool.fieldhouse(["check"] + installation.flags)
    #expect(text.code == 1)
    #expect(text.output.contains("broken.json:1"))
    #expect(text.output.contains("ready soccer-predictions 1.0.0"))
    let json = try await Tool.fieldhouse(["check", "--json"] + installation.flags)
    #expect(json.code == 1)
    let problems = try json.json["problems"]?.array ?? []
    let files = Set(problems.compactMap { $0["file"]?.string.map { URL(fileURLWithPath: $0).lastPathComponent } })
    #expect(files == ["broken.json", "unfinished.json"])
    let unknown = problems.first { $0["pointer"]?.string == "/nmae" }
    #expect(unknown?["remedy"]?.string?.contains("name") == true)
    #expect(problems.allSatisfy { $0["code"]?.string?.isEmpty == false })
  }

  @Test func `names the statements of open migrations that not every engine runs, and what to write instead`()
    async throws
  {
    let installation = try Installation()
    try await LedgerPlugin.install(into: installation)
    let migration = "plugins/ledger/migrations/0001-entries.sql"
    try installation.folder.write(
      migration,
      """

      -- Entries
      create table entries (id integer primary key, text varchar(20) not null);

      create index entries_of_text on entries (text collate nocase);
      insert or replace into entries values (1, 'one')
      """)
    let tool = try await Tool.fieldhouse(["check", "--json"] + installation.flags)
    #expect(tool.code == 1)
    let problems = try tool.json["problems"]?.array ?? []
    #expect(problems.allSatisfy { $0["code"] == "migration-statement" && $0["pointer"] == "/migrations/0" })
    #expect(
      problems.map { "\($0["message"]?.string ?? "") \($0["remedy"]?.string ?? "")" } == [
        "Statement 1 of 0001-entries.sql, line 3, is refused: Column 'text' has no shared type. Use integer, "
          + "real, text or blob.",
        "Statement 2 of 0001-entries.sql, line 5, is refused: 'collate' is known to one engine only. Write it in the "
          + "shared SQL.",
        "Statement 3 of 0001-entries.sql, line 6, is refused: Write 'on conflict (…) do …' instead of 'insert or …'. Write "
          + "it in the SQL of Core/Kit/SQL.md.",
      ])
    try installation.folder.write(migration, "create table entries (id integer primary key, text text not null)")
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { _ in }
    #expect(try await Tool.fieldhouse(["check"] + installation.flags).code == 0)
  }

  @Test func `of a folder that is not there ends with 1`() async throws {
    let installation = try Installation()
    let tool = try await Tool.fieldhouse([
      "check", "--data", installation.data, "--manifests", installation.folder("nowhere"),
    ])
    #expect(tool.code == 1)
    #expect(tool.output.contains("manifests-unreadable"))
  }
}
