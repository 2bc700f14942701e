internal import FieldhouseKit
internal import Foundation
internal import Glibc
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Who may read the files", .storageWorld)
struct FileModeTests {
  private var directory: String { StorageWorld.current.directory }

  private func mode(_ name: String) -> UInt32? {
    var status = stat()
    return stat("\(directory)/\(name)", &status) == 0 ? status.st_mode & 0o777 : nil
  }

  @Test func `a database, its log, its index and its lease are their owner's alone, the folder too`() async throws {
    let storage = try await StorageWorld.current.open(.sqlite, "create table t (id integer primary key)")
    try await storage.execute("insert into t values (1)")
    for name in ["club.sqlite", "club.sqlite-wal", "club.sqlite-shm", "club.sqlite.lease", "namespaces"] {
      #expect(mode(name) == 0o600, "\(name)")
    }
    #expect(mode("") == 0o700)
    #expect(PrivateFile.exposures(in: directory) == [])
  }

  @Test func `what an older installation left open is closed when it is opened`() async throws {
    let world = StorageWorld.current
    let first = try world.engine(.sqlite)
    _ = try await first.open(Namespace(id: "club"))
    chmod("\(directory)/club.sqlite", 0o644)
    chmod("\(directory)/club.sqlite-wal", 0o664)
    chmod("\(directory)/club.sqlite.lease", 0o666)
    chmod(directory, 0o755)
    #expect(PrivateFile.exposures(in: directory).map(\.mode) == [0o755, 0o644, 0o664, 0o666])
    await first.close()
    let second = try world.engine(.sqlite)
    _ = try await second.open(Namespace(id: "club"))
    #expect(PrivateFile.exposures(in: directory) == [])
  }

  @Test(arguments: [(0o644, 0o600), (0o600, 0o600), (0o777, 0o700), (0o040, 0o000), (0o400, 0o400), (0o666, 0o600)])
  func `mending takes from others and leaves the owner's rights`(_ before: Int, _ after: Int) throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let path = "\(directory)/file"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    chmod(path, mode_t(before))
    #expect((PrivateFile.exposure(path) != nil) == (before & 0o077 != 0))
    PrivateFile.mend(path)
    #expect(mode("file") == UInt32(after))
    #expect(PrivateFile.exposure(path) == nil)
  }

  @Test func `links, pipes and what is not there are left alone`() throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let target = "\(directory)/target"
    _ = FileManager.default.createFile(atPath: target, contents: nil, attributes: [.posixPermissions: 0o644])
    symlink(target, "\(directory)/link")
    mkfifo("\(directory)/pipe", 0o666)
    for name in ["link", "pipe", "nothing"] {
      #expect(PrivateFile.exposure("\(directory)/\(name)") == nil)
      PrivateFile.mend("\(directory)/\(name)")
    }
    #expect(mode("target") == 0o644)
  }

  @Test func `installed plugins are not counted`() throws {
    try FileManager.default.createDirectory(atPath: "\(directory)/plugins", withIntermediateDirectories: true)
    chmod(directory, 0o700)
    chmod("\(directory)/plugins", 0o755)
    #expect(PrivateFile.exposures(in: directory) == [])
  }

  @Test func `a file that cannot be made says why`() {
    #expect(throws: StorageError.self) { try PrivateFile.create("\(directory)/no/such/folder/file") }
  }
}
