import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `Where people were` {
  private static let bucket = PresenceStore.bucket

  private static func replace(
    _ marks: [Companions.Mark], of account: String, _ club: String, _ span: Range<Int64>, _ store: WalkingStore
  ) async throws {
    try await store.storage.write {
      try await PresenceStore.replace(Set(marks), of: AccountID(account), club: club, in: span, $0)
    }
  }

  /// The marks of some clubs' people, such as `psv ann 3a`.
  private static func marks(
    _ clubs: [String], in span: Range<Int64> = 0..<100 * bucket, _ store: WalkingStore
  ) async throws -> [String] {
    try await store.storage.read { try await PresenceStore.marks(of: clubs, in: span, $0) }
      .flatMap { club, people in
        people.flatMap { account, marks in marks.map { "\(club) \(account) \($0.bucket)\($0.cell)" } }
      }.sorted()
  }

  private static func mark(_ bucket: Int, _ cell: String) -> Companions.Mark {
    Companions.Mark(bucket: bucket, cell: cell)
  }

  @Test(arguments: TestEngine.allCases)
  func `is replaced for the time that was asked about, and kept of all other time`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      let bucket = Self.bucket
      let (all, way) = (0..<9 * bucket, [Self.mark(1, "a"), Self.mark(2, "a"), Self.mark(2, "b"), Self.mark(3, "a")])
      try await Self.replace(way, of: "ann", "psv", all, store)
      try await Self.replace([Self.mark(2, "a")], of: "bob", "psv", all, store)
      try await Self.replace([Self.mark(2, "a")], of: "cat", "ajax", all, store)
      try await Self.replace([Self.mark(2, "c")], of: "ann", "ajax", 2 * bucket..<3 * bucket, store)
      #expect(try await Self.marks(["psv"], store) == ["psv ann 1a", "psv ann 3a", "psv bob 2a"])
      #expect(
        try await Self.marks(["psv", "ajax"], in: 2 * bucket..<3 * bucket, store) == [
          "ajax ann 2c", "ajax cat 2a", "psv bob 2a",
        ])
      #expect(try await Self.marks(["nec"], store).isEmpty)
      func forget(before milliseconds: Int64) async throws -> [String] {
        try await store.storage.write {
          try await PresenceStore.forget(before: Date(millisecondsSince1970: milliseconds), in: $0)
        }
        return try await Self.marks(["psv", "ajax"], store)
      }
      #expect(
        try await forget(before: 3 * bucket - 1) == ["ajax ann 2c", "ajax cat 2a", "psv ann 3a", "psv bob 2a"])
      try await store.storage.write { try await PresenceStore.forget(AccountID("bob"), in: $0) }
      #expect(try await Self.marks(["psv", "ajax"], store) == ["ajax ann 2c", "ajax cat 2a", "psv ann 3a"])
      #expect(try await forget(before: 3 * bucket) == ["psv ann 3a"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `is kept of many places at once, each once`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      let many = (0..<1_203).map { Self.mark($0, "a") }
      let span = 0..<2_000 * Self.bucket
      for _ in 1...2 { try await Self.replace(many, of: "ann", "psv", span, store) }
      #expect(try await Self.marks(["psv"], in: span, store).count == 1_203)
    }
  }
}

@Suite struct `Whoever does not answer` {
  @Test(arguments: TestEngine.allCases)
  func `is asked again, twice as late each time, once an hour at last, and at once when something is new`(
    engine: TestEngine
  ) async throws {
    try await WalkingStore.run(on: engine) { store in
      let (ann, noon) = (AccountID("ann"), WalkingStore.noon)
      func mark(_ span: Range<Int64>) async throws {
        try await store.storage.write { try await DirtyStore.mark(ann, span, due: noon, in: $0) }
      }
      func waiting() async throws -> Dirty {
        try #require(
          try await store.storage.read { try await DirtyStore.due(at: .distantFuture, limit: 9, in: $0) }.first)
      }
      // In seconds.
      func putOff() async throws -> TimeInterval? {
        let dirty = try await waiting()
        try await store.storage.write { try await DirtyStore.putOff(dirty, at: noon, in: $0) }
        return try await store.storage.read { try await DirtyStore.next(in: $0) }?.timeIntervalSince(noon)
      }
      try await mark(5..<9)
      var delays: [TimeInterval?] = []
      for _ in 1...9 { delays.append(try await putOff()) }
      #expect(delays == [60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600])
      #expect(try await store.storage.read { try await DirtyStore.due(at: noon + 3_599, limit: 9, in: $0) }.isEmpty)
      try await mark(7..<12)
      #expect(try await waiting().span == 5..<12)
      #expect(try await putOff() == 60)
    }
  }
}
