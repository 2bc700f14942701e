internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A restore that is only tried", .storageWorld)
struct BackupTrialTests {
  private func `try`(
    _ file: String, in club: ClubFolder, known: [Namespace] = ClubFolder.spaces,
    inspect: @escaping @Sendable ([String: any NamespaceStorage], String) async throws -> [BackupTrial.Line] = { _, _ in
      []
    }
  ) async throws -> BackupTrial {
    var options = RestoreOptions()
    options.known = known
    return try await BackupTrial(file, in: club.path, options: options, inspect: inspect)
  }

  @Test(arguments: EngineKind.available)
  func `opens every database, runs its migrations, and changes nothing`(on kind: EngineKind) async throws {
    let club = try ClubFolder(kind)
    try await club.fill("old")
    let file = try await club.backUp()
    let before = (
      try await club.contents(), DurableFiles.names(in: club.path), try Data(contentsOf: URL(filePath: file))
    )
    var newer = ClubFolder.spaces[0]
    newer.migrations.append(Migration(id: "2", sql: "alter table t add column shirt integer"))
    let trial = try await `try`(file, in: club, known: [newer]) { storages, folder in
      #expect(storages.keys.sorted() == ["club"])
      #expect(try await storages["club"]?.value("select count(*) from t where shirt is null") == 3)
      let secret = try String(contentsOfFile: folder + "/secret.key", encoding: .utf8)
      return [BackupTrial.Line("secret", isGood: secret == "the secret of old", secret)]
    }
    #expect(trial.isGood)
    #expect(trial.manifest?.namespaces.count == 2)
    let details = Dictionary(uniqueKeysWithValues: trial.lines.map { ($0.item, $0.detail) })
    #expect(details["database club"]?.hasSuffix("1 migration ran") == true)
    #expect(details["database games"]?.contains("no plugin is installed that knows it") == true)
    #expect(details["files media"]?.hasPrefix("3 files") == true)
    #expect(try await club.contents() == before.0)
    #expect(DurableFiles.names(in: club.path) == before.1)
    #expect(try Data(contentsOf: URL(filePath: file)) == before.2)
  }

  @Test func `finds what would not work`() async throws {
    let club = try ClubFolder(.sqlite)
    try await club.fill("old")
    var options = BackupOptions()
    options.withoutSecret = true
    let without = try await club.backUp("without", options: options)
    let file = try await club.backUp("with")
    let newer = try await `try`(file, in: club, known: [Namespace(id: "club")])
    #expect(newer.lines.filter { !$0.isGood }.map(\.item) == ["database club"])
    #expect(try await `try`(without, in: club).lines.filter { !$0.isGood }.map(\.item) == ["secret"])
    let thrown = try await `try`(file, in: club) { _, _ in throw Deliberate() }
    #expect(thrown.lines.filter { !$0.isGood }.map(\.item) == ["host"])
    try (Data(contentsOf: URL(filePath: file)).dropLast()).write(to: URL(filePath: file))
    let cut = try await `try`(file, in: club)
    #expect(!cut.isGood && cut.manifest == nil && cut.lines.map(\.item) == ["file"])
  }

  @Test func `finds rows that are not those of the manifest, checksums being right`() async throws {
    let club = try ClubFolder(.sqlite)
    try await club.fill("old")
    let file = try await club.backUp()
    var manifest = try StorageBackup(path: file).manifest()
    manifest.namespaces[0].tables[0].rows += 1
    let sources = ClubFolder.spaces.map {
      BackupSource(kind: .database, name: "\($0.id).sqlite", path: "\(club.path)/\($0.id).sqlite")
    }
    manifest.parts = try sources.map { try $0.part() }
    let other = file + "-other"
    try BackupWriter(path: other, overwrites: false).write(manifest, sources)
    let trial = try await `try`(other, in: club)
    #expect(trial.lines.map(\.isGood) == [false])
    #expect(trial.lines[0].detail.contains("rows or migrations of 'club' differ"))
  }

  @Test func `is refused where there is no room for it`() async throws {
    let club = try ClubFolder(.sqlite)
    try await club.fill("old")
    let file = try await club.backUp()
    var options = RestoreOptions()
    options.freeSpace = { _ in 1 << 20 }
    let trial = try await BackupTrial(file, in: club.path, options: options)
    #expect(trial.lines.map(\.isGood) == [false])
    #expect(trial.lines[0].detail.contains("1 MiB are free"))
  }

  @Test func `removes what a trial that was killed has left, and not that of one that runs`() async throws {
    let club = try ClubFolder(.sqlite)
    try await club.fill("old")
    let file = try await club.backUp()
    for name in [".verify-1-4194999", ".verify-1-\(getpid())", ".backup-7-4194999"] {
      try FileManager.default.createDirectory(atPath: "\(club.path)/\(name)", withIntermediateDirectories: true)
    }
    _ = try await `try`(file, in: club)
    #expect(
      DurableFiles.names(in: club.path).filter { $0.hasPrefix(".") }
        == [".backup-7-4194999", ".verify-1-\(getpid())"].sorted())
  }
}
