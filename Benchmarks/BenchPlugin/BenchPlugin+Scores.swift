import FieldhouseKit
import Foundation

/// One attempt.
struct Attempt: RouteInput, RouteOutput {
  var account: String
  var score: Int
}

/// Scores in one transaction for the accounts of these numbers: `p` and 19 digits, as long as real ids.
struct AttemptBatch: RouteInput, RouteOutput {
  var first: Int
  var count: Int
  /// Mixed into the scores, so that two batches differ.
  var seed: Int
}

extension BenchPlugin {
  func scoreRoutes(_ routes: inout Routes) {
    routes.post("/scores", "Scores an attempt", access: .everyone) { (attempt: Attempt, call, transaction) in
      try await transaction.submit(
        ScoreChange(
          board: "points", account: AccountID(attempt.account), score: Int64(attempt.score), achievedAt: call.now,
          details: ["predictions": 7]))
      return attempt
    }
    routes.post("/score-batches", "Scores many attempts", access: .everyone) {
      (batch: AttemptBatch, call, transaction) in
      for number in batch.first..<(batch.first + batch.count) {
        try await transaction.submit(batch.change(number, at: call.now))
      }
      return batch
    }
  }
}

extension AttemptBatch {
  private static let details: JSON = ["predictions": 7]

  private static func account(_ number: Int) -> AccountID {
    let digits = String(number)
    return AccountID("p" + String(repeating: "0", count: 19 - digits.count) + digits)
  }

  /// A score below 100,000 that depends on number and seed only (Knuth's multiplicative hash).
  private func score(_ number: Int) -> Int64 {
    Int64((UInt32(truncatingIfNeeded: number &+ seed) &* 2_654_435_761) % 100_000)
  }

  fileprivate func change(_ number: Int, at now: Date) -> ScoreChange {
    ScoreChange(
      board: "points", account: Self.account(number), score: score(number), achievedAt: now,
      details: Self.details)
  }
}
