@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Limits in storage` {
  /// What somebody owes of a limit, in milliseconds: each use adds its interval, and time takes it away.
  private struct Debts {
    private var owed: [LimitUse: Int] = [:]

    private func interval(_ use: LimitUse) -> Int { use.name.standard.seconds * 1_000 }

    /// So much may be owed and one more use be taken.
    private func most(_ use: LimitUse) -> Int { (use.name.standard.burst - 1) * interval(use) }

    mutating func pass(_ milliseconds: Int) { owed = owed.mapValues { max(0, $0 - milliseconds) } }

    /// - Returns: the seconds to wait where one of them has none left, and nothing is taken.
    mutating func take(_ uses: [LimitUse]) -> Int? {
      let waits = uses.map { owed[$0, default: 0] - most($0) }.filter { $0 > 0 }
      if let longest = waits.max() { return max(1, (longest + 999) / 1_000) }
      for use in uses { owed[use, default: 0] += interval(use) }
      return nil
    }

    mutating func giveBack(_ use: LimitUse) { owed[use] = max(0, owed[use, default: 0] - interval(use)) }

    mutating func reset(_ use: LimitUse) { owed[use] = 0 }
  }

  private static let uses = ["a", "b"].flatMap { name in
    [LimitName.codesPerTarget, .identifiersPerTarget, .codesPerAccount, .passwordChecksPerAccount].map {
      LimitUse($0, .account(AccountID(name)))
    }
  }

  @Test(.tags(.pl7)) func `let through exactly what their rules say, over any times`() async throws {
    try await World.with { world in
      let limits = world.accounts.signIn.phoneLogin.limits
      var (random, debts, refusals) = (SeededRandom(seed: 2_718), Debts(), 0)
      for step in 0..<400 {
        let use = Self.uses[random.next(below: Self.uses.count)]
        switch random.next(below: 12) {
        case 0:
          try await world.storage.write { try await limits.giveBack(use.name, use.subject, in: $0) }
          debts.giveBack(use)
        case 1 where random.next(below: 4) == 0:
          try await world.storage.write { try await limits.reset(use.name, use.subject, in: $0) }
          debts.reset(use)
        case 2:
          let milliseconds = [250, 750, 10_000, 59_750, 299_750, 300_000, 3_600_000][random.next(below: 7)]
          world.clock.advance(Double(milliseconds) / 1_000)
          debts.pass(milliseconds)
        case 3: try await limits.removeFull(in: world.storage)
        default:
          let some = Self.uses.filter { $0 == use || random.next(below: 6) == 0 }.prefix(StoredBucket.most)
          let wanted = debts.take(Array(some))
          var wait: Int?
          do { try await world.storage.write { try await limits.take(Array(some), in: $0) } } catch {
            let problem = try #require(error as? Problem)
            #expect(problem.status == 429 && problem.code == "too-many-attempts")
            (wait, refusals) = (problem.retryAfterSeconds, refusals + 1)
          }
          #expect(wait == wanted, "\(step)")
        }
      }
      #expect((20...250).contains(refusals), "\(refusals)")
    }
  }
}
