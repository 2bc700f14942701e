import FieldhouseKit
import Foundation

/// The calendars of all teams.
enum EventStore {
  /// How long an event lasts at most, in seconds: 31 days.
  static let longest: TimeInterval = 31 * 86_400
  /// How many days one without hours takes at most.
  static let mostDays = 31
  /// How long before a span of time what touches it begins at most, in seconds: as many days are longer where clocks are put back.
  static let farthest = longest + 86_400
  /// How many events are listed at most.
  static let mostListed = 2_000

  /// Whether something lasts longer than an event may.
  /// - Parameter days: the days that it takes without hours; nil where it has some.
  static func isTooLong(from start: Date, to end: Date, _ days: WholeDays?) -> Bool {
    if let days { days.days.count > mostDays } else { end.timeIntervalSince(start) > longest }
  }

  /// - Throws: ``Problem`` 404 `event-unknown`, also for one of another team.
  static func event(
    _ id: String, of team: String, withContacts: Bool = true, in transaction: any ReadTransaction
  ) async throws -> TeamEvent {
    let rows = try await transaction.query("select \(TeamEvent.columns) from events where id = \(id)")
    guard let event = try await events(rows, withContacts: withContacts, in: transaction).first, event.team == team
    else {
      throw Problem.eventUnknown
    }
    return event
  }

  static func find(_ id: String, in transaction: any ReadTransaction) async throws -> TeamEvent? {
    let rows = try await transaction.query("select \(TeamEvent.columns) from events where id = \(id)")
    return try await events(rows, in: transaction).first
  }

  /// The events of some teams that touch a span of time, in the order in which they begin: the first ones, where there are more than
  /// are listed.
  static func events(
    of teams: [String], from: Date, to: Date, withContacts: Bool = true, in transaction: any ReadTransaction
  ) async throws -> [TeamEvent] {
    let rows = try await transaction.query(
      """
      select \(TeamEvent.columns) from events
      where team in (\(list: teams)) and starts_at > \(from.addingTimeInterval(-farthest)) and starts_at < \(to)
        and ends_at > \(from)
      order by starts_at, id limit \(mostListed)
      """)
    return try await events(rows, withContacts: withContacts, in: transaction)
  }

  /// Stands for some events: another one whenever one of them has come, has changed or has gone.
  struct State: Sendable {
    let text: String
    /// Whether one of them is for people from an age on.
    let hasAges: Bool

    /// The columns of the row that it is read from.
    static let columns: SQL =
      """
      count(*) as n, cast(coalesce(sum(version), 0) as bigint) as versions, coalesce(max(changed_at), 0) as changed,
      cast(coalesce(sum(starts_at), 0) as bigint) as starts, count(minimum_age) as ages
      """

    init(_ row: Row) throws {
      let (count, ages): (Int, Int) = (try row["n"], try row["ages"])
      let (versions, changed, starts): (Int64, Int64, Int64) = (
        try row["versions"], try row["changed"], try row["starts"]
      )
      (text, hasAges) = ("\(count) \(versions) \(changed) \(starts)", ages > 0)
    }
  }

  /// That of what may touch a span of time, of teams that a condition tells.
  static func states(_ teams: SQL, from: Date, to: Date) -> SQL {
    """
    select \(State.columns) from events
    where team \(teams) and starts_at > \(from.addingTimeInterval(-farthest)) and starts_at < \(to)
    """
  }

  /// An event as far as its place in a calendar goes.
  struct Mark: Sendable {
    let id: String
    let team: String
    let version: Int
    /// Whether it is for people from an age on.
    let hasAge: Bool
  }

  /// The marks of the events of some teams that touch a span of time, in the order in which they begin.
  static func marks(
    of teams: [String], from: Date, to: Date, in transaction: any ReadTransaction
  ) async throws -> [Mark] {
    try await transaction.query(
      """
      select id, team, version, case when minimum_age is null then 0 else 1 end as aged from events
      where team in (\(list: teams)) and starts_at > \(from.addingTimeInterval(-farthest)) and starts_at < \(to)
        and ends_at > \(from)
      order by starts_at, id limit \(mostListed)
      """
    ).map { row in
      Mark(id: try row["id"], team: try row["team"], version: try row["version"], hasAge: try row["aged"])
    }
  }

  /// Some events by their ids, without those to turn to.
  static func plain(_ ids: [String], in transaction: any ReadTransaction) async throws -> [TeamEvent] {
    guard !ids.isEmpty else { return [] }
    let rows = try await transaction.query("select \(TeamEvent.columns) from events where id in (\(list: ids))")
    return try await events(rows, withContacts: false, in: transaction)
  }

  /// The next events of any team in which answers are taken and of which nobody was asked by itself.
  static func unasked(at now: Date, in transaction: any ReadTransaction) async throws -> [TeamEvent] {
    let rows = try await transaction.query(
      """
      select \(TeamEvent.columns) from events
      where asked_at is null and deadline_at > \(now) and is_cancelled = 0 order by deadline_at limit 200
      """)
    return try await events(rows, withContacts: false, in: transaction)
  }

  /// What has not begun yet on a team's calendar.
  static func ahead(of team: String, at now: Date, in transaction: any ReadTransaction) async throws -> [TeamEvent] {
    let rows = try await transaction.query(
      "select \(TeamEvent.columns) from events where team = \(team) and starts_at > \(now)")
    return try await events(rows, in: transaction).sorted { ($0.plan.startsAt, $0.id) < ($1.plan.startsAt, $1.id) }
  }

  /// The dates of a series that were planned from an instant on, in order.
  static func events(
    ofSeries series: String, since instant: Date, in transaction: any ReadTransaction
  ) async throws -> [TeamEvent] {
    let rows = try await transaction.query(
      """
      select \(TeamEvent.columns) from events where series = \(series) and planned_at >= \(instant) order by planned_at
      """)
    return try await events(rows, in: transaction)
  }

  private static func events(
    _ rows: [Row], withContacts: Bool = true, in transaction: any ReadTransaction
  ) async throws -> [TeamEvent] {
    let ids = try withContacts ? rows.map { try $0["id"] as String } : []
    var contacts: [String: [AccountID]] = [:]
    let named =
      ids.isEmpty
      ? []
      : try await transaction.query(
        "select event, account from event_contacts where event in (\(list: ids)) order by account")
    for row in named { contacts[try row["event"], default: []].append(try row["account"]) }
    return try rows.map { try TeamEvent($0, contacts: contacts[try $0["id"]] ?? []) }
  }

  /// Puts a date on the calendar.
  /// - Returns: its id.
  @discardableResult
  static func insert(
    _ plan: EventPlan, of team: String, series: String?, at now: Date, in transaction: any Transaction
  ) async throws -> String {
    let id = TeamStore.newID()
    try await transaction.execute(
      """
      insert into events (id, team, series, kind, title, starts_at, ends_at, time_zone, is_all_day, planned_at, details,
        changed, capacity, deadline_minutes, deadline_at, minimum_age, is_cancelled, version, changed_at)
      values (\(id), \(team), \(series), \(plan.kind.rawValue), \(plan.title), \(plan.startsAt), \(plan.endsAt),
        \(plan.timeZone), \(plan.isAllDay), \(plan.startsAt), \(try JSONText.encode(plan.details)), '[]',
        \(plan.capacity), \(plan.deadlineMinutes), \(plan.deadline), \(plan.minimumAge), \(plan.isCancelled), 1, \(now))
      """)
    try await set(plan.contacts, of: id, in: transaction)
    return id
  }

  /// Writes down what has become of an event.
  static func save(_ event: TeamEvent, at now: Date, in transaction: any Transaction) async throws {
    let plan = event.plan
    try await transaction.execute(
      """
      update events set kind = \(plan.kind.rawValue), title = \(plan.title), starts_at = \(plan.startsAt),
        ends_at = \(plan.endsAt), time_zone = \(plan.timeZone), is_all_day = \(plan.isAllDay),
        planned_at = \(event.plannedAt),
        details = \(try JSONText.encode(plan.details)), changed = \(try JSONText.encode(event.exceptions.sorted())),
        capacity = \(plan.capacity), deadline_minutes = \(plan.deadlineMinutes), deadline_at = \(plan.deadline),
        minimum_age = \(plan.minimumAge),
        is_cancelled = \(plan.isCancelled), version = version + 1, changed_at = \(now), asked_at = null
      where id = \(event.id)
      """)
    try await set(plan.contacts, of: event.id, in: transaction)
  }

  private static func set(_ contacts: [AccountID], of event: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from event_contacts where event = \(event)")
    for account in Set(contacts) {
      try await transaction.execute("insert into event_contacts (event, account) values (\(event), \(account))")
    }
  }

  /// Takes a date that nobody needs off the calendar.
  static func remove(_ event: TeamEvent, in transaction: any Transaction) async throws {
    try await transaction.reminders.cancel(event.reminder)
    try await transaction.execute("delete from event_contacts where event = \(event.id)")
    try await transaction.execute("delete from attachments where event = \(event.id)")
    try await transaction.execute("delete from answers where event = \(event.id)")
    try await transaction.execute("delete from answer_links where event = \(event.id)")
    try await transaction.execute("delete from spare_calls where event = \(event.id)")
    try await transaction.execute("delete from seen where event = \(event.id)")
    try await transaction.execute("delete from attendance where event = \(event.id)")
    try await transaction.execute("delete from events where id = \(event.id)")
  }
}
