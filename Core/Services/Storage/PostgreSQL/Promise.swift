internal import FieldhouseKit

/// What a transaction would do of which nothing was sent, so that it can be done together with others'.
enum Promise: Sendable {
  /// One statement, and live events behind it.
  case change(PredictedChange)
  /// Changes of scores and nothing else.
  case scores([ScoreChange])

  /// Transactions of more scores have one of their own.
  static let mostScores = 64
  /// Transactions of more live events, too.
  static let mostLive = 16

  /// Whether a change of scores can be sent with others', so that the server refuses no text of it.
  static func takes(_ change: ScoreChange) -> Bool {
    ([change.account.text, change.season ?? ""] + change.partitions).allSatisfy { !$0.utf8.contains(0) }
  }

  /// The statement, if it is one.
  var change: PredictedChange? {
    if case .change(let change) = self { change } else { nil }
  }
}

/// What is sent for the promises of one batch.
struct PromisedBatch {
  /// The statements.
  let changes: [PredictedChange]
  /// What is sent for all score changes together.
  let scores: [PendingScores.Step]

  /// The live events of all, in their order.
  var live: [KeptLiveEvent] { changes.flatMap(\.live) }

  /// - Throws: nothing where each change was accepted before.
  init(_ promises: [Promise], _ ledger: BoardLedger) throws {
    changes = promises.compactMap(\.change)
    var all = PendingScores(ledger)
    for case .scores(let changes) in promises {
      for change in changes {
        let (board, season) = try all.target(of: change)
        all.add(change, to: board, season: season)
      }
    }
    scores = all.takeAll()
  }

  /// What it begins with. What is locked by others is not waited for, so that one change does not keep many; whatever may
  /// wait until a commit is checked at once, so that a failure names its change. Scores depend on nothing that was read.
  var beginning: [String] { changes.isEmpty ? Self.beginningOfScores : Self.beginningOfChanges }

  private static let beginningOfChanges = [
    "begin isolation level serializable", "set local lock_timeout = 30", "set constraints all immediate",
  ]
  private static let beginningOfScores = ["begin isolation level read committed", "set local lock_timeout = 30"]

  /// How many statements it begins with.
  static func beginningLength(hasChanges: Bool) -> Int { (hasChanges ? beginningOfChanges : beginningOfScores).count }
}
