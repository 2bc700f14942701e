internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("What was deleted and stands in the log of a SQLite file", .storageWorld)
struct EmptiedLogTests {
  private static let space = Namespace(
    id: "club", migrations: [Migration(id: "1", sql: "create table t (id integer not null primary key, word text)")])
  private static let word = "frobnicated"

  private var log: String { "\(StorageWorld.current.directory)/club.sqlite-wal" }

  private func isInLog(_ word: String) throws -> Bool {
    try Data(contentsOf: URL(filePath: log)).firstRange(of: Data(word.utf8)) != nil
  }

  private func open() async throws -> any NamespaceStorage {
    let storage = try await StorageWorld.current.engine(.sqlite).open(Self.space)
    try await storage.migrate()
    return storage
  }

  @Test func `is gone soon after another process opens the file, also when the one that deleted it does nothing more`()
    async throws
  {
    let first = try await open()
    try await first.execute("insert into t (id, word) values (1, \(Self.word))")
    try await first.execute("delete from t")
    #expect(try isInLog(Self.word))
    let second = try await open()
    try await second.execute("insert into t (id, word) values (2, 'after')")
    try await eventually { try !isInLog(Self.word) }
    #expect(try await first.value("select word from t where id = 2") == "after")
  }
}
