import FieldhouseKit
import Foundation

/// The rounds with their players.
enum RoundStore {
  /// A round; nil when there is none.
  static func find(_ id: String, in transaction: any ReadTransaction) async throws -> Round? {
    try await transaction.first("select \(Round.columns) from rounds r where r.id = \(id)").map(Round.init)
  }

  /// A round that there is: whoever asks has a right in it.
  /// - Throws: ``Problem`` 404 when it has just gone.
  static func round(_ id: String, in transaction: any ReadTransaction) async throws -> Round {
    guard let round = try await find(id, in: transaction) else { throw Problem.notFound() }
    return round
  }

  /// A round that there is, with its players in the order in which they came. The layout comes once.
  /// - Throws: ``Problem`` 404 when it has just gone.
  static func roundWithPlayers(
    _ id: String, in transaction: any ReadTransaction
  ) async throws -> (round: Round, players: [Player]) {
    let layout: SQL = "case when row_number() over (order by p.place, p.id) = 1 then r.layout else '' end"
    let rows = try await transaction.query(
      """
      select \(Round.columns(layout: layout)), \(Player.columns) from rounds r left join players p on p.round = r.id
      where r.id = \(id) order by p.place, p.id
      """)
    guard let first = rows.first else { throw Problem.notFound() }
    let player: String? = try first["player"]
    return (try Round(first), player == nil ? [] : try rows.map(Player.init))
  }

  /// The round with a code, in the lobby or under way.
  static func find(code: String, in transaction: any ReadTransaction) async throws -> Round? {
    try await transaction.first("select \(Round.columns) from rounds r where r.code = \(code)").map(Round.init)
  }

  /// The players of a round, in the order in which they came, each with letters for the head of the card.
  static func players(of round: String, in transaction: any ReadTransaction) async throws -> [Player] {
    try await transaction.query(
      "select \(Player.columns) from players p where p.round = \(round) order by p.place, p.id"
    ).map(Player.init).named
  }

  /// Makes a round in the lobby, with a code that no open round has.
  /// - Throws: ``Problem`` 503 when every code is taken.
  static func open(_ draft: RoundDraft, by host: Account, at now: Date, in transaction: any Transaction) async throws
    -> String
  {
    try await closeForgotten(at: now, in: transaction)
    let (id, code) = (newID(), try await freeCode(in: transaction))
    try await transaction.execute(
      """
      insert into rounds (id, code, host, state, course, course_name, layout_name, layout, games, format, version, created_at,
        touched_at)
      values (\(id), \(code), \(host.id), 'lobby', \(draft.course), \(draft.courseName), \(draft.layout.name),
        \(try JSONText.encode(draft.layout)), \(try JSONText.encode(draft.games)), \(draft.format.rawValue), 0, \(now), \(now))
      """)
    try await add(host, to: id, layout: draft.layout, in: transaction)
    try await transaction.grant("host", to: host.id, in: Scope("round", id))
    return id
  }

  /// Adds somebody with an account behind the others: with the own letters, and on the tee that the person likes where
  /// the layout has it.
  static func add(_ person: Account, to round: String, layout: Layout, in transaction: any Transaction) async throws {
    let profile = try await ProfileStore.profile(of: person.id, in: transaction)
    try await add(
      account: person.id, name: person.name, by: nil, saved: profile.cardName, tee: layout.tee(profile.tee), to: round,
      in: transaction)
  }

  /// Adds a player behind the others.
  /// - Parameter saved: the letters that the player has saved; empty for none, then some are proposed.
  static func add(
    _ id: String = newID(), account: AccountID?, name: String, by adder: AccountID?, saved: String = "",
    tee: TeeColour = .red, to round: String, in transaction: any Transaction
  ) async throws {
    let others = try await players(of: round, in: transaction)
    let cardName = CardName.given(saved, or: name, seat: others.count, besides: others.cardNames)
    try await transaction.execute(
      """
      insert into players (id, round, account, name, added_by, tee, card_name, place)
      select cast(\(id) as text), cast(\(round) as text), cast(\(account) as text), cast(\(name) as text),
        cast(\(adder) as text), cast(\(tee.rawValue) as text), cast(\(cardName) as text), coalesce(max(place), 0) + 1
      from players where round = \(round)
      """)
    if let account { try await transaction.grant("player", to: account, in: Scope("round", round)) }
  }

  /// A code that no open round has.
  /// - Throws: ``Problem`` 503 when every code is taken.
  static func freeCode(in transaction: any ReadTransaction) async throws -> String {
    let taken: [String] = try await transaction.query("select code from rounds where code is not null").map {
      try $0[0]
    }
    var generator = SystemRandomNumberGenerator()
    guard let code = LobbyCode.free(besides: Set(taken), using: &generator) else { throw Problem.codesExhausted }
    return code
  }

  static func newID() -> String { UUID().uuidString.lowercased() }

  /// Ends rounds of which nobody has heard for a day: those that never began are cancelled, the others are over, so
  /// that a game comes into the history also when its host has lost the phone.
  private static func closeForgotten(at now: Date, in transaction: any Transaction) async throws {
    let day = now.addingTimeInterval(-86_400)
    try await transaction.execute(
      """
      update rounds set code = null, state = case when state = 'lobby' then 'cancelled' else 'finished' end,
        ended_at = touched_at, version = version + 1
      where code is not null and touched_at < \(day)
      """)
  }
}
