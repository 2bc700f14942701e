import FieldhouseKit
import Foundation

/// A round that was begun on phones without a connection. Each of them sends the same round once it has one, in any
/// order, with its passkey: the first makes it, the others come onto its card.
struct OfflineRound: Sendable {
  struct Row: Sendable {
    let id: String
    let name: String
  }

  let id: String
  let passkey: String
  let draft: RoundDraft
  let rows: [Row]
  /// The row of whoever sends it.
  let mine: String
  let startedAt: Date
}

enum OfflineStore {
  /// Makes the round, or comes onto its card.
  /// - Throws: ``Problem`` 404 when there is such a round and the passkey is another; 409 `plays-already` when
  ///   somebody else has the row,
  ///   409 `row-taken`, 409 `card-full`, 409 `round-over` for one that was given up.
  static func take(_ sent: OfflineRound, for person: Account, at now: Date, in transaction: any Transaction)
    async throws
  {
    if let round = try await RoundStore.find(sent.id, in: transaction) {
      guard let passkey = round.passkey, passkey == sent.passkey else { throw Problem.notFound() }
      guard round.takesEntries else { throw Problem.over }
    } else {
      try await make(sent, by: person, at: now, in: transaction)
    }
    let players = try await RoundStore.players(of: sent.id, in: transaction)
    var known = Set(players.map(\.id))
    let new = sent.rows.filter { known.insert($0.id).inserted }
    guard players.count + new.count <= FolfScoring.mostPlayers else { throw Problem.full }
    try await checkFree(new.map(\.id), in: transaction)
    for row in new {
      try await RoundStore.add(row.id, account: nil, name: row.name, by: person.id, to: sent.id, in: transaction)
    }
    try await seat(person, on: sent, in: transaction)
    try await RoundStore.touch(sent.id, at: now, in: transaction)
  }

  /// - Throws: ``Problem`` 409 `row-taken` when another round has a row of one of these ids.
  static func checkFree(_ rows: [String], in transaction: any ReadTransaction) async throws {
    guard try await transaction.first("select id from players where id in (\(list: rows)) limit 1") == nil else {
      throw Problem.rowTaken
    }
  }

  private static func make(
    _ sent: OfflineRound, by person: Account, at now: Date, in transaction: any Transaction
  ) async throws {
    let draft = sent.draft
    try await transaction.execute(
      """
      insert into rounds (id, code, host, state, course, course_name, layout_name, layout, games, format, passkey, version,
        created_at, touched_at, started_at)
      values (\(sent.id), \(try await RoundStore.freeCode(in: transaction)), \(person.id), 'running', \(draft.course),
        \(draft.courseName), \(draft.layout.name), \(try JSONText.encode(draft.layout)), \(try JSONText.encode(draft.games)),
        \(draft.format.rawValue), \(sent.passkey), 0, \(sent.startedAt), \(now), \(sent.startedAt))
      """)
    try await transaction.grant("host", to: person.id, in: Scope("round", sent.id))
  }

  /// Gives somebody the own row, once.
  private static func seat(_ person: Account, on sent: OfflineRound, in transaction: any Transaction) async throws {
    let players = try await RoundStore.players(of: sent.id, in: transaction)
    if players.contains(where: { $0.account == person.id }) { return }
    guard let seat = players.firstIndex(where: { $0.id == sent.mine }) else { throw Problem.playerUnknown }
    let row = players[seat]
    guard row.account == nil else { throw Problem.playsAlready }
    let profile = try await ProfileStore.profile(of: person.id, in: transaction)
    let cardName = CardName.given(
      profile.cardName, or: person.name, seat: seat, besides: players.cardNames(besides: row))
    try await transaction.execute(
      """
      update players set account = \(person.id), name = \(person.name), added_by = null, card_name = \(cardName),
        tee = \(sent.draft.layout.tee(profile.tee).rawValue)
      where id = \(row.id)
      """)
    try await transaction.grant("player", to: person.id, in: Scope("round", sent.id))
  }
}
