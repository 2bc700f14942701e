import FieldhouseKit
import FieldhouseKitTesting
import Testing

@testable import SoccerPredictions

/// The points of the shipped rule module, by the table at its head.
@Suite struct `The rule module "exact, difference, tendency"` {
  private func expected(_ said: (Int64, Int64), _ played: (Int64, Int64), _ scorers: Int64) -> Int64 {
    guard min(said.0, said.1, played.0, played.1, scorers) >= 0 else { return 0 }
    if said == played { return 4 + scorers }
    let (mine, theirs) = (said.0 - said.1, played.0 - played.1)
    if mine.signum() != theirs.signum() { return scorers }
    return (mine == theirs && mine != 0 ? 3 : 2) + scorers
  }

  @Test func `gives what its table says for every small score, and nothing for what is no score`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let function = try #require(world.host.services.rules.function("exact-difference"))
      func points(_ values: [Int64]) throws -> RuleValue { try function.call(values.map { .integer($0) }) }
      for (home, away) in (-1...3).flatMap({ home in (-1...3).map { (Int64(home), Int64($0)) } }) {
        for played in (-1...3).flatMap({ home in (-1...3).map { (Int64(home), Int64($0)) } }) {
          for scorers: Int64 in [-1, 0, 2] {
            let found = try points([home, away, played.0, played.1, scorers])
            #expect(
              found == .integer(expected((home, away), played, scorers)), "\(home)–\(away) for \(played), \(scorers)")
          }
        }
      }
      // Scores far beyond any match neither overflow nor end the host.
      #expect(try points([.max, 0, .max - 1, 0, 0]) == .integer(2))
      #expect(try points([.max, .max, 0, 0, 0]) == .integer(2))
      #expect(try points([.min, 0, 0, 0, 0]) == .integer(0))
    }
  }
}
