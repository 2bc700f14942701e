import FieldhouseKit
import Foundation

/// Who comes. Those who say yes have their places in the order of their answers; who says yes again after a no waits at the end.
enum AnswerStore {
  static func answer(
    of account: AccountID, to event: String, in transaction: any ReadTransaction
  ) async throws -> Answer? {
    try await transaction.first(
      "select \(Answer.columns) from answers where event = \(event) and account = \(account)"
    ).map(Answer.init)
  }

  static func answers(to event: String, in transaction: any ReadTransaction) async throws -> [Answer] {
    try await transaction.query(
      "select \(Answer.columns) from answers where event = \(event) order by reply, place"
    ).map(Answer.init)
  }

  /// Somebody's answers to some events, by event.
  static func answers(
    of account: AccountID, to events: [String], in transaction: any ReadTransaction
  ) async throws -> [String: Answer] {
    let answers = try await transaction.query(
      "select \(Answer.columns) from answers where event in (\(list: events)) and account = \(account)"
    ).map(Answer.init)
    return Dictionary(answers.map { ($0.event, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// How many have answered what, by event.
  static func counts(
    of events: [String], in transaction: any ReadTransaction
  ) async throws -> [String: [Answer.Reply: Int]] {
    var counts: [String: [Answer.Reply: Int]] = [:]
    for row in try await transaction.query(
      "select event, reply, count(*) as n from answers where event in (\(list: events)) group by event, reply")
    {
      let reply: String = try row["reply"]
      counts[try row["event"], default: [:]][Answer.Reply(rawValue: reply) ?? .no] = try row["n"]
    }
    return counts
  }

  /// What is answered to an event, as a list tells it.
  struct Tally: Sendable {
    var counts: [Answer.Reply: Int] = [:]
    /// What the viewer has answered.
    var mine: Answer.Reply?
  }

  /// How many have answered what, and what somebody has, by event.
  static func tallies(
    of events: [String], for viewer: AccountID, in transaction: any ReadTransaction
  ) async throws -> [String: Tally] {
    var tallies: [String: Tally] = [:]
    for row in try await transaction.query(
      """
      select event, reply, count(*) as n, count(case when account = \(viewer) then 1 end) as mine
      from answers where event in (\(list: events)) group by event, reply
      """)
    {
      let (event, text, mine): (String, String, Int) = (try row["event"], try row["reply"], try row["mine"])
      let reply = Answer.Reply(rawValue: text) ?? .no
      tallies[event, default: Tally()].counts[reply] = try row["n"]
      if mine > 0 { tallies[event]?.mine = reply }
    }
    return tallies
  }

  /// Who has a place, and who waits.
  static func places(in event: TeamEvent, _ transaction: any ReadTransaction) async throws -> Places {
    let yes = try await comers(to: event, in: transaction).map(\.comer)
    return Places(yes, capacity: event.plan.capacity, roles: event.plan.details.roles ?? [])
  }

  /// Who has said yes, in order; the positions only where they count.
  private static func comers(
    to event: TeamEvent, in transaction: any ReadTransaction
  ) async throws -> [(place: Int, comer: Comer)] {
    guard event.plan.details.roles != nil else {
      return try await transaction.query(
        "select place, account from answers where event = \(event.id) and reply = 'yes' order by place"
      ).map { (try $0["place"], Comer(account: try $0["account"])) }
    }
    return try await transaction.query(
      """
      select answers.place as place, answers.account as account, coalesce(roster.position, '') as position
      from answers left join roster on roster.team = \(event.team) and roster.account = answers.account
      where answers.event = \(event.id) and answers.reply = 'yes' order by answers.place
      """
    ).map { (try $0["place"], Comer(account: try $0["account"], position: try $0["position"])) }
  }

  /// Who had a place before an answer was taken, and who has one now. Where everybody has one, nobody else's changes with it.
  static func places(
    in event: TeamEvent, of new: Answer, before: Answer?, _ transaction: any ReadTransaction
  ) async throws -> (before: Places, after: Places) {
    guard event.plan.isLimited else { return places(of: new, before: before) }
    let after = try await comers(to: event, in: transaction)
    var earlier = after.filter { $0.comer.account != new.account }
    if let before, before.reply == .yes {
      let position = try await position(of: new.account, in: event, after.map(\.comer), transaction)
      earlier.append((before.place, Comer(account: new.account, position: position)))
      earlier.sort { $0.place < $1.place }
    }
    let roles = event.plan.details.roles ?? []
    return (
      Places(earlier.map(\.comer), capacity: event.plan.capacity, roles: roles),
      Places(after.map(\.comer), capacity: event.plan.capacity, roles: roles)
    )
  }

  /// The same where everybody has a place: that of the account alone.
  static func places(of new: Answer, before: Answer?) -> (before: Places, after: Places) {
    func places(_ answer: Answer?) -> Places { Places(answer?.reply == .yes ? [new.account] : [], capacity: nil) }
    return (places(before), places(new))
  }

  private static func position(
    of account: AccountID, in event: TeamEvent, _ known: [Comer], _ transaction: any ReadTransaction
  ) async throws -> String {
    if let comer = known.first(where: { $0.account == account }) { return comer.position }
    guard event.plan.details.roles != nil else { return "" }
    return try await transaction.first(
      "select position from roster where team = \(event.team) and account = \(account)")?["position"] ?? ""
  }

  /// What somebody who answers finds.
  struct Turn: Sendable {
    /// As it is, without those to turn to.
    let event: TeamEvent
    /// What the account has answered so far.
    let before: Answer?
    /// The next place in the order of answers.
    let place: Int

    /// What is answered: who says the same as before keeps the place.
    /// - Parameter guardian: who answers for the member; nil for the member.
    func answer(
      _ reply: Answer.Reply, note: String, of account: AccountID, by guardian: AccountID?, at now: Date
    ) -> Answer {
      Answer(
        event: event.id, account: account, reply: reply, note: note,
        place: before?.reply == reply ? before?.place ?? place : place, answeredAt: now, by: guardian)
    }
  }

  /// Holds an event for an answer, so that of those who answer at once each has a place of its own, and looks in the same go at what is
  /// needed for it.
  /// - Throws: ``Problem`` 404 `event-unknown`, also for one of another team.
  static func turn(
    of account: AccountID, at event: String, of team: String, in transaction: any Transaction
  ) async throws -> Turn {
    let row = try await transaction.first(
      SQL(text: holding, values: [event.sqlValue, team.sqlValue, account.sqlValue]))
    guard let row else { throw Problem.eventUnknown }
    var before: Answer?
    if let reply: String = try row["my_reply"] {
      before = Answer(
        event: event, account: account, reply: Answer.Reply(rawValue: reply) ?? .no, note: try row["my_note"],
        place: try row["my_place"], answeredAt: try row["my_time"], by: try row["my_guardian"])
    }
    return Turn(event: try TeamEvent(row, contacts: []), before: before, place: try row["answer_count"])
  }

  /// Holds the event ?1 of the team ?2 and tells what the account ?3 has said to it. It is asked with every answer, and written once.
  private static let holding: String = {
    func mine(_ column: String) -> String {
      "(select \(column) from answers where answers.event = events.id and answers.account = ?3)"
    }
    return """
      update events set answer_count = answer_count + 1 where id = ?1 and team = ?2
      returning \(TeamEvent.columns.text), answer_count, \(mine("reply")) as my_reply, \(mine("note")) as my_note,
        \(mine("place")) as my_place, \(mine("answered_at")) as my_time, \(mine("answered_by")) as my_guardian
      """
  }()

  /// Takes answers, each of another account or to another event; one at least.
  static func set(_ answers: [Answer], in transaction: any Transaction) async throws {
    let rows = answers.map { answer -> SQL in
      """
      (\(answer.event), \(answer.account), \(answer.reply.rawValue), \(answer.note), \(answer.place), \(answer.answeredAt),
        \(answer.by))
      """
    }
    try await transaction.execute(
      """
      insert into answers (event, account, reply, note, place, answered_at, answered_by) values \(rows: rows)
      on conflict (event, account) do update set reply = excluded.reply, note = excluded.note,
        place = excluded.place, answered_at = excluded.answered_at, answered_by = excluded.answered_by
      """)
  }

  static func remove(_ account: AccountID, from event: TeamEvent, in transaction: any Transaction) async throws {
    try await transaction.execute("update events set answer_count = answer_count + 1 where id = \(event.id)")
    try await transaction.execute("delete from answers where event = \(event.id) and account = \(account)")
  }

  /// Notes that somebody has seen an event as it is.
  static func see(_ event: TeamEvent, by account: AccountID, at now: Date, in transaction: any Transaction) async throws
  {
    try await transaction.execute(
      """
      insert into seen (event, account, version, seen_at) values (\(event.id), \(account), \(event.version), \(now))
      on conflict (event, account) do update set version = excluded.version, seen_at = excluded.seen_at
      """)
  }

  /// Who has seen an event as it is now.
  static func readers(of event: TeamEvent, in transaction: any ReadTransaction) async throws -> Set<AccountID> {
    Set(
      try await transaction.query("select account, version from seen where event = \(event.id)")
        .filter { try $0["version"] == event.version }.map { try $0["account"] })
  }

  /// Stands for all answers of somebody: another one whenever there is a new one, or one is gone.
  static func states(of account: AccountID) -> SQL {
    """
    select count(*) as answered, coalesce(max(answered_at), 0) as latest,
      cast(coalesce(sum(place), 0) as bigint) as places
    from answers where account = \(account)
    """
  }

  /// What ``states(of:)`` finds.
  static func state(_ row: Row) throws -> String {
    let (count, latest, places): (Int, Int64, Int64) = (try row["answered"], try row["latest"], try row["places"])
    return "\(count) \(latest) \(places)"
  }

  /// Who of some people has said no to some events, by event.
  static func declined(
    _ events: [String], by people: Set<AccountID>, in transaction: any ReadTransaction
  ) async throws -> [String: Set<AccountID>] {
    var declined: [String: Set<AccountID>] = [:]
    for row in try await transaction.query(
      "select event, account from answers where event in (\(list: events)) and reply = 'no'")
    {
      let account: AccountID = try row["account"]
      if people.contains(account) { declined[try row["event"], default: []].insert(account) }
    }
    return declined
  }
}
