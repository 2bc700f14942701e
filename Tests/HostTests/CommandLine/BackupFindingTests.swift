import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What is said of backups` {
  private static let morning = "2024-08-17T09:00:00Z"

  /// A club that has been started once.
  private func club() async throws -> (Installation, file: String, Person) {
    let installation = try Installation(season: TestSeason.text())
    let person = try await RunningHost.run(installation, clock: Self.morning) { host in
      let person = try await host.signIn("+4915100000001")
      try await host.enrol(person)
      return person
    }
    return (installation, installation.folder("club.backup"), person)
  }

  /// The codes of doctor's findings about backups, at an instant.
  private func doctor(_ installation: Installation, at instant: String) async throws -> [String] {
    let tool = try await Tool.fieldhouse(
      ["doctor", "--json", "--clock", instant, "--clock-rate", "0"] + installation.flags)
    #expect(tool.code == 0, "\(tool.output)")
    return try tool.json.array?.compactMap { $0["code"]?.string }.filter { $0.hasPrefix("backup") } ?? []
  }

  @Test func `doctor warns until there is a backup that was tried, and again when it is old`() async throws {
    let (installation, file, _) = try await club()
    let clock = ["--clock", Self.morning, "--clock-rate", "0"]
    #expect(try await doctor(installation, at: Self.morning) == ["backup-missing"])
    try #require(try await Tool.fieldhouse(["backup", file] + clock + installation.flags).code == 0)
    #expect(try await doctor(installation, at: Self.morning) == ["backup-unverified"])
    try #require(try await Tool.fieldhouse(["restore", file, "--verify"] + clock + installation.flags).code == 0)
    #expect(try await doctor(installation, at: "2024-08-24T08:59:00Z") == ["backup"])
    #expect(try await doctor(installation, at: "2024-08-24T09:01:00Z") == ["backup-old"])
    #expect(try await doctor(installation, at: "2024-09-16T09:01:00Z") == ["backup-old", "backup-unverified"])
    #expect(try await doctor(Installation(), at: Self.morning) == [])
  }

  @Test func `restore --verify shows a table of what was tried, and changes nothing`() async throws {
    let (installation, file, _) = try await club()
    try #require(try await Tool.fieldhouse(["backup", file] + installation.flags).code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: installation.data).sorted()
    let table = try await Tool.fieldhouse(["restore", file, "--verify"] + installation.flags)
    try #require(table.code == 0, "\(table.output)")
    #expect(table.output.contains("it opens 1 of 1 second factors"))
    #expect(table.output.split(separator: "\n").allSatisfy { $0.hasPrefix("ok ") })
    #expect(try FileManager.default.contentsOfDirectory(atPath: installation.data).sorted() == names)

    let elsewhere = installation.folder("elsewhere")
    let arguments = ["restore", file, "--verify", "--json", "--data", elsewhere, "--manifests", installation.manifests]
    let json = try await Tool.fieldhouse(arguments)
    try #require(json.code == 0, "\(json.errors)")
    #expect(try json.json["good"] == true)
    let items = try json.json["tried"]?.array?.compactMap { $0["item"]?.string } ?? []
    #expect(Set(items).isSuperset(of: ["file", "database accounts", "database host", "files pictures", "secret"]))
    #expect(!FileManager.default.fileExists(atPath: elsewhere))
  }

  @Test func `restore --verify finds a secret that is another installation's, and one that is not there`() async throws
  {
    let (installation, file, _) = try await club()
    let without = try await Tool.fieldhouse(["backup", file + "2", "--without-secret"] + installation.flags)
    try #require(without.code == 0)
    #expect(without.errors.contains("ATTENTION") && without.errors.contains("\(installation.data)/secret.key"))
    #expect(without.errors.contains("second\nfactors and their recovery codes are lost"))
    try Data(String(repeating: "A", count: 43).utf8).write(to: URL(fileURLWithPath: installation.data + "/secret.key"))
    let wrong = try await Tool.fieldhouse(["backup", file] + installation.flags)
    try #require(wrong.code == 0)
    #expect(wrong.errors.contains("ATTENTION") && wrong.errors.contains("in clear"))
    for (name, said) in [(file, "it opens 0 of 1 second factors"), (file + "2", "It is not in the backup")] {
      let tool = try await Tool.fieldhouse(["restore", name, "--verify"] + installation.flags)
      #expect(tool.code == 1)
      let bad = tool.output.split(separator: "\n").filter { !$0.hasPrefix("ok ") }
      #expect(bad.count == 1 && bad.first?.contains(said) == true, "\(tool.output)")
      #expect(tool.errors.contains("Nothing was restored"))
    }
  }

  @Test func `a backup without a database that there was is refused, naming it`() async throws {
    let (installation, file, _) = try await club()
    try FileManager.default.removeItem(atPath: installation.data + "/notifications.sqlite")
    let tool = try await Tool.fieldhouse(["backup", file] + installation.flags)
    #expect(tool.code == 1)
    #expect(tool.errors.contains("storage-missing: The database of notifications is missing"))
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(
      try await Tool.fieldhouse(["backup", file, "--leave-out", "notifications"] + installation.flags).code == 0)
  }

  @Test func `a backup replaces no file, and a restore can be undone and what it kept removed`() async throws {
    let (installation, file, _) = try await club()
    try #require(try await Tool.fieldhouse(["backup", file] + installation.flags).code == 0)
    let again = try await Tool.fieldhouse(["backup", file] + installation.flags)
    #expect(again.code == 1)
    #expect(again.errors.contains("replace it with --force"))
    #expect(try await Tool.fieldhouse(["backup", file, "--force"] + installation.flags).code == 0)
    let restored = try await Tool.fieldhouse(["restore", file, "--json"] + installation.flags)
    let kept = try #require(try restored.json["kept"]?.string)
    #expect(restored.errors.contains("fieldhouse restore --undo brings it back"))
    #expect(FileManager.default.fileExists(atPath: "\(installation.data)/\(kept)/accounts.sqlite"))
    #expect(try await Tool.fieldhouse(["restore", "--undo"] + installation.flags).code == 0)
    let removed = try await Tool.fieldhouse(["restore", "--discard-previous"] + installation.flags)
    #expect(removed.code == 0 && removed.errors.contains("before-restore-"))
    let nothing = try await Tool.fieldhouse(["restore", "--undo"] + installation.flags)
    #expect(nothing.code == 1 && nothing.errors.contains("has kept what was there before"))
  }

  @Test(arguments: [
    ["restore"], ["restore", "x", "--undo"], ["restore", "--verify"],
    ["restore", "x", "--verify", "--discard-previous"],
    ["backup"], ["backup", "x", "--without-secret", "--passphrase-file", "y"],
    ["backup", "x", "--passphrase-file", "/nowhere"], ["restore", "x", "--passphrase-file", "/dev/null"],
  ])
  func `a call that says two things at once, or too little, is wrong usage`(arguments: [String]) async throws {
    let tool = try await Tool.fieldhouse(arguments, folder: try TestFolder().path)
    #expect(tool.code == 2, "\(tool.errors)")
    #expect(tool.output.isEmpty)
  }

  @Test func `a restore that was killed is settled by the next start: accounts and games are of one moment`()
    async throws
  {
    let (installation, file, first) = try await club()
    try #require(try await Tool.fieldhouse(["backup", file] + installation.flags).code == 0)
    let second = try await RunningHost.run(installation, clock: Self.morning) { host in
      try await host.predict(2, 1, as: first)
      return try await host.predictor("+4915100000002", 3, 1)
    }
    let killer = try await KillPoint(installation)
    let changes = try await killer.count(["restore", file] + installation.flags)
    try #require(try await Tool.fieldhouse(["restore", "--undo"] + installation.flags).code == 0)
    for point in [changes / 2, changes - 36, changes - 28, changes - 20, changes - 12] {
      let killed = try await killer.run(["restore", file] + installation.flags, at: point)
      #expect(killed.code == 137, "\(killed.errors)")
      let isRestored = try await RunningHost.run(installation, clock: Self.morning) { host in
        let game = try await host.prediction("GET", TestSeason.first, as: first).status
        let account = try await host.get("/v1/people/\(second.id)", as: first).status
        #expect(game == account && [200, 404].contains(game), "killed at \(point) of \(changes)")
        return game == 404
      }
      #expect(!FileManager.default.fileExists(atPath: installation.data + "/restore.pending"))
      if isRestored { #expect(try await Tool.fieldhouse(["restore", "--undo"] + installation.flags).code == 0) }
    }
  }
}

/// Ends the command line at the change of the disk that a test names.
private struct KillPoint {
  private let library: String
  private let counter: String

  init(_ installation: Installation) async throws {
    (library, counter) = (installation.folder("killpoint.so"), installation.folder("count"))
    let source = "\(Repository.root)/Tests/DiskTrouble/killpoint.c"
    let compiler = try await Tool.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
    try #require(compiler.code == 0, "\(compiler.errors)")
  }

  /// Runs to the end and tells how many changes there were.
  func count(_ arguments: [String]) async throws -> Int {
    let environment = ["LD_PRELOAD": library, "FIELDHOUSE_KILL_AT": "0", "FIELDHOUSE_KILL_COUNT": counter]
    let tool = try await Tool.fieldhouse(arguments, environment: environment)
    try #require(tool.code == 0, "\(tool.errors)")
    let text = try String(contentsOfFile: counter, encoding: .utf8)
    return try #require(Int(text.trimmingCharacters(in: .newlines)))
  }

  /// Runs until just before a change.
  func run(_ arguments: [String], at change: Int) async throws -> Tool {
    try await Tool.fieldhouse(
      arguments, environment: ["LD_PRELOAD": library, "FIELDHOUSE_KILL_AT": "\(change)"])
  }
}
