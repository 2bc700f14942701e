import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import SoccerPredictions

@Suite struct `What hosts share of providers` {
  private static let start = Date(timeIntervalSince1970: 1_723_890_000)

  /// Claims at an instant of both clocks, in seconds from the start.
  private func claim(
    _ name: String, of source: String = "one", since freshness: Double = -1_000_000, at second: Double,
    real: Double? = nil, in ledger: FeedLedger
  ) async throws -> FeedLedger.Claim {
    let moment = Self.start + (real ?? second)
    return try await ledger.claim(
      name, of: source, unlessSince: Self.start + freshness, now: Self.start + second, real: { moment })
  }

  private func keep(
    _ text: String, as name: String, of source: String = "one", at second: Double, in ledger: FeedLedger
  ) async throws {
    _ = try await ledger.keep([name: text], asked: name, of: source, at: Self.start + second)
  }

  private func fail(
    _ name: String, of source: String = "one", isOfAll: Bool = false, patience: Double? = nil, at second: Double,
    in ledger: FeedLedger
  ) async throws {
    try await ledger.fail(
      name, of: source, "odd", isOfAll: isOfAll, patience: patience, at: Self.start + second)
  }

  /// Whether a claim is denied a second before an instant, and granted then.
  private func isHeld(
    _ name: String, of source: String = "one", until second: Double, in ledger: FeedLedger
  ) async throws -> Bool {
    let before = try await claim(name, of: source, since: second, at: second - 1, in: ledger)
    let then = try await claim(name, of: source, since: second, at: second, in: ledger)
    return before == .denied && then == .granted
  }

  @Test(.tags(.sp11), arguments: TestHost.Engine.allCases)
  func `is when calls were made: of four in a second and a half the last waits until the first is so old`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let ledger = FeedLedger(storage: world.storage)
      for (name, second) in [("a", 0.0), ("b", 0.25), ("c", 0.5)] {
        #expect(try await claim(name, of: name, at: second, in: ledger) == .granted)
      }
      #expect(try await claim("d", at: 0.75, in: ledger) == .wait(0.75), "whatever the source")
      #expect(try await claim("d", at: 1.25, in: ledger) == .wait(0.25), "waiting counts for no call")
      #expect(try await claim("d", at: 1.5, in: ledger) == .granted)
      #expect(try await claim("e", at: 1.5, in: ledger) == .wait(0.25))
      #expect(try await claim("e", at: 1.75, in: ledger) == .granted)
      // The clock of the second of three hosts is a quarter of a second behind: its call was made no earlier than the one before.
      for (name, second) in [("f", 3.5), ("g", 3.25), ("h", 3.5)] {
        #expect(try await claim(name, at: second, in: ledger) == .granted)
      }
      #expect(try await claim("i", at: 4.75, in: ledger) == .wait(0.25))

      for name in ["k", "l", "m"] { #expect(try await claim(name, at: 7200, in: ledger) == .granted) }
      // The clock is put back by two hours, for which nobody waits.
      for name in ["n", "o", "p"] {
        #expect(try await claim(name, at: 7201, real: 10, in: ledger) == .granted)
      }
      #expect(try await claim("q", at: 7201, real: 10, in: ledger) == .wait(1.5))
      // The store takes half a second: the call would be made when another one may be.
      let times = Mutex([20, 20.5])
      let late = try await ledger.claim(
        "r", of: "one", unlessSince: .distantPast, now: Self.start + 7202,
        real: { Self.start + times.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } })
      #expect(late == .wait(0))
      #expect(try await claim("r", at: 7202, real: 30, in: ledger) == .granted, "and it is nobody's turn any more")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is whose turn it is, what is known since when, and how long what fails is left alone`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let ledger = FeedLedger(storage: world.storage, window: 0)
      #expect(try await claim("turn", at: 0, in: ledger) == .granted)
      #expect(try await isHeld("turn", until: 60, in: ledger), "the host that had its turn may have ended")
      try await keep("1", as: "turn", at: 100, in: ledger)
      #expect(try await claim("turn", since: 99, at: 101, in: ledger) == .known)
      let old = try await claim("turn", since: 100, at: 101, in: ledger)
      #expect(old == .granted, "what is as old as that is asked for anew")

      // One thing: twice as long each time, an hour at most.
      #expect(try await claim("thing", of: "two", at: 0, in: ledger) == .granted)
      var now = 0.0
      for seconds in [30.0, 60, 120, 240, 480, 960, 1920, 3600, 3600] {
        try await fail("thing", of: "two", at: now, in: ledger)
        let other = try await claim("after \(now)", of: "two", at: now, in: ledger)
        #expect(other == .granted, "other things of the source are asked for")
        #expect(try await isHeld("thing", of: "two", until: now + seconds, in: ledger), "\(seconds)")
        now += seconds
      }
      try await keep("1", as: "thing", of: "two", at: now, in: ledger)
      try await fail("thing", of: "two", at: now, in: ledger)
      #expect(try await isHeld("thing", of: "two", until: now + 30, in: ledger), "an answer makes all good")

      // A whole source: as long as it says, a second at least and a day at most.
      for name in ["x", "y"] { _ = try await claim(name, of: "three", at: 0, in: ledger) }
      for name in ["x", "y"] { try await fail(name, of: "three", isOfAll: true, at: 1, in: ledger) }
      #expect(try await isHeld("z", of: "three", until: 61, in: ledger), "two failures of whatever it was")
      #expect(try await claim("other", of: "four", at: 2, in: ledger) == .granted, "another source is asked")
      now = 1_000
      for (patience, seconds) in [(120.0, 120.0), (0, 1), (-5, 1), (1_000_000_000, 86_400)] {
        try await fail("x", of: "three", isOfAll: true, patience: patience, at: now, in: ledger)
        #expect(try await ledger.isHeld("three", at: Self.start + now + seconds - 0.5))
        #expect(try await !ledger.isHeld("three", at: Self.start + now + seconds))
        now += 100_000
      }
      try await fail("x", of: "three", isOfAll: true, patience: 500, at: now, in: ledger)
      try await keep("1", as: "y", of: "three", at: now, in: ledger)
      #expect(try await !ledger.isHeld("three", at: Self.start + now), "an answer ends it")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is every answer with its text, and a number that tells whether anything is new`(engine: TestHost.Engine)
    async throws
  {
    try await SoccerWorld.run(on: engine) { world async throws in
      let ledger = FeedLedger(storage: world.storage, window: 0)
      func change() async throws -> Int64? { try await ledger.changes(of: ["one", "two"])["one"] }
      #expect(try await change() == nil)
      _ = try await claim("a", at: 0, in: ledger)
      #expect(try await change() == nil, "a wish is no news")
      try await keep("{\"ä\":1}", as: "a", at: 1, in: ledger)
      let first = try #require(try await change())
      let bodies = try await ["a", "b"].asyncMap { try await ledger.body(of: $0) }
      #expect(bodies == ["{\"ä\":1}", nil])
      _ = try await claim("b", at: 2, in: ledger)
      try await fail("b", at: 2, in: ledger)
      let second = try #require(try await change())
      #expect(second > first)
      try await fail("b", isOfAll: true, at: 3, in: ledger)
      let third = try #require(try await change())
      #expect(third > second)
      let entries = try await ledger.entries(of: ["one"])
      #expect(entries["a"]?.fetchedAt == Self.start + 1 && entries["a"]?.failures == 0)
      #expect(entries["b"]?.fetchedAt == nil && entries["b"]?.failures == 2 && entries["b"]?.failure == "odd")
      #expect(entries["b"]?.version == "" && entries["a"]?.version.count == 16)
      #expect(try await ledger.bodies(of: ["one"]) == ["a": "{\"ä\":1}"], "what was never answered has no text")
      #expect(try await ledger.entries(of: ["two"]).isEmpty)
    }
  }
}
