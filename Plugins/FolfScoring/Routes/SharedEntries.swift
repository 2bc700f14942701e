import FieldhouseKit
import Foundation

/// Scores that people enter at the same time, taken in one transaction.
typealias SharedEntries = SharedWrites<Entered, EntryTaken>

/// A score that somebody enters.
struct Entered: Sendable {
  let round: String
  let entry: Entry
  let author: AccountID
  let now: Date
}

extension EntryStore {
  /// Takes the scores of several: mostly one of each card that all of its phones write, which statements about all of them keep. Others
  /// go alone.
  static func take(_ entered: [Entered], in transaction: any Transaction) async throws -> [SharedEntries.Outcome] {
    if entered.count == 1 { return [.answer(try await take(entered[0], in: transaction))] }
    var outcomes = entered.map { _ in SharedEntries.Outcome.alone }
    let set = EntrySet(entered, of: try await EntrySet.rows(of: entered, in: transaction))
    for (place, version) in try await set.keep(in: transaction) {
      outcomes[place] = .answer(EntryTaken(version: version))
    }
    return outcomes
  }

  /// Takes one score.
  /// - Throws: ``Problem`` for what cannot be taken.
  static func take(_ entered: Entered, in transaction: any Transaction) async throws -> EntryTaken {
    let (round, players) = try await RoundStore.roundWithPlayers(entered.round, in: transaction)
    let (version, refused) = try await take(
      [entered.entry], into: try round.open(for: entered.author), of: players, at: entered.now, in: transaction)
    if let refused = refused.first { throw refused.reason.problem }
    return EntryTaken(version: version)
  }
}
