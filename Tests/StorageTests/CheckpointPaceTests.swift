internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("The log", .storageWorld)
struct CheckpointPaceTests {
  private static let (portion, rest) = (CheckpointPace.portion, CheckpointPace.rest)

  /// What is done with a log of these lengths, one after another; the disk is as quick.
  private func steps(_ lengths: [Int]) -> [CheckpointPace.Step] {
    var pace = CheckpointPace()
    return lengths.map { length in
      let step = pace.step(length)
      if step == .write { pace.done() }
      return step
    }
  }

  @Test func `is held when it is long, written when there is more, and finished when little is left`() {
    let (portion, rest) = (Self.portion, Self.rest)
    #expect(
      steps([portion - 1, portion, portion, portion + 1, portion + rest, portion + rest])
        == [.none, .hold, .none, .write, .finish, .none])
  }

  @Test func `is held anew when much has come meanwhile, but not for ever`() {
    let (portion, rest) = (Self.portion, Self.rest)
    #expect(
      steps([portion, portion + 1, portion + rest + 1, portion + rest + 2, portion + rest + 3])
        == [.hold, .write, .hold, .write, .finish])
    let much = steps((1...11).map { $0 * portion })
    #expect(much == [.hold, .write, .hold, .write, .hold, .write, .hold, .write, .finish, .hold, .write])
  }

  @Test func `is written in portions, also when it cannot be written to its end, and when it began anew`() {
    let (portion, end) = (Self.portion, Self.portion + 2)
    #expect(
      steps([portion, portion + 1, end, end + portion - 1, end + portion]) == [.hold, .write, .finish, .none, .hold])
    #expect(
      steps([portion, portion + 1, end, 1, portion - 1, portion]) == [.hold, .write, .finish, .none, .none, .hold])
  }

  @Test func `waits for the disk, and is let go`() {
    var pace = CheckpointPace()
    #expect(!pace.isHeld && pace.step(Self.portion) == .hold && pace.isHeld && !pace.isUnderway)
    #expect(pace.step(Self.portion + 1) == .write && pace.isUnderway)
    #expect(pace.step(Self.portion * 3) == .none)
    pace.done()
    pace.letGo()
    #expect(!pace.isHeld && pace.step(Self.portion - 1) == .none && pace.step(Self.portion) == .hold)
    pace.letGo()
    #expect(pace.step(Self.portion * 2 - 1) == .none && pace.step(Self.portion * 2) == .hold)
  }

  @Test func `begins anew while transactions go on, and nothing of it is lost`() async throws {
    let storage = try await StorageWorld.current.open(
      .sqlite, "create table t (id integer primary key, b blob not null)")
    let file = try #require(storage as? SQLiteNamespace)
    let bytes = [UInt8](repeating: 7, count: 100 * 4_096)
    /// How often the log began anew, as its header says; nil while it is empty.
    func beginnings() throws -> UInt32? {
      let handle = try FileHandle(forReadingFrom: URL(filePath: file.path + "-wal"))
      guard let header = try handle.read(upToCount: 16), header.count == 16 else { return nil }
      return header[12..<16].reduce(0) { $0 << 8 | UInt32($1) }
    }
    var found: Set<UInt32> = []
    var id = 0
    // How many transactions that takes is the disk's to say, which others keep busy. Once it is emptied after the opening.
    while found.count < 5 && id < 1_000 {
      id += 1
      try await storage.execute("insert into t values (\(id), \(bytes))")
      if let number = try beginnings() { found.insert(number) }
    }
    #expect(found.count == 5)
    #expect(try await storage.value("select count(*) from t where length(b) = \(bytes.count)") == id)
    #expect(await file.pulse() == .ok)
  }
}
