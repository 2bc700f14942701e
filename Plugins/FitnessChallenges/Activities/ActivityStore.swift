import FieldhouseKit
import Foundation

/// The activities of people.
enum ActivityStore {
  /// An activity of somebody.
  /// - Throws: ``Problem`` 404 `activity-unknown`.
  static func activity(
    _ id: String, of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> Activity {
    guard let found = try await find(id, of: account, in: transaction) else { throw Problem.activityUnknown }
    return found
  }

  static func find(
    _ id: String, of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> Activity? {
    try await transaction.first(
      "select \(Activity.columns) from activities where account = \(account) and id = \(id)"
    ).map(Activity.init)
  }

  /// Some activities, the newest first, behind a place in that order.
  static func page(
    of account: AccountID, after: ListPlace?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [Activity] {
    let (start, id) = (after?.at ?? .max, after?.id ?? "")
    return try await transaction.query(
      """
      select \(Activity.columns) from activities
      where account = \(account) and start_at <= \(start) and (start_at < \(start) or id < \(id))
      order by start_at desc, id desc limit \(limit)
      """
    ).map(Activity.init)
  }

  /// Activities that begin in a stretch of time, the first one first.
  static func beginning(
    of account: AccountID, from: Int64, before: Int64, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [Activity] {
    try await transaction.query(
      """
      select \(Activity.columns) from activities
      where account = \(account) and start_at >= \(from) and start_at < \(before)
      order by start_at, id limit \(limit)
      """
    ).map(Activity.init)
  }

  /// Activities that take up some of a stretch of time.
  static func overlapping(
    of account: AccountID, from: Int64, before: Int64, in transaction: any ReadTransaction
  ) async throws -> [Activity] {
    try await transaction.query(
      """
      select \(Activity.columns) from activities
      where account = \(account) and start_at < \(before) and start_at >= \(from - Activity.longest) and end_at > \(from)
      """
    ).map(Activity.init)
  }

  /// What counts of some activities, beside all others of the person.
  static func shares(
    of activities: [Activity], _ account: AccountID, in transaction: any ReadTransaction
  ) async throws -> [String: Counting.Share] {
    guard let start = activities.map(\.start).min(), let end = activities.map(\.end).max() else { return [:] }
    let beside = try await overlapping(of: account, from: start, before: end, in: transaction)
    let known = Set(beside.map(\.id))
    return Counting.shares(beside + activities.filter { !known.contains($0.id) })
  }

  /// Keeps an activity with its track, unless one of its id has as high a revision; tells who subscribes.
  /// - Returns: whether it is new or changed.
  @discardableResult
  static func put(
    _ activity: Activity, _ track: TrackBuilder? = nil, of account: AccountID, in transaction: any Transaction
  ) async throws -> Bool {
    guard try await keep(activity, track, of: account, in: transaction) else { return false }
    try await tell(activity.start, activity.end, of: account, in: transaction)
    return true
  }

  /// As ``put(_:_:of:in:)``, telling nobody. This is the one place where it comes to be kept where somebody was: without
  /// the consent to that the activity alone is kept, with what was reckoned of its track before. Beside it an open import
  /// holds the track that it has read half until it ends, with or without consent: ``ImportStore/kept`` at most.
  static func keep(
    _ activity: Activity, _ track: TrackBuilder? = nil, of account: AccountID, in transaction: any Transaction
  ) async throws -> Bool {
    var activity = activity
    if track != nil { activity.routeLeftOut = try await !RouteConsent.isGiven(by: account, in: transaction) }
    guard try await write([row(activity, of: account)], in: transaction) == 1 else { return false }
    if let track, !activity.routeLeftOut { try await keep(track, of: activity.id, account, in: transaction) }
    return true
  }

  /// Keeps activities without tracks, each of another id, by one statement; those of which a revision as high is kept stay as they are.
  /// Tells nobody.
  static func keep(_ activities: [Activity], of account: AccountID, in transaction: any Transaction) async throws {
    try await write(activities.map { row($0, of: account) }, in: transaction)
  }

  /// Keeps kind and title as the person says them. The revision stays, so that what a device counts anew still takes its place.
  static func name(_ activity: Activity, of account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      update activities set kind = \(activity.kind.rawValue), title = \(activity.title),
        suspect = \(activity.suspect.joined(separator: " "))
      where account = \(account) and id = \(activity.id)
      """)
  }

  /// The activities of some ids that are kept, by id.
  static func known(
    _ ids: [String], of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> [String: Activity] {
    let found = try await transaction.query(
      "select \(Activity.columns) from activities where account = \(account) and id in (\(list: ids))"
    ).map(Activity.init)
    return Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// An activity as it comes in: its route is kept behind it.
  private static func row(_ activity: Activity, of account: AccountID) -> SQL {
    """
    (\(account), \(activity.id), \(activity.kind.rawValue), \(activity.source.rawValue), \(activity.evidence.rawValue),
    \(activity.title), \(activity.start), \(activity.end), \(activity.seconds), \(activity.steps), \(activity.pushes),
    \(activity.metres), \(activity.suspect.joined(separator: " ")), 0, \(activity.routeLeftOut ? 1 : 0),
    \(activity.revision), \(activity.received))
    """
  }

  /// - Returns: how many are new or changed.
  @discardableResult
  private static func write(_ rows: [SQL], in transaction: any Transaction) async throws -> Int {
    var values = SQL.StringInterpolation(literalCapacity: 80 * rows.count, interpolationCount: 16 * rows.count)
    for (index, row) in rows.enumerated() {
      if index > 0 { values.appendLiteral(", ") }
      values.appendInterpolation(row)
    }
    return try await transaction.execute(
      """
      insert into activities (account, id, kind, source, evidence, title, start_at, end_at, seconds, steps, pushes, metres,
        suspect, has_route, route_left_out, revision, received_at)
      values \(SQL(stringInterpolation: values))
      on conflict (account, id) do update set kind = excluded.kind,
        title = case when excluded.title = '' and excluded.source = 'device' then activities.title else excluded.title end,
        start_at = excluded.start_at, end_at = excluded.end_at, seconds = excluded.seconds, steps = excluded.steps,
        pushes = excluded.pushes, metres = excluded.metres, suspect = excluded.suspect, revision = excluded.revision,
        received_at = excluded.received_at
      where activities.revision < excluded.revision
      """)
  }

  /// The shape takes time that grows with the square of its points: it is reckoned of new activities alone.
  private static func keep(
    _ track: TrackBuilder, of activity: String, _ account: AccountID, in transaction: any Transaction
  ) async throws {
    let route = RouteShape.shown(track.shape)
    if !route.isEmpty {
      let points = route.map { [($0.latitude * 1e5).rounded() / 1e5, ($0.longitude * 1e5).rounded() / 1e5] }
      try await transaction.execute(
        """
        insert into activity_routes (account, activity, points)
        values (\(account), \(activity), \(try JSONText.encode(points))) on conflict do nothing
        """)
      try await transaction.execute(
        "update activities set has_route = 1 where account = \(account) and id = \(activity)")
    }
    for (slot, cell) in track.places {
      try await transaction.execute(
        """
        insert into activity_places (account, activity, slot, cell)
        values (\(account), \(activity), \(slot), \(cell)) on conflict do nothing
        """)
    }
  }

  static func remove(_ activity: Activity, of account: AccountID, in transaction: any Transaction) async throws {
    for table in ["activity_routes", "activity_places"] {
      try await transaction.execute(
        SQL(
          text: "delete from \(table) where account = ?1 and activity = ?2",
          values: [account.sqlValue, .text(activity.id)]))
    }
    try await tell(activity.start, activity.end, of: account, in: transaction)
    try await transaction.execute("delete from activities where account = \(account) and id = \(activity.id)")
  }

  /// Emits that activities of a stretch of time have changed: with those that overlap it, of which another part counts now.
  static func tell(
    _ start: Int64, _ end: Int64, of account: AccountID, in transaction: any Transaction
  ) async throws {
    let hull = try await transaction.first(
      """
      select min(start_at) as first, max(end_at) as last from activities
      where account = \(account) and start_at < \(end) and start_at >= \(start - Activity.longest) and end_at > \(start)
      """)
    let (first, last): (Int64?, Int64?) = (try hull?["first"], try hull?["last"])
    let (from, before) = (min(start, first ?? start), max(end, last ?? end))
    try await transaction.emit(
      Event(
        name: "activities-changed",
        payload: [
          "account": .string(account.text), "from": .integer(from), "before": .integer(max(before, from + 1)),
        ]))
  }

  /// The shown route of an activity; empty without one.
  static func route(
    of activity: String, _ account: AccountID, in transaction: any ReadTransaction
  ) async throws -> [[Double]] {
    let row = try await transaction.first(
      "select points from activity_routes where account = \(account) and activity = \(activity)")
    return try row.map { try JSONText.decode($0["points"]) } ?? []
  }
}
