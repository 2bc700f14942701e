import FieldhouseKit
import Foundation

extension FolfScoring {
  func entryRoutes(_ routes: inout Routes) {
    let shared = SharedEntries(host.storage) { entered, transaction in
      try await EntryStore.take(entered, in: transaction)
    }
    routes.post(
      "/rounds/{round}/entries", "Enter throws: what a phone has noted, also while it had no connection, however often",
      access: .permission("play", in: "round"), status: 200, problems: [.notStarted, .over]
    ) { (input: EntriesInput, call, transaction) in
      let (round, players) = try await RoundStore.roundWithPlayers(input.round, in: transaction)
      let author = try call.account.id
      let entries = input.entries.map { $0.entry(by: author, device: input.device, now: call.now) }
      let refused = try await EntryStore.take(
        entries, into: try round.open(for: author), of: players, at: call.now, in: transaction
      ).refused
      return try await news(
        of: input.round, for: author, since: input.since, in: transaction,
        refused: refused.map { RefusedOutput(id: $0.id, code: $0.reason.rawValue, detail: $0.reason.detail) })
    }
    routes.put(
      "/rounds/{round}/entries/{entry}", "Enter one score, however often, under an id that the phone has chosen",
      access: .permission("play", in: "round"),
      problems: [.notStarted, .over, .playerUnknown, Refusal.differs.problem, Refusal.full.problem]
    ) { (input: EntryPut, call) in
      let (author, now) = (try call.account.id, call.now)
      let entry = input.made.entry(by: author, device: input.device, now: now)
      return try await shared.write(Entered(round: input.round, entry: entry, author: author, now: now))
    }
    routes.get(
      "/rounds/{round}/entries", "What was entered since a version of the round",
      access: .permission("play", in: "round")
    ) { (input: NewsInput, call) in
      let me = try call.account.id
      return try await host.storage.read { try await news(of: input.round, for: me, since: input.since, in: $0) }
    }
  }

  private func news(
    of id: String, for viewer: AccountID, since: Int?, in transaction: any ReadTransaction,
    refused: [RefusedOutput] = []
  ) async throws -> NewsOutput {
    let round = try await RoundStore.round(id, in: transaction)
    let entries = try await EntryStore.entries(of: id, since: since ?? 0, in: transaction)
    // Of a tournament's cards everybody has the own one until the round is over.
    let isOwn = round.isIndependent && round.state == .running && round.host != viewer
    let shown = entries.filter { !isOwn || $0.entry.author == viewer.text }
    return NewsOutput(version: round.version, entries: shown.map(NewEntryOutput.init), refused: refused)
  }
}
