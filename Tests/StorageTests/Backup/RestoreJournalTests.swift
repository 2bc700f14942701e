internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("The journal of a restore", .storageWorld)
struct RestoreJournalTests {
  private static let journal = RestoreJournal(
    staged: ".restoring", kept: "before-restore-1", incoming: ["club.sqlite", "media", "new.sqlite"],
    leaving: ["club.sqlite-wal", "gone.sqlite", "never"], server: nil)

  /// What is moved, in its order: from a name to a name.
  private static let moves = [
    ("club.sqlite-wal", "before-restore-1/club.sqlite-wal"), ("gone.sqlite", "before-restore-1/gone.sqlite"),
    ("club.sqlite", "before-restore-1/club.sqlite"), (".restoring/club.sqlite", "club.sqlite"),
    ("media", "before-restore-1/media"), (".restoring/media", "media"), (".restoring/new.sqlite", "new.sqlite"),
  ]

  private static let after = [
    "before-restore-1/club.sqlite old", "before-restore-1/club.sqlite-wal old", "before-restore-1/gone.sqlite old",
    "before-restore-1/media/a old", "club.sqlite new", "club.sqlite.lease old", "media/a new", "new.sqlite new",
    "other old",
  ]

  /// A folder in which a restore was left after some moves.
  private func folder(after moves: Int) throws -> String {
    let folder = StorageWorld.current.directory + "/\(moves)"
    for path in ["media", ".restoring/media", "before-restore-1"] { try DurableFiles.makeFolder("\(folder)/\(path)") }
    let old = [
      "club.sqlite", "club.sqlite-wal", "club.sqlite.lease", "gone.sqlite", "gone.sqlite.lease", "media/a", "other",
    ]
    for name in old { try DurableFiles.write(Array("old".utf8), to: "\(folder)/\(name)") }
    for name in ["club.sqlite", "media/a", "new.sqlite"] {
      try DurableFiles.write(Array("new".utf8), to: "\(folder)/.restoring/\(name)")
    }
    try Self.journal.write(to: "\(folder)/restore.pending")
    for (from, to) in Self.moves.prefix(moves) { try DurableFiles.move("\(folder)/\(from)", to: "\(folder)/\(to)") }
    return folder
  }

  private func content(_ folder: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    return try paths.compactMap { path in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
      guard !isFolder.boolValue, !path.hasSuffix("restored.json") else { return nil }
      return "\(path) " + (try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8))
    }
  }

  @Test(arguments: 0...moves.count)
  func `is carried on from wherever it was left, and ends the same`(_ moves: Int) throws {
    let folder = try folder(after: moves)
    let journal = try #require(try RestoreJournal.pending(in: folder))
    #expect(journal == Self.journal && journal.namespaces == ["club", "gone", "new"])
    try journal.perform(in: folder)
    #expect(try content(folder) == Self.after)
    #expect(try RestoreJournal.pending(in: folder) == nil)
    #expect(try RestoreJournal.read("\(folder)/before-restore-1/restored.json") == Self.journal)
    try journal.perform(in: folder)
    #expect(try content(folder) == Self.after, "done again it does nothing")
  }

  @Test func `of a namespace whose part the manifest does not tell is none`() async throws {
    let raw = RawBackup([(.database, "club.sqlite", Array("no database".utf8)), (.files, "media", [])])
    let club = try ClubFolder(.sqlite)
    let file = club.path + "-untold"
    try Data(try raw.bytes()).write(to: URL(filePath: file))
    let error = await #expect(throws: StorageError.self) { try await club.restore(file) }
    #expect(error?.code == .backup && error?.message.contains("says nothing of 'club.sqlite'") == true)
    #expect(!club.exists("club.sqlite"))
  }
}
