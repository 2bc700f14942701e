internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Changes of folders", .storageWorld)
struct DurableFileTests {
  private func folder() throws -> String {
    try DurableFiles.makeFolder(StorageWorld.current.directory + "/data")
    return StorageWorld.current.directory + "/data"
  }

  @Test(arguments: [
    ("/a/b/c", "/a/b"), ("/a", "/"), ("a/b", "a"), ("a", "."), ("/a/b/", "/a/b"), ("./a", "."), ("../a", ".."),
  ])
  func `know the folder that holds a file`(_ path: String, _ parent: String) {
    #expect(DurableFiles.folderOf(path) == parent)
  }

  @Test func `are for the owner alone, whole, and leave no draft`() throws {
    let folder = try folder()
    try DurableFiles.write(Array("old".utf8), to: "\(folder)/f")
    try DurableFiles.write(Array("new".utf8), to: "\(folder)/f")
    #expect(DurableFiles.names(in: folder) == ["f"] && DurableFiles.size("\(folder)/f") == 3)
    #expect(try ClubFolder.mode("\(folder)/f") == 0o600 && ClubFolder.mode(folder) == 0o700)
    try FileManager.default.createDirectory(atPath: "\(folder)/g", withIntermediateDirectories: false)
    try Data("x".utf8).write(to: URL(filePath: "\(folder)/g/inside"))
    let error = #expect(throws: StorageError.self) { try DurableFiles.write(Array("new".utf8), to: "\(folder)/g") }
    #expect(error?.code == .readOnly)
    #expect(DurableFiles.exists("\(folder)/g/inside"))
  }

  @Test func `see a link that leads nowhere, and remove it and not what it leads to`() throws {
    let folder = try folder()
    try DurableFiles.write([1], to: "\(folder)/kept")
    for target in ["nowhere", "kept"] {
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "\(folder)/\(target)")
      #expect(DurableFiles.exists("\(folder)/link"))
      try DurableFiles.remove("\(folder)/link")
      #expect(!DurableFiles.exists("\(folder)/link"))
    }
    try DurableFiles.remove("\(folder)/nothing")
    #expect(DurableFiles.names(in: folder) == ["kept"] && DurableFiles.names(in: "\(folder)/none") == [])
  }

  @Test func `need 16 MiB more than what is written`() throws {
    let more = 16 << 20
    func isRefused(_ bytes: Int, free: Int?) -> String? {
      do throws(StorageError) {
        try DurableFiles.checkSpace(bytes, in: "/data") { _ in free }
        return nil
      } catch { return error.code == .full ? error.message : "\(error)" }
    }
    #expect(isRefused(5, free: more + 5) == nil && isRefused(5, free: nil) == nil)
    #expect(isRefused(5, free: more + 4) != nil)
    #expect(
      isRefused(3 << 20, free: 2 << 20)
        == "19 MiB are needed beside what is there, and 2 MiB are free in /data. Make room and repeat. Nothing was changed."
    )
  }

  @Test func `are made by one at a time`() throws {
    let path = "\(try folder())/lock"
    let first = try FolderLock(path, busy: "busy")
    let error = #expect(throws: StorageError.self) { try FolderLock(path, busy: "busy") }
    #expect(error?.code == .unavailable && error?.message == "busy")
    first.end()
    first.end()
    #expect(throws: Never.self) { try FolderLock(path, busy: "busy").end() }
    do { _ = try FolderLock(path, busy: "busy") }
    #expect(throws: Never.self, "one that nobody holds any more") { try FolderLock(path, busy: "busy").end() }
  }

  @Test func `that a killed process has left are known by its number`() throws {
    let start = try folder() + "/.backup"
    // Numbers of processes end below 4,194,305 (proc(5), pid_max).
    for name in ["-7-4194999", "-8-\(getpid())", "-9-1", "-10-0", "-x", "s-7-4194999"] {
      try DurableFiles.makeFolder(start + name)
    }
    #expect(Scratch.abandoned(start) == [start + "-7-4194999"])
  }

  @Test func `with who has left join both lists, each person once, those of the folder first`() throws {
    let (here, coming) = (try folder(), StorageWorld.current.directory + "/coming")
    try DurableFiles.makeFolder(coming)
    try StagedBackup.addErasures(of: here, to: coming)
    #expect(DurableFiles.names(in: coming) == [])
    try DurableFiles.write(Array("b\na\n".utf8), to: "\(coming)/erased.ids")
    try StagedBackup.addErasures(of: here, to: coming)
    #expect(try String(contentsOfFile: "\(coming)/erased.ids", encoding: .utf8) == "b\na\n")
    try DurableFiles.write(Array("c 1\na\nc 2".utf8), to: "\(here)/erased.ids")
    try StagedBackup.addErasures(of: here, to: coming)
    #expect(try String(contentsOfFile: "\(coming)/erased.ids", encoding: .utf8) == "c 1\na\nc 2\nb\n")
  }
}
