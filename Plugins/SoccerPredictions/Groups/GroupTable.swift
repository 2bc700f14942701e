import FieldhouseKit
import Synchronization

/// The members of a group, and where each stands who has a place. The rows that show it are kept until somebody's account changes.
final class GroupTable: Sendable {
  private struct Shown {
    let edition: Int64
    let rows: [GroupRowOutput]
  }

  let members: [AccountID]
  let ranks: [AccountID: GroupRank]
  private let shown = Mutex<Shown?>(nil)

  init(members: [AccountID], ranks: [AccountID: GroupRank]) {
    self.members = members
    self.ranks = ranks
  }

  /// A row for each member, those without a place last; nobody who has left the platform.
  func rows(of people: any Authentication) async throws -> [GroupRowOutput] {
    let edition = try await people.edition()
    if let known = shown.withLock({ $0 }), known.edition == edition { return known.rows }
    let rows = try await people.accounts(members).values.map { account in
      let rank = ranks[account.id]
      return GroupRowOutput(
        account: account, rank: rank?.rank, leagueRank: rank?.leagueRank, points: rank?.points ?? .zero,
        gained: rank?.gained, change: rank?.change)
    }.sorted { $0.precedes($1) }
    shown.withLock { $0 = Shown(edition: edition, rows: rows) }
    return rows
  }
}
