import FieldhouseKit
import Foundation

// Those who leave a tournament while it is played.
extension FolfScoring {
  /// Takes somebody out of a tournament. On a card that is being played, and on which holes are missing, it is noted that the player
  /// did not finish, as the director's word, so that the group neither waits for those holes nor for a submission.
  func withdraw(
    _ entrant: Entrant, from event: PlayedEvent, at now: Date, in transaction: any Transaction
  ) async throws {
    try await EventStore.withdraw(entrant, from: event, in: transaction)
    guard event.state == .running else { return }
    let rows = try await transaction.query(
      """
      select p.round from players p join event_cards c on c.round = p.round join rounds r on r.id = p.round
      where c.event = \(event.id) and p.seat = \(entrant.id) and r.state = 'running' and p.is_complete = 0 order by p.round
      """)
    for row in rows { try await drop(entrant.id, from: try row["round"], at: now, in: transaction) }
  }

  private func drop(_ seat: String, from id: String, at now: Date, in transaction: any Transaction) async throws {
    let round = try await RoundStore.round(id, in: transaction)
    let players = try await RoundStore.players(of: id, in: transaction)
    guard let director = round.host?.text, let row = players.first(where: { $0.seat == seat }) else { return }
    let known = try await EntryStore.entries(of: id, in: transaction).map(\.entry)
    let said = round.card(players, known).cell(row.id, 0)?.current.filter { $0.author == director } ?? []
    let entry = Entry(
      id: RoundStore.newID(), place: CellPlace(player: row.id, hole: 0), value: 1,
      base: Set(said.map(\.id)), author: director, device: "withdrawal", enteredAt: now)
    _ = try await EntryStore.take([entry], into: round, of: players, at: now, in: transaction)
    let submitted = try await SubmissionStore.all(of: id, in: transaction)
    guard !submitted.isEmpty else { return }
    try await endSubmitted(
      try await RoundStore.round(id, in: transaction), players, known + [entry], Set(submitted.keys), at: now,
      in: transaction)
  }
}
