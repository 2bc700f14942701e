import FieldhouseKit
import Foundation

/// The entries of all cards.
enum EntryStore {
  /// How many entries a cell may have; a person enters a few.
  static let mostOfCell = 100

  /// The entries of a round that came behind a version, in the order in which they came.
  static func entries(
    of round: String, since version: Int = 0, in transaction: any ReadTransaction
  ) async throws -> [StoredEntry] {
    try await transaction.query(
      """
      select \(StoredEntry.columns) from entries where round = \(round) and version > \(version) order by version
      """
    ).map(StoredEntry.init)
  }

  /// Takes the entries of a device, each once however often it comes. What cannot be taken is refused alone.
  /// - Returns: the refusals, by the ids of the entries.
  static func take(
    _ entries: [Entry], into round: Round, at now: Date, in transaction: any Transaction
  ) async throws -> [(id: String, reason: Refusal)] {
    let players = try await RoundStore.players(of: round.id, in: transaction)
    let rows = players.map(\.id)
    var (refused, taken): ([(id: String, reason: Refusal)], [Entry]) = ([], [])
    for entry in entries {
      if let reason = Refusal(entry, players: rows, layout: round.layout) {
        refused.append((entry.id, reason))
      } else if let known = try await find(entry.id, of: round.id, in: transaction) {
        if !known.says(entry) { refused.append((entry.id, .differs)) }
      } else if try await count(entry.place, in: transaction) >= mostOfCell {
        refused.append((entry.id, .full))
      } else {
        taken.append(entry)
        try await insert(entry, round.id, version: round.version + taken.count, in: transaction)
      }
    }
    if !taken.isEmpty {
      try await noteComplete(round, players, at: now, in: transaction)
      let written = Set(taken.map(\.place.player))
      try await reckon(players.filter { written.contains($0.id) }, of: round, among: players, in: transaction)
      try await RoundStore.touch(round.id, at: now, by: taken.count, cells: taken.map(\.place), in: transaction)
      if round.isIndependent, let card = try await EventStore.card(ofRound: round.id, in: transaction) {
        try await EventStore.tell(card.event, in: transaction)
      }
    }
    return refused
  }

  /// Of a card of a tournament: notes when the last score of the group has come, from which its time runs.
  private static func noteComplete(
    _ round: Round, _ players: [Player], at now: Date, in transaction: any Transaction
  ) async throws {
    guard round.isIndependent else { return }
    let card = round.card(players, try await entries(of: round.id, in: transaction).map(\.entry))
    let isComplete = players.allSatisfy { player in
      card.cell(player.id, 0)?.value == 1
        || round.layout.holes.indices.allSatisfy { card.cell(player.id, $0 + 1)?.values.contains { $0 > 0 } == true }
    }
    guard isComplete else { return }
    try await transaction.execute(
      "update rounds set complete_at = \(now) where id = \(round.id) and complete_at is null")
  }

  private static func find(_ id: String, of round: String, in transaction: any ReadTransaction) async throws -> Entry? {
    try await transaction.first(
      "select \(StoredEntry.columns) from entries where round = \(round) and id = \(id)"
    ).map { try StoredEntry($0).entry }
  }

  private static func count(_ place: CellPlace, in transaction: any ReadTransaction) async throws -> Int {
    try await transaction.query(
      """
      select count(*) as n from entries
      where player = \(place.player) and hole = \(place.hole) and mark = \(place.mark.rawValue)
      """)[0]["n"]
  }

  private static func insert(
    _ entry: Entry, _ round: String, version: Int, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into entries (round, id, player, hole, mark, value, base, author, device, entered_at, version)
      values (\(round), \(entry.id), \(entry.place.player), \(entry.place.hole),
        \(entry.place.mark.rawValue), \(entry.value),
        \(try JSONText.encode(entry.base.sorted())), \(entry.author), \(entry.device), \(entry.enteredAt), \(version))
      """)
  }

  /// Writes down what the rows of some players add up to, for lists and statistics. The score of a team stands beside
  /// each member; holes for the statistics of a person it leaves none.
  static func reckon(
    _ some: [Player], of round: Round, among players: [Player], in transaction: any Transaction
  ) async throws {
    let entries = try await entries(of: round.id, in: transaction).map(\.entry)
    let card = Card(layout: round.layout, players: players.map(\.id), tees: players.tees, entries: entries)
    for side in round.teams(players).sides(of: players.map(\.id), byTeam: false) {
      guard some.contains(where: { side.players.contains($0.id) }) else { continue }
      let line = CardLine(of: side.players[0], on: card)
      let text = round.format.isShared ? "" : PlayedRound(of: side.players[0], on: card).text
      try await transaction.execute(
        """
        update players set throws = \(line.throwCount), to_par = \(line.toPar), holes = \(line.holes), line = \(text),
          is_complete = \(line.isComplete ? 1 : 0), is_out = \(line.isOut ? 1 : 0) where id in (\(list: side.players))
        """)
    }
  }
}

extension Entry {
  /// Whether it is the same as one that comes under its id. Who sends it does not matter: an entry may come on another
  /// session.
  fileprivate func says(_ other: Entry) -> Bool {
    place == other.place && value == other.value && base == other.base
  }
}
