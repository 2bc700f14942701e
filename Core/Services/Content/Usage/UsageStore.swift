internal import FieldhouseKit
internal import Foundation

/// The tables of how the app is used.
enum UsageStore {
  /// When a person agreed to be counted; nil for who has not.
  static func consent(of account: AccountID, in transaction: any ReadTransaction) async throws -> Date? {
    try await transaction.first("select agreed_at from usage_people where account = \(account)")?["agreed_at"]
  }

  /// - Parameter now: from when on a visit is counted.
  static func agree(_ account: AccountID, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into usage_people (account, agreed_at, first_week, last_week, steps, areas, visit_at, seen_at)
      values (\(account), \(now), '', '', 0, '', \(now), \(now)) on conflict (account) do nothing
      """)
  }

  static func forget(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from usage_people where account = \(account)")
  }

  /// Gives one person's consent to another who has none.
  static func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {
    if try await consent(of: other, in: transaction) == nil {
      try await transaction.execute("update usage_people set account = \(other) where account = \(account)")
    } else {
      try await forget(account, in: transaction)
    }
  }

  /// Counts a page that somebody looks at who has agreed, and how far that person has come. Of who has not, nothing.
  static func count(
    _ view: UsageView, of account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    guard
      let row = try await transaction.first(
        "select first_week, last_week, steps, areas, visit_at, seen_at from usage_people where account = \(account)")
    else { return }
    let (day, week) = (UsageRules.day(of: now), UsageRules.week(of: now))
    let (known, lastWeek, knownFirst): (Int, String, String) = (
      try row["steps"], try row["last_week"], try row["first_week"]
    )
    let (visit, seen): (Date, Date) = (try row["visit_at"], try row["seen_at"])
    let first = knownFirst.isEmpty ? week : knownFirst
    // What only says how far somebody has come is no page that is looked at again.
    if view.isLook { try await add("usage_pages", day, "page", view.page, in: transaction) }
    var reached = known
    for step in view.steps where reached & (1 << step.rawValue) == 0 {
      reached |= 1 << step.rawValue
      try await add("usage_steps", day, "step", step.name, in: transaction)
    }
    let knownAreas: String = try row["areas"]
    let areas = UsageRules.areas(knownAreas, adding: view.area, of: view.pages)
    if let area = view.area, areas != nil {
      try await add("usage_steps", day, "step", "\(UsageStore.entry)\(area)", in: transaction)
    }
    if week != lastWeek { try await forget(before: now, in: transaction) }
    let later = UsageRules.weeks(from: first, to: week)
    if week != lastWeek, later <= UsageRules.weeks {
      try await add("usage_returns", first, "later", "\(later)", in: transaction)
    }
    let isNew = now.timeIntervalSince(seen) >= UsageRules.pause
    if isNew { try await close(visit, seen, in: transaction) }
    try await transaction.execute(
      """
      update usage_people set first_week = \(first), last_week = \(week), steps = \(reached), areas = \(areas ?? knownAreas),
        visit_at = \(isNew ? now : visit), seen_at = \(now)
      where account = \(account)
      """)
  }

  /// What begins the names of steps that are first entries in an area.
  static let entry = "entered:"

  /// Forgets what was counted long ago, and that people have agreed who have not come since.
  static func forget(before now: Date, in transaction: any Transaction) async throws {
    let end = now.addingTimeInterval(-86_400 * Double(UsageRules.keptDays))
    for table in ["usage_pages", "usage_steps", "usage_visits", "usage_returns"] as [SQL] {
      try await transaction.execute("delete from \(table) where day < \(UsageRules.day(of: end))")
    }
    try await transaction.execute("delete from usage_people where seen_at < \(end)")
  }

  /// Counts the visits that are over and have not been, of those who have not come again since.
  static func closeVisits(before instant: Date, in transaction: any Transaction) async throws {
    let rows = try await transaction.query(
      """
      select account, visit_at, seen_at from usage_people
      where seen_at <= \(instant) and visit_at < seen_at order by account limit 1000
      """)
    for row in rows {
      let account: AccountID = try row["account"]
      try await close(try row["visit_at"], try row["seen_at"], in: transaction)
      try await transaction.execute("update usage_people set visit_at = seen_at where account = \(account)")
    }
  }

  /// What was counted from a day on, by name.
  static func sums(
    _ table: SQL, _ name: SQL, from day: String, in transaction: any ReadTransaction
  ) async throws -> [(String, Int)] {
    try await transaction.query(
      """
      select \(name) as name, sum(number) as total from \(table) where day >= \(day) group by \(name)
      order by total desc, name limit 200
      """
    ).map { (try $0["name"], try $0["total"]) }
  }

  /// How many pages were looked at on each day, the first first.
  static func days(from day: String, in transaction: any ReadTransaction) async throws -> [(String, Int)] {
    try await transaction.query(
      "select day, sum(number) as total from usage_pages where day >= \(day) group by day order by day"
    ).map { (try $0["day"], try $0["total"]) }
  }

  /// Of the weeks in which people came first, how many came in each of the weeks behind it.
  static func returns(
    from week: String, in transaction: any ReadTransaction
  ) async throws -> [(week: String, later: Int, number: Int)] {
    try await transaction.query(
      """
      select day, later, number from usage_returns where day >= \(week) order by day desc, length(later), later
      """
    ).map { row in
      let later: String = try row["later"]
      return (try row["day"], Int(later) ?? 0, try row["number"])
    }
  }

  private static func close(_ visit: Date, _ seen: Date, in transaction: any Transaction) async throws {
    let seconds = seen.timeIntervalSince(visit)
    guard seconds > 0 else { return }
    let bucket = "\(UsageRules.bucket(seconds: seconds))"
    try await add("usage_visits", UsageRules.day(of: visit), "bucket", bucket, in: transaction)
  }

  private static func add(
    _ table: SQL, _ day: String, _ column: SQL, _ value: String, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into \(table) (day, \(column), number) values (\(day), \(value), 1)
      on conflict (day, \(column)) do update set number = \(table).number + 1
      """)
  }
}
