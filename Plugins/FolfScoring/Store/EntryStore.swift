import FieldhouseKit
import Foundation

/// The entries of all cards.
enum EntryStore {
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

  /// How many entries a cell may have; a person enters a few.
  static let mostOfCell = 100

  /// For more entries at once the whole card is read.
  private static let few = 4

  /// What a round has of some rows of its card, and under some ids.
  private static func entries(
    of round: String, rows: Set<String>, ids: [String], in transaction: any ReadTransaction
  ) async throws -> [Entry] {
    try await transaction.query(
      """
      select \(StoredEntry.columns) from entries
      where round = \(round) and (player in (\(list: rows.sorted())) or id in (\(list: ids))) order by version
      """
    ).map { try StoredEntry($0).entry }
  }

  /// Takes the entries of a device, each once however often it comes. What cannot be taken is refused alone.
  /// - Parameters:
  ///   - round: as this transaction has read it.
  ///   - players: those of the round, in their order.
  /// - Returns: the version of the round that has them, and the refusals, by the ids of the entries.
  static func take(
    _ entries: [Entry], into round: Round, of players: [Player], at now: Date, in transaction: any Transaction
  ) async throws -> (version: Int, refused: [(id: String, reason: Refusal)]) {
    let rows = players.map(\.id)
    let sides = round.teams(players).sides(of: rows, byTeam: false)
    let named = Set(entries.map(\.place.player))
    // What a side has thrown stands in the row of whoever came first.
    let needed = named.union(sides.filter { !named.isDisjoint(with: $0.players) }.map { $0.players[0] })
    var shelf = EntryShelf(
      round.isIndependent || entries.count > few
        ? try await self.entries(of: round.id, in: transaction).map(\.entry)
        : try await self.entries(of: round.id, rows: needed, ids: entries.map(\.id), in: transaction))
    let known = shelf.entries.count
    let refused = entries.compactMap { entry -> (id: String, reason: Refusal)? in
      let reason = Refusal(entry, players: rows, layout: round.layout) ?? shelf.add(entry)
      return reason.map { (entry.id, $0) }
    }
    let taken = Array(shelf.entries[known...])
    guard !taken.isEmpty else { return (round.version, refused) }
    try await insert(taken, round, in: transaction)
    try await noteComplete(round, players, shelf.entries, at: now, in: transaction)
    let written = Set(taken.map(\.place.player))
    try await reckon(
      sides.filter { !written.isDisjoint(with: $0.players) }, of: round, among: players, shelf.entries, in: transaction)
    let version = round.version + taken.count
    try await RoundStore.touch(round.id, version: version, at: now, cells: taken.map(\.place), in: transaction)
    if round.isIndependent, let card = try await EventStore.card(ofRound: round.id, in: transaction) {
      try await EventStore.tell(card.event, in: transaction)
    }
    return (version, refused)
  }

  /// Of a card of a tournament: notes when the last score of the group has come, from which its time runs.
  private static func noteComplete(
    _ round: Round, _ players: [Player], _ entries: [Entry], at now: Date, in transaction: any Transaction
  ) async throws {
    guard round.isIndependent else { return }
    let card = round.card(players, entries)
    let isComplete = players.allSatisfy { player in
      round.isOut(player.id, on: card, among: players)
        || round.layout.holes.indices.allSatisfy { card.cell(player.id, $0 + 1)?.values.contains { $0 > 0 } == true }
    }
    guard isComplete else { return }
    try await transaction.execute(
      "update rounds set complete_at = \(now) where id = \(round.id) and complete_at is null")
  }

  /// How many rows one statement writes.
  private static let most = 100

  private static func insert(_ entries: [Entry], _ round: Round, in transaction: any Transaction) async throws {
    for start in stride(from: 0, to: entries.count, by: most) {
      let range = start..<min(start + most, entries.count)
      try await insert(
        try range.map { try row(entries[$0], round.id, version: round.version + $0 + 1) }, in: transaction)
    }
  }

  /// Writes entries that there are not yet.
  /// - Parameter rows: of each what ``row(_:_:version:)`` says.
  static func insert(_ rows: [SQL], in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into entries
        (round, id, player, hole, mark, value, base, author, device, entered_at, version, more)
      values \(rows: rows)
      """)
  }

  /// An entry of a round as it is written, with the version of the round that has it.
  static func row(_ entry: Entry, _ round: String, version: Int) throws -> SQL {
    """
    (\(round), \(entry.id), \(entry.place.player), \(entry.place.hole), \(entry.place.mark.rawValue), \(entry.value),
    \(try JSONText.encode(entry.base.sorted())), \(entry.author), \(entry.device), \(entry.enteredAt), \(version),
    \(try entry.more.isEmpty ? "[]" : JSONText.encode(entry.more)))
    """
  }

  /// Writes down what the rows of some sides add up to, for lists and statistics. The score of a team stands beside
  /// each member; holes for the statistics of a person it leaves none.
  private static func reckon(
    _ sides: [Side], of round: Round, among players: [Player], _ entries: [Entry], in transaction: any Transaction
  ) async throws {
    let card = round.card(players, entries)
    for side in sides {
      let line = CardLine(of: side.players[0], on: card)
      let isOut = round.isOut(line.player, on: card, among: players)
      let text = round.format.isShared ? "" : PlayedRound(of: side.players[0], on: card).text
      try await transaction.execute(
        """
        update players set throws = \(line.throwCount), to_par = \(line.toPar), holes = \(line.holes), line = \(text),
          is_complete = \(line.isComplete ? 1 : 0), is_out = \(isOut ? 1 : 0) where id in (\(list: side.players))
        """)
    }
  }
}

/// The entries of a round, each once.
private struct EntryShelf {
  private(set) var entries: [Entry]
  private var byID: [String: Int]
  private var counts: [CellPlace: Int]

  init(_ entries: [Entry]) {
    self.entries = entries
    byID = Dictionary(uniqueKeysWithValues: entries.indices.map { (entries[$0].id, $0) })
    counts = Dictionary(entries.map { ($0.place, 1) }, uniquingKeysWith: +)
  }

  /// Adds an entry that is not there yet.
  /// - Returns: why it cannot be added.
  mutating func add(_ entry: Entry) -> Refusal? {
    if let place = byID[entry.id] { return entries[place].says(entry) ? nil : .differs }
    guard counts[entry.place, default: 0] < EntryStore.mostOfCell else { return .full }
    byID[entry.id] = entries.count
    entries.append(entry)
    counts[entry.place, default: 0] += 1
    return nil
  }
}

extension Entry {
  /// Whether it is the same as one that comes under its id. Who sends it does not matter: an entry may come on another
  /// session. Nor does which discs it names: when two accounts become one, those of an entry are numbered anew under its
  /// id, and a phone that has no answer yet sends it once more with the numbers of before.
  fileprivate func says(_ other: Entry) -> Bool {
    place == other.place && base == other.base && (place.mark == .disc || value == other.value && more == other.more)
  }
}
