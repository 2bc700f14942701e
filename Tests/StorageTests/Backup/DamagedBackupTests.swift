internal import FieldhouseKit
internal import FieldhouseMachine
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("G19: a damaged backup", .storageWorld)
struct DamagedBackupTests {
  private static let flips = Guarantee.size(300, full: 2_000)

  /// Expects that none of these is restored and nothing is written but what every try leaves.
  private func expectRefused(_ copies: [(String, [UInt8])]) async throws {
    let file = StorageWorld.current.directory + "-damaged"
    try await StorageWorld.another { world in
      let other = try ClubFolder(.sqlite, world)
      let outside = DurableFiles.names(in: DurableFiles.folderOf(other.path)).filter { $0.contains("evil") }
      for (what, bytes) in copies {
        try Data(bytes).write(to: URL(filePath: file))
        let error = await #expect(throws: StorageError.self, "\(what)") { try await other.restore(file) }
        #expect(error.map { [.backup, .corrupt].contains($0.code) } == true, "\(what): \(error?.description ?? "-")")
        #expect(DurableFiles.names(in: other.path).filter { $0 != "restore.lock" } == [], "\(what)")
      }
      #expect(DurableFiles.names(in: DurableFiles.folderOf(other.path)).filter { $0.contains("evil") } == outside)
    }
  }

  private func whole() async throws -> (bytes: [UInt8], manifest: BackupManifest, start: Int) {
    let club = try ClubFolder(.sqlite)
    try await club.fill("old", left: ["a1"])
    let file = try await club.backUp()
    let manifest = try StorageBackup(path: file).manifest()
    let bytes = Array(try Data(contentsOf: URL(filePath: file)))
    return (bytes, manifest, bytes.count - manifest.bytes - BackupForm.trailerSize)
  }

  @Test func `with a single bit flipped anywhere is refused: header, every part, trailer`() async throws {
    let (good, manifest, start) = try await whole()
    var random = SeededRandom(seed: 19)
    var positions = Array(0..<20) + (start - 70..<start) + (good.count - 90..<good.count)
    var place = start
    for part in manifest.parts {
      positions += [place, place + part.bytes / 2, place + part.bytes - 1]
      place += part.bytes
    }
    positions += (0..<Self.flips).map { _ in random.next(below: good.count) }
    let copies = positions.map { position in
      var copy = good
      copy[position] ^= UInt8(1 << random.next(below: 8))
      return ("a bit of byte \(position)", copy)
    }
    try await expectRefused(copies)
    Guarantee.report("G19", "\(copies.count) backups with a flipped bit, all refused")
  }

  @Test func `that is cut off at any boundary, or goes on, is refused`() async throws {
    let (good, manifest, start) = try await whole()
    var places = [0, 1, 19, 20, start - 66, start - 1, start, start + 1]
    var place = start
    for part in manifest.parts {
      place += part.bytes
      places += [place - 1, place, place + 1]
    }
    places += [good.count - BackupForm.trailerSize, good.count - 1]
    try await expectRefused(
      places.map { ("cut at \($0)", Array(good.prefix($0))) } + [
        ("a byte more", good + [0]), ("twice", good + good),
        ("a second end", good + good.suffix(BackupForm.trailerSize)),
      ])
  }

  @Test func `whose parts are in another order, twice or of another backup is refused`() async throws {
    let (good, manifest, start) = try await whole()
    let header = Array(good[..<start])
    var pieces: [[UInt8]] = []
    var place = start
    for part in manifest.parts {
      pieces.append(Array(good[place..<place + part.bytes]))
      place += part.bytes
    }
    func joined(_ pieces: [[UInt8]]) -> [UInt8] {
      let bytes = header + pieces.flatMap { $0 }
      return bytes + Array("fieldhouse-backup-end \(SHA256.hex(of: bytes))\n".utf8)
    }
    #expect(joined(pieces) == good)
    try await expectRefused([
      ("turned round", joined(pieces.reversed())), ("swapped", joined([pieces[1], pieces[0]] + pieces.dropFirst(2))),
      ("one missing", joined(Array(pieces.dropLast()))), ("one twice", joined(pieces + [pieces[0]])),
      ("changed and summed up anew", joined(pieces.map { $0.map { $0 == 7 ? 8 : $0 } })),
    ])
  }

  @Test func `with a part that no backup has is refused before anything is written`() async throws {
    let one: [UInt8] = [1]
    let names: [(BackupManifest.Part.Kind, String)] = [
      (.database, "../evil.sqlite"), (.database, "/evil.sqlite"), (.database, "evil"), (.database, ".sqlite"),
      (.database, "Evil.sqlite"), (.database, "a/b.sqlite"), (.files, ".."), (.files, "plugins"), (.files, "media/x"),
      (.files, ""), (.secret, "evil.key"), (.sealedSecret, "../secret.key"), (.erasures, "restore.pending"),
      (.database, "restored.json"), (.files, ".restoring"),
    ]
    var copies = try names.map { ("\($0.1)", try RawBackup([($0.0, $0.1, one)]).bytes()) }
    copies.append(("twice", try RawBackup([(.secret, "secret.key", one), (.sealedSecret, "secret.key", one)]).bytes()))
    try await expectRefused(copies)
  }

  @Test func `with impossible sizes is refused before anything is written`() async throws {
    var copies: [(String, [UInt8])] = []
    for size in [-1, 0, 2, 1 << 40, Int.max] {
      var raw = RawBackup([(.erasures, "erased.ids", [1]), (.files, "media", [])])
      raw.manifest.parts[0].bytes = size
      copies.append(("\(size) bytes", try raw.bytes()))
    }
    copies.append(
      ("a long secret", try RawBackup([(.secret, "secret.key", [UInt8](repeating: 65, count: 5_000))]).bytes()))
    var missing = RawBackup([(.files, "media", [])])
    missing.manifest.namespaces = [.init(id: "club", migrations: [], tables: [])]
    copies.append(("a namespace without a part", try missing.bytes()))
    copies.append(("no JSON", RawBackup.framed("fieldhouse-backup 2", "{}", [])))
    copies.append(("no database", try RawBackup([(.database, "club.sqlite", Array("no database".utf8))]).bytes()))
    var noDatabase = RawBackup([(.database, "club.sqlite", Array("no database at all".utf8))])
    noDatabase.manifest.namespaces = [.init(id: "club", migrations: [], tables: [])]
    copies[copies.count - 1] = ("no database", try noDatabase.bytes())
    try await expectRefused(copies)
  }

  @Test func `whose files would leave their folder is refused`() async throws {
    let bundles: [[(path: String, text: String)]] = [
      [("../evil", "x")], [("/evil", "x")], [("a/../../evil", "x")], [("a//b", "x")], [("", "x")], [(".evil", "x")],
      [("a/.evil", "x")], [("a b", "x")], [("a\u{0}b", "x")], [("ä", "x")], [("a", "x"), ("a", "y")],
      [("b", "x"), ("a", "y")], [(String(repeating: "a", count: 201), "x")], [("a", "x"), ("a/b", "y")],
    ]
    var copies = try bundles.map { files in
      ("files \(files.map(\.path))", try RawBackup([(.files, "media", RawBackup.bundle(files))]).bytes())
    }
    let digest = SHA256.hex(of: [120])
    for line in [
      "\(digest) 1 a", "\(digest) 9 a\nx", "\(digest) -1 a\nx", "\(digest) 01 a\nx",
      "\(digest) 9223372036854775808 a\nx",
      "\(digest) 9223372036854775807 a\nx", "\(digest.dropLast()) 1 a\nx", "\(digest)  1 a\nx", "\(digest) 1 a\ny",
      "\(digest) 1 a\nx\(digest)", "\n",
    ] {
      copies.append(("the bundle \(line)", try RawBackup([(.files, "media", Array(line.utf8))]).bytes()))
    }
    try await expectRefused(copies)
    try await StorageWorld.another { world in
      let (other, file) = (try ClubFolder(.sqlite, world), world.directory + "-good")
      let bundle = RawBackup.bundle([("a", "x"), ("b/c", "y")])
      try Data(try RawBackup([(.files, "media", bundle)]).bytes()).write(to: URL(filePath: file))
      try await other.restore(file)
      #expect([other.read("media/a"), other.read("media/b/c")] == ["x", "y"])
    }
  }

  @Test func `is not written through a link that stands where a file is to be`() throws {
    let club = try ClubFolder(.sqlite)
    try club.write("target", "kept")
    try FileManager.default.createSymbolicLink(
      atPath: club.path + "/link", withDestinationPath: club.path + "/target")
    #expect(throws: StorageError.self) { try DurableFiles.create(club.path + "/link") }
    #expect(club.read("target") == "kept")
  }

  @Test(arguments: ["fieldhouse-backup 3", "fieldhouse-backup 99"])
  func `is told from one that a newer host made`(magic: String) async throws {
    var raw = RawBackup([(.files, "media", [])])
    raw.magic = magic
    let club = try ClubFolder(.sqlite)
    let file = club.path + "-newer"
    try Data(try raw.bytes()).write(to: URL(filePath: file))
    let error = await #expect(throws: StorageError.self) { try await club.restore(file) }
    #expect(error?.message.contains("A newer Fieldhouse made this backup") == true)
  }
}
