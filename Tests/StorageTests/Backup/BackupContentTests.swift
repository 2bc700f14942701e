internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("What a backup holds", .storageWorld)
struct BackupContentTests {
  @Test(arguments: EngineKind.available)
  func `is everything: restored elsewhere, databases, files, secret and who has left are the same`(
    on kind: EngineKind
  ) async throws {
    let club = try ClubFolder(kind)
    try await club.fill("old", left: ["a1"])
    let contents = try await club.contents()
    #expect(contents.count == 13)
    let file = try await club.backUp()
    for target in EngineKind.available {
      try await StorageWorld.another { world in
        let other = try ClubFolder(target, world)
        let report = try await other.restore(file)
        #expect(report.kept == nil || target == .postgresql)
        #expect(report.hasSecret && report.unknown == [])
        #expect(try await other.contents() == contents)
        #expect(other.read("erased.ids") == "a1\n")
        #expect(try ClubFolder.mode(other.path + "/secret.key") == 0o600)
      }
    }
  }

  @Test func `is told by its manifest: versions, migrations, rows, plugins, and a checksum for each part`() async throws
  {
    let club = try ClubFolder(.sqlite)
    try await club.fill("old")
    var options = BackupOptions()
    options.host = "0.1.0"
    options.plugins = [.init(id: "games", version: "1.2.3")]
    let manifest = try StorageBackup(path: try await club.backUp(options: options)).manifest()
    #expect(manifest.format == 2)
    #expect(manifest.engine == "sqlite")
    #expect([manifest.host, manifest.kit] == ["0.1.0", Kit.version])
    #expect(manifest.plugins == options.plugins)
    #expect(manifest.namespaces.map(\.id) == ["club", "games"])
    for space in manifest.namespaces {
      #expect(space.migrations == [.init(id: "1", checksum: ClubFolder.spaces[0].migrations[0].checksum)])
      #expect(space.tables.first { $0.name == "t" }?.rows == 3)
    }
    #expect(manifest.parts.map(\.name) == ["club.sqlite", "games.sqlite", "media", "pictures", "secret.key"])
    #expect(manifest.parts.allSatisfy { $0.bytes > 0 && $0.sha256.utf8.count == 64 })
  }

  @Test func `has the plugins' manifests for reference, and nothing else of their folder`() async throws {
    let club = try ClubFolder(.sqlite)
    try await club.fill("old")
    let manifests = club.path + "-manifests"
    try FileManager.default.createDirectory(atPath: manifests, withIntermediateDirectories: true)
    for name in ["soccer.json", "notes.txt", ".hidden.json"] {
      try Data(name.utf8).write(to: URL(filePath: "\(manifests)/\(name)"))
    }
    var options = BackupOptions()
    options.manifests = manifests
    let file = try await club.backUp(options: options)
    try await StorageWorld.another { world in
      let other = try ClubFolder(.sqlite, world)
      try await other.restore(file)
      #expect(DurableFiles.names(in: other.path + "/manifests-of-backup") == ["soccer.json"])
      #expect(other.read("manifests-of-backup/soccer.json") == "soccer.json")
    }
  }

  @Test func `is for its owner alone, and replaces another file only when it is told to`() async throws {
    let club = try ClubFolder(.sqlite)
    try await club.fill("old")
    let file = try await club.backUp()
    #expect(try ClubFolder.mode(file) == 0o600)
    let bytes = try Data(contentsOf: URL(filePath: file))
    await expectStorageError(.backup) { try await club.backUp() }
    #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
    var options = BackupOptions()
    options.overwrites = true
    options.host = "another"
    try await club.backUp(options: options)
    #expect(try StorageBackup(path: file).manifest().host == "another")
    let name = URL(filePath: file).lastPathComponent
    #expect(DurableFiles.names(in: DurableFiles.folderOf(file)).filter { $0.hasPrefix(name) } == [name])
    #expect(DurableFiles.names(in: club.path).allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func `is refused when the database of a namespace is missing that there was or must be`() async throws {
    let club = try ClubFolder(.sqlite)
    try await club.fill("old")
    var options = BackupOptions()
    options.expected = ["accounts"]
    await expectStorageError(.missing) { try await club.backUp(options: options) }
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: "\(club.path)/games.sqlite\(suffix)")
    }
    options.expected = []
    await expectStorageError(.missing) { try await club.backUp(options: options) }
    #expect(!DurableFiles.exists(club.path + "-backup"))
    options.leftOut = ["games"]
    let manifest = try StorageBackup(path: try await club.backUp(options: options)).manifest()
    #expect(manifest.namespaces.map(\.id) == ["club"])
    #expect(manifest.leftOut == ["games"])
  }

  @Test func `of a server is refused without the migrations of a namespace`() async throws {

    let club = try ClubFolder(.postgresql)
    try await club.fill("old")
    let engine = try club.world.engine(.postgresql)
    let backup = StorageBackup(path: club.path + "-backup")
    await expectStorageError(.backup) {
      try await backup.make(of: engine, in: club.path, namespaces: [ClubFolder.spaces[0]])
    }
    var options = BackupOptions()
    options.leftOut = ["games"]
    let manifest = try await backup.make(
      of: engine, in: club.path, namespaces: [ClubFolder.spaces[0]], options: options)
    #expect(manifest.namespaces.map(\.id) == ["club"])
  }

  @Test func `keeps a file that is taken away while the databases are read, and no drafts or links`() throws {
    let club = try ClubFolder(.sqlite)
    let folder = club.path + "/media/deep"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["one", "deep/two", ".draft"] { try club.write("media/\(name)", name) }
    try FileManager.default.createSymbolicLink(
      atPath: club.path + "/media/link", withDestinationPath: "/etc/hostname")
    let scratch = club.path + "/scratch"
    let files = FilesSnapshot(folder: club.path, names: ["media", "pictures"], scratch: scratch)
    try files.hold()
    try FileManager.default.removeItem(atPath: club.path + "/media/one")
    try club.write("media/three", "three")
    try files.hold()
    #expect(try FileBundle.paths(in: scratch + "/media") == ["deep/two", "one", "three"])
    #expect(club.read("scratch/media/one") == "one")
  }
}

@Suite("The secret in a backup", .storageWorld)
struct BackupSecretTests {
  private let passphrase = Array("correct horse battery".utf8)

  @Test func `is sealed by a passphrase and comes back with that one only`() async throws {
    let club = try ClubFolder(.sqlite)
    try await club.fill("old")
    var options = BackupOptions()
    options.passphrase = passphrase
    let file = try await club.backUp(options: options)
    #expect(try StorageBackup(path: file).manifest().secret?.kind == .sealedSecret)
    #expect(try Data(contentsOf: URL(filePath: file)).range(of: Data("the secret of old".utf8)) == nil)
    try await StorageWorld.another { world in
      let other = try ClubFolder(.sqlite, world)
      for wrong in [nil, Array("correct horse batterz".utf8), []] as [[UInt8]?] {
        await expectStorageError(.backup) { try await other.restore(file) { $0.passphrase = wrong } }
        #expect(!other.exists("club.sqlite") && !other.exists("secret.key"))
      }
      #expect(try await other.restore(file) { $0.passphrase = passphrase }.hasSecret)
      #expect(other.read("secret.key") == "the secret of old")
    }
  }

  @Test func `can be left out or left alone, and then that of the folder stays`() async throws {
    let club = try ClubFolder(.sqlite)
    try await club.fill("old")
    var options = BackupOptions()
    options.withoutSecret = true
    let (without, with) = (try await club.backUp("without", options: options), try await club.backUp("with"))
    #expect(try StorageBackup(path: without).manifest().secret == nil)
    try await StorageWorld.another { world in
      let other = try ClubFolder(.sqlite, world)
      #expect(try await !other.restore(without).hasSecret)
      #expect(!other.exists("secret.key"))
      try other.write("secret.key", "its own")
      #expect(try await !other.restore(with) { $0.withoutSecret = true }.hasSecret)
      #expect(other.read("secret.key") == "its own")
      #expect(try await other.restore(with).hasSecret)
      #expect(other.read("secret.key") == "the secret of old")
    }
  }

  @Test(arguments: [0, 1, 15, 16, 40, 41, 60])
  func `that is sealed cannot be changed or cut by a byte`(at position: Int) throws {
    let secret = Array("32 random bytes in base64url....".utf8)
    let sealed = try SealedSecret.seal(secret, passphrase: passphrase)
    #expect(try SealedSecret.open(sealed, passphrase: passphrase) == secret)
    #expect(sealed != (try SealedSecret.seal(secret, passphrase: passphrase)))
    var changed = sealed
    changed[position] ^= 1
    #expect(throws: StorageError.self) { try SealedSecret.open(changed, passphrase: passphrase) }
    #expect(throws: StorageError.self) { try SealedSecret.open(Array(sealed.prefix(position)), passphrase: passphrase) }
  }
}
