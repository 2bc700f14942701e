import FieldhouseKit
import Foundation

/// A tournament, or an event of a league.
struct PlayedEvent: Sendable {
  enum State: String, Codable, Sendable, CaseIterable {
    case open, running, finished
  }

  let id: String
  /// The director.
  let owner: AccountID
  let name: String
  let about: String
  let course: String?
  let courseName: String
  let layout: Layout
  let rounds: Int
  let startsAt: Date
  /// Minutes between two cards; nil for a shotgun start.
  let interval: Int?
  let groupSize: Int
  let state: State
  /// Whether the board is for everybody, and not for its entrants alone.
  let isPublic: Bool
  let league: String?

  var scope: Scope { Scope("event", id) }
}

/// Somebody in an event.
struct Entrant: Sendable {
  let id: String
  let event: String
  /// Nil for somebody without an account, and for whoever has left.
  let account: AccountID?
  let name: String
  let division: String
  /// Empty for no pool.
  let pool: String
  let memberNumber: Int?
  let isOut: Bool
  /// Whether the name may stand on a board that is for everybody.
  let consents: Bool
  /// Whether the director has named this one as the winner of a playoff.
  let hasWonPlayoff: Bool
}

/// A card of a round of an event.
struct EventCard: Sendable {
  let event: String
  /// Which round of the event, from 1.
  let number: Int
  let round: String
  let teeTime: Date
  let hole: Int
}

/// Throws that somebody is given by a rule.
struct Penalty: Sendable {
  let id: String
  let event: String
  let number: Int
  let entrant: String
  /// The number of the rule, such as `808.F`.
  let rule: String
  let throwCount: Int
  let note: String
}

enum EventStore {
  static func find(_ id: String, in transaction: any ReadTransaction) async throws -> PlayedEvent? {
    try await transaction.first("select \(PlayedEvent.columns) from events e where e.id = \(id)").map(PlayedEvent.init)
  }

  /// - Throws: ``Problem`` 404 when there is none.
  static func event(_ id: String, in transaction: any ReadTransaction) async throws -> PlayedEvent {
    guard let event = try await find(id, in: transaction) else { throw Problem.notFound() }
    return event
  }

  /// Those that are for everybody, and those in which somebody is, the latest first.
  static func events(
    for account: AccountID?, behind place: PagePlace?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [PlayedEvent] {
    let time = place?.at ?? .distantFuture
    return try await transaction.query(
      """
      select \(PlayedEvent.columns) from events e
      where e.starts_at <= \(time) and (e.starts_at < \(time) or e.id > \(place?.id ?? ""))
        and (e.is_public = 1 or e.owner = \(account)
        or exists (select n.id from entrants n where n.event = e.id and n.account = \(account)))
      order by e.starts_at desc, e.id limit \(limit)
      """
    ).map(PlayedEvent.init)
  }

  /// Those of a league that somebody may see, the first one first: 100 at most.
  static func events(
    ofLeague league: String, for account: AccountID?, in transaction: any ReadTransaction
  ) async throws -> [PlayedEvent] {
    try await transaction.query(
      """
      select \(PlayedEvent.columns) from events e
      where e.league = \(league) and (e.is_public = 1 or e.owner = \(account)
        or exists (select n.id from entrants n where n.event = e.id and n.account = \(account)))
      order by e.starts_at, e.id limit 100
      """
    ).map(PlayedEvent.init)
  }

  static func add(_ event: PlayedEvent, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into events (id, owner, name, about, course, course_name, layout, rounds, starts_at, gap, group_size, state,
        is_public, league, made_at)
      values (\(event.id), \(event.owner), \(event.name), \(event.about), \(event.course), \(event.courseName),
        \(try JSONText.encode(event.layout)), \(event.rounds), \(event.startsAt), \(event.interval), \(event.groupSize), 'open',
        \(event.isPublic ? 1 : 0), \(event.league), \(now))
      """)
    try await transaction.grant("director", to: event.owner, in: event.scope)
  }

  static func set(_ state: PlayedEvent.State, of event: String, in transaction: any Transaction) async throws {
    try await transaction.execute("update events set state = \(state.rawValue) where id = \(event)")
    try await tell(event, in: transaction)
  }

  /// Tells those who watch the board that something has changed.
  static func tell(_ event: String, in transaction: any Transaction) async throws {
    try await transaction.publish("events/\(event)", LiveEvent("board", [:]))
  }

  static func entrants(of event: String, in transaction: any ReadTransaction) async throws -> [Entrant] {
    try await transaction.query(
      """
      select id, event, account, name, division, pool, member_number, is_out, consents, has_won_playoff from entrants
      where event = \(event) order by entered_at, id
      """
    ).map(Entrant.init)
  }

  static func enter(_ entrant: Entrant, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into entrants (id, event, account, name, division, pool, member_number, is_out, consents, entered_at)
      values (\(entrant.id), \(entrant.event), \(entrant.account), \(entrant.name), \(entrant.division), \(entrant.pool),
        \(entrant.memberNumber), 0, \(entrant.consents ? 1 : 0), \(now))
      on conflict (id) do update set division = excluded.division, pool = excluded.pool,
        member_number = excluded.member_number, consents = excluded.consents
      """)
    if let account = entrant.account {
      try await transaction.grant("entrant", to: account, in: Scope("event", entrant.event))
    }
    try await tell(entrant.event, in: transaction)
  }

  /// Gives the entry of somebody without an account to somebody.
  static func settle(
    _ entrant: String, of event: String, for person: Account, in transaction: any Transaction
  ) async throws {
    let count = try await transaction.execute(
      """
      update entrants set account = \(person.id), name = \(person.name)
      where id = \(entrant) and event = \(event) and account is null
      """)
    guard count > 0 else { return }
    try await transaction.grant("entrant", to: person.id, in: Scope("event", event))
    try await tell(event, in: transaction)
  }

  /// Takes somebody out: off the list before the event begins, out of the places then.
  static func withdraw(_ entrant: Entrant, from event: PlayedEvent, in transaction: any Transaction) async throws {
    if event.state == .open {
      try await transaction.execute("delete from entrants where id = \(entrant.id)")
      if let account = entrant.account { try await transaction.revoke("entrant", from: account, in: event.scope) }
    } else {
      try await transaction.execute("update entrants set is_out = 1 where id = \(entrant.id)")
    }
    try await tell(event.id, in: transaction)
  }

  static func change(
    _ event: String, name: String, rounds: Int, to change: EventChange, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      update events set name = \(name), about = \(change.about?.filled ?? ""), rounds = \(rounds),
        starts_at = \(change.startsAt), gap = \(change.interval), group_size = \(change.groupSize ?? 4),
        is_public = \(change.isPublic == true ? 1 : 0), league = \(change.league)
      where id = \(event)
      """)
    try await tell(event, in: transaction)
  }

  /// Gives a card another tee time.
  static func move(_ card: EventCard, to teeTime: Date, in transaction: any Transaction) async throws {
    try await transaction.execute("update event_cards set tee_time = \(teeTime) where round = \(card.round)")
    try await transaction.execute("update rounds set started_at = \(teeTime) where id = \(card.round)")
    try await tell(card.event, in: transaction)
  }

  /// Names the winner of a playoff; of a division there is one.
  static func wonPlayoff(
    _ winner: Entrant, among division: [Entrant], in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      "update entrants set has_won_playoff = 0 where id in (\(list: division.map(\.id)))")
    try await transaction.execute("update entrants set has_won_playoff = 1 where id = \(winner.id)")
    try await tell(winner.event, in: transaction)
  }

  /// What the entrants have played on some cards, hole by hole.
  static func lines(
    of rounds: [String], in transaction: any ReadTransaction
  ) async throws -> [(entrant: String, round: PlayedRound)] {
    try await transaction.query(
      """
      select coalesce(seat, id) as entrant, line, to_par, is_complete from players
      where round in (\(list: rounds)) and line <> '' order by round, place, id
      """
    ).map { row in
      (
        try row["entrant"],
        PlayedRound(
          holes: PlayedRound.holes(try row["line"]), toPar: try row["to_par"], isComplete: try row["is_complete"])
      )
    }
  }

  static func cards(of event: String, in transaction: any ReadTransaction) async throws -> [EventCard] {
    try await transaction.query(
      "select event, number, round, tee_time, hole from event_cards where event = \(event) order by number, tee_time, hole, round"
    ).map { row in
      EventCard(
        event: try row["event"], number: try row["number"], round: try row["round"], teeTime: try row["tee_time"],
        hole: try row["hole"])
    }
  }

  static func card(ofRound round: String, in transaction: any ReadTransaction) async throws -> EventCard? {
    try await transaction.first(
      "select event, number, round, tee_time, hole from event_cards where round = \(round)"
    ).map { row in
      EventCard(
        event: try row["event"], number: try row["number"], round: round, teeTime: try row["tee_time"],
        hole: try row["hole"])
    }
  }

  static func penalties(of event: String, in transaction: any ReadTransaction) async throws -> [Penalty] {
    try await transaction.query(
      """
      select id, event, number, entrant, rule, throws, note from penalties where event = \(event) order by made_at, id
      """
    ).map { row in
      Penalty(
        id: try row["id"], event: try row["event"], number: try row["number"], entrant: try row["entrant"],
        rule: try row["rule"], throwCount: try row["throws"], note: try row["note"])
    }
  }

  static func add(_ penalty: Penalty, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into penalties (id, event, number, entrant, rule, throws, note, made_at)
      values (\(penalty.id), \(penalty.event), \(penalty.number), \(penalty.entrant), \(penalty.rule), \(penalty.throwCount),
        \(penalty.note), \(now))
      """)
    try await tell(penalty.event, in: transaction)
  }
}

extension PlayedEvent {
  fileprivate static let columns: SQL =
    """
    e.id, e.owner, e.name, e.about, e.course, e.course_name, e.layout, e.rounds, e.starts_at, e.gap, e.group_size, e.state,
    e.is_public, e.league
    """

  fileprivate init(_ row: Row) throws {
    let state: String = try row["state"]
    self.init(
      id: try row["id"], owner: try row["owner"], name: try row["name"], about: try row["about"],
      course: try row["course"],
      courseName: try row["course_name"], layout: try JSONText.decode(row["layout"]), rounds: try row["rounds"],
      startsAt: try row["starts_at"], interval: try row["gap"], groupSize: try row["group_size"],
      state: State(rawValue: state) ?? .open, isPublic: try row["is_public"], league: try row["league"])
  }
}

extension Entrant {
  fileprivate init(_ row: Row) throws {
    self.init(
      id: try row["id"], event: try row["event"], account: try row["account"], name: try row["name"],
      division: try row["division"], pool: try row["pool"], memberNumber: try row["member_number"],
      isOut: try row["is_out"], consents: try row["consents"], hasWonPlayoff: try row["has_won_playoff"])
  }
}
