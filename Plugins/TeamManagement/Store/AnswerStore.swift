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

  /// Who has a place, and who waits.
  static func places(in event: TeamEvent, _ transaction: any ReadTransaction) async throws -> Places {
    let yes = try await transaction.query(
      "select account from answers where event = \(event.id) and reply = 'yes' order by place")
    return Places(try yes.map { try $0["account"] }, capacity: event.plan.capacity)
  }

  /// Takes an answer.
  /// - Parameter guardian: who has given it for the member; nil for the member.
  /// - Returns: whether what was answered is another thing than before.
  static func set(
    _ reply: Answer.Reply, note: String, of account: AccountID, by guardian: AccountID? = nil, to event: TeamEvent,
    at now: Date, in transaction: any Transaction
  ) async throws -> Bool {
    // Counting on holds the event's row, so that of those who answer at once each has a place of its own.
    let place: Int = try await transaction.query(
      "update events set answer_count = answer_count + 1 where id = \(event.id) returning answer_count"
    )[0]["answer_count"]
    let before = try await answer(of: account, to: event.id, in: transaction)
    let isSame = before?.reply == reply
    try await transaction.execute(
      """
      insert into answers (event, account, reply, note, place, answered_at, answered_by)
      values (\(event.id), \(account), \(reply.rawValue), \(note), \(place), \(now), \(guardian))
      on conflict (event, account) do update set reply = excluded.reply, note = excluded.note,
        place = \(isSame ? before?.place ?? place : place), answered_at = excluded.answered_at,
        answered_by = excluded.answered_by
      """)
    return !isSame
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
  static func state(of account: AccountID, in transaction: any ReadTransaction) async throws -> String {
    let row = try await transaction.query(
      """
      select count(*) as n, coalesce(max(answered_at), 0) as latest, cast(coalesce(sum(place), 0) as bigint) as places
      from answers where account = \(account)
      """)[0]
    let (count, latest, places): (Int, Int64, Int64) = (try row["n"], try row["latest"], try row["places"])
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
