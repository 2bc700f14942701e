import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `Seasons` {
  private static let day = WalkingStore.day

  private static func ids(on day: Int, _ store: WalkingStore) async throws -> [String?] {
    try await store.storage.read {
      [
        try await SeasonStore.season(of: day, in: $0)?.id, try await SeasonStore.shown(on: day, in: $0)?.id,
      ]
    }
  }

  @Test(.tags(.wc91), arguments: TestEngine.allCases)
  func `have their first and their last day, and between two the one that has passed is shown`(engine: TestEngine)
    async throws
  {
    try await WalkingStore.run(on: engine) { store in
      let day = Self.day
      #expect(try await Self.ids(on: day, store) == [nil, nil])
      try await store.season("a", day...day + 9)
      try await store.season("b", day + 20...day + 29)
      #expect(try await Self.ids(on: day - 1, store) == [nil, "a"], "the first one that is to come")
      #expect(try await Self.ids(on: day, store) == ["a", "a"])
      #expect(try await Self.ids(on: day + 9, store) == ["a", "a"])
      #expect(try await Self.ids(on: day + 10, store) == [nil, "a"])
      #expect(try await Self.ids(on: day + 20, store) == ["b", "b"])
      #expect(try await Self.ids(on: day + 300, store) == [nil, "b"])
      #expect(try await store.storage.read { try await SeasonStore.all(in: $0).map(\.id) } == ["b", "a"])
    }
  }

  @Test(.tags(.wc91), arguments: TestEngine.allCases)
  func `do not have a day in common, and one may be put off within its own days`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      let day = Self.day
      try await store.season("a", day...day + 9)
      for days in [day - 5...day, day + 9...day + 9, day + 3...day + 4, day - 1...day + 10] {
        let problem = await #expect(throws: Problem.self) { try await store.season("b", days) }
        #expect(problem?.code == "seasons-overlap")
      }
      try await store.season("b", day + 10...day + 12)
      try await store.season("a", day + 1...day + 9)
      #expect(try await Self.ids(on: day, store) == [nil, "a"])
      await #expect(throws: Problem.self) { try await store.season("a", day + 1...day + 10) }
      #expect(try await Self.ids(on: day + 10, store) == ["b", "b"], "what is refused changes nothing")
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `have a version for each of their rules that no other has`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      let day = Self.day
      var versions = [try await store.season("a", day...day + 9).version]
      #expect(try await store.season("a", day...day + 9).version == versions[0], "nothing is new")
      #expect(try await store.season("a", day...day + 5).version == versions[0], "the rules are the same")
      versions.append(try await store.season("b", day + 6...day + 9).version)
      versions.append(try await store.season("a", day...day + 5) { $0.countsManual = true }.version)
      versions.append(try await store.season("b", day + 6...day + 9) { $0.countsManual = true }.version)
      versions.append(try await store.season("b", day + 6...day + 9).version)
      #expect(versions == versions.sorted() && Set(versions).count == 5)
      #expect(versions[0] > 0, "0 is what was walked outside of seasons")
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `have a day judged by their own rules once it is theirs, in whatever season it was before`(engine: TestEngine)
    async throws
  {
    try await WalkingStore.run(on: engine) { store in
      let day = Self.day
      let end = Date(timeIntervalSince1970: Double(day + 1) * 86_400)
      try await store.club("psv")
      let first = try await store.season("a", day - 9...day + 9)
      let said = Activity.walk("a", start: (end - 7_200).millisecondsSince1970) {
        ($0.source, $0.evidence) = (.manual, .said)
      }
      let session = Session(
        account: AccountID("ann"), day: day, club: "psv", crew: "", endsAt: end,
        content: DaySession([said], .sample()), version: first.version, reckonedAt: end)
      try await store.storage.write { try await SessionStore.put([session], in: $0) }
      try await store.season("a", day - 9...day - 1)
      let second = try await store.season("b", day...day + 9) { $0.countsManual = true }
      let ended = try await store.storage.read {
        try await SessionStore.ended(["psv"], day: day, of: second, at: end, after: nil, limit: 5, in: $0)
      }
      #expect(session.content.counted == 0 && ended.map(\.counted) == [3_000])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `have those days closed anew on which somebody has walked, where days or rules are others`(engine: TestEngine)
    async throws
  {
    try await WalkingStore.run(on: engine) { store in
      let day = Self.day
      for (club, one) in [("psv", day), ("psv", day + 1), ("ajax", day + 1), ("ajax", day + 5)] {
        let session = Session(
          account: AccountID("\(club)\(one)"), day: one, club: club, crew: "", endsAt: WalkingStore.noon,
          content: DaySession([.walk()], .sample()), version: 1, reckonedAt: WalkingStore.noon)
        try await store.storage.write { try await SessionStore.put([session], in: $0) }
      }
      func closings(
        _ days: ClosedRange<Int>, _ change: (inout SeasonRules) -> Void = { _ in }
      ) async throws -> [String] {
        try await store.season("a", days, change)
        let found = try await store.closings()
        try await store.forgetClosings()
        return found
      }
      #expect(try await closings(day - 1...day + 1) == ["ajax 1", "psv 0", "psv 1"])
      #expect(try await closings(day - 1...day + 1).isEmpty, "the same once more")
      #expect(try await closings(day - 1...day + 1) { $0.socialPoints = 5 } == ["ajax 1", "psv 0", "psv 1"])
      let moved = try await closings(day + 1...day + 5) { $0.socialPoints = 5 }
      #expect(moved == ["ajax 1", "ajax 5", "psv 0", "psv 1"], "what it has lost, too")
    }
  }
}
