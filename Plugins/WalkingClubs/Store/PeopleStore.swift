import FieldhouseKit
import Foundation

/// What happens to people. What was walked for a club stays in the club's sums, also in those of weeks in which it meets another; who
/// has walked it is forgotten.
enum PeopleStore {
  static func erase(_ account: AccountID, at now: Date, in transaction: any Transaction) async throws {
    let walker = try await WalkerStore.find(account, in: transaction)
    try await DuelStore.leave(account, in: transaction)
    for statement: SQL in [
      "delete from stays where account = \(account)", "delete from zones where account = \(account)",
      "delete from dirty where account = \(account)", "delete from sessions where account = \(account)",
      "delete from presence where account = \(account)", "delete from day_points where account = \(account)",
      "delete from member_seasons where \(seasons(of: account))",
      "delete from invitations where inviter = \(account) or (account = \(account) and season is null)",
      // What has come to count goes on counting for who has made it, also for the season's limit; who came is forgotten.
      "update invitations set account = \(RandomID.make()) where account = \(account)",
      "delete from check_ins where account = \(account)", "delete from awards where account = \(account)",
      "delete from shared_days where account = \(account)", "delete from walkers where account = \(account)",
      "update walks set organiser = null where organiser = \(account)",
    ] { try await transaction.execute(statement) }
    try await recount(walker, in: transaction)
  }

  /// What finds the parts that somebody has of seasons by the table's key; no season is ever taken away.
  private static func seasons(of account: AccountID) -> SQL {
    "season in (select season from seasons) and account = \(account)"
  }

  /// The numbers of members, which nobody tells when somebody is erased or becomes one with another.
  private static func recount(_ walker: Walker?, in transaction: any Transaction) async throws {
    for id in [walker?.club, walker?.crew].compactMap({ $0 }) {
      if let group = try await transaction.groups.group(id) { try await ClubStore.put(group, in: transaction) }
    }
  }

  /// Days that both have walked count once: those of `other`. Of memberships those count that the platform has kept.
  static func merge(
    _ account: AccountID, into other: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    let (gone, kept) = (
      try await WalkerStore.find(account, in: transaction), try await WalkerStore.find(other, in: transaction)
    )
    try await moveSums(account, other, at: now, in: transaction)
    try await withdrawDoubled(account, other, at: now, in: transaction)
    try await moveRows(account, other, in: transaction)
    if let gone, kept == nil {
      try await transaction.execute("update walkers set account = \(other) where account = \(gone.account)")
      try await transaction.execute("update stays set account = \(other) where account = \(account)")
      try await transaction.execute("update zones set account = \(other) where account = \(account)")
    }
    for statement: SQL in [
      "delete from walkers where account = \(account)", "delete from stays where account = \(account)",
      "delete from zones where account = \(account)", "delete from dirty where account = \(account)",
      "delete from presence where account = \(account)",
    ] { try await transaction.execute(statement) }
    try await recount(gone, in: transaction)
    try await recount(kept, in: transaction)
  }

  /// Takes the points of days away that the other one has, too: the host has added the entries of boards up.
  private static func withdrawDoubled(
    _ account: AccountID, _ other: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    let rows = try await transaction.query(
      """
      select one.* from day_points one join day_points two on two.account = \(other) and two.day = one.day
      where one.account = \(account)
      """)
    var credits: [Credit] = []
    for row in rows {
      let points: Int = try row["points"]
      credits.append(
        Credit(
          account: other,
          place: Credit.Place(season: try row["season"], club: try row["club"], crew: try row["crew"]),
          points: -points, steps: -(try row["steps"] as Int), days: points > 0 ? -1 : 0))
    }
    for (row, credit) in zip(rows, credits) {
      try await StandingStore.add([credit], day: try row["day"], in: transaction)
    }
    try await transaction.execute(
      """
      delete from day_points where account = \(account)
      and day in (select day from day_points where account = \(other))
      """)
    try await transaction.execute(
      """
      delete from sessions where account = \(account) and exists (
        select 1 from sessions o where o.account = \(other) and o.day = sessions.day)
      """)
    for credit in credits { try await Ledger.add([credit], at: now, in: transaction) }
  }

  /// The sums of one become the other's; the host has moved the entries of the boards.
  private static func moveSums(
    _ account: AccountID, _ other: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    let rows = try await transaction.query("select * from member_seasons where \(seasons(of: account))")
    let own = try rows.map { row in
      Credit(
        account: account,
        place: Credit.Place(season: try row["season"], club: try row["club"], crew: try row["crew"]),
        points: try row["points"], steps: try row["steps"], days: try row["days"])
    }
    let taken = own.map {
      Credit(account: account, place: $0.place, points: -$0.points, steps: -$0.steps, days: -$0.days)
    }
    let given = own.map {
      Credit(account: other, place: $0.place, points: $0.points, steps: $0.steps, days: $0.days)
    }
    try await Ledger.add(taken, at: now, ranks: false, in: transaction)
    try await Ledger.add(given, at: now, ranks: false, in: transaction)
    try await transaction.execute("delete from member_seasons where \(seasons(of: account))")
  }

  private static func moveRows(
    _ account: AccountID, _ other: AccountID, in transaction: any Transaction
  ) async throws {
    for statement: SQL in [
      "update sessions set account = \(other) where account = \(account)",
      "update day_points set account = \(other) where account = \(account)",
      "delete from awards where account = \(account) and badge in (select badge from awards where account = \(other))",
      "update awards set account = \(other) where account = \(account)",
      "delete from check_ins where account = \(account) and walk in (select walk from check_ins where account = \(other))",
      "update check_ins set account = \(other) where account = \(account)",
      "delete from shared_days where account = \(account) and day in (select day from shared_days where account = \(other))",
      "update shared_days set account = \(other) where account = \(account)",
      "update walks set organiser = \(other) where organiser = \(account)",
      "delete from invitations where account = \(account) and inviter = \(other)",
      "delete from invitations where account = \(other) and inviter = \(account)",
      "delete from invitations where account = \(account) and exists (select 1 from invitations i where i.account = \(other))",
      "update invitations set account = \(other) where account = \(account)",
      "update invitations set inviter = \(other) where inviter = \(account)",
    ] { try await transaction.execute(statement) }
  }

  /// Everything that is kept of somebody; nil for nothing.
  static func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    let parts: [(String, SQL)] = [
      ("clubs", "select from_at, club, crew from stays where account = \(account) order by from_at"),
      ("zones", "select from_at, zone from zones where account = \(account) order by from_at"),
      (
        "days",
        """
        select day, club, crew, steps, counted, metres, seconds, gross, active, lines from sessions
        where account = \(account) order by account, day
        """
      ),
      (
        "points",
        """
        select day, season, club, crew, base, social, match, points, together from day_points
        where account = \(account) order by day
        """
      ),
      ("places", "select bucket, cell from presence where account = \(account) order by account, bucket, cell"),
      ("invitations", "select account, settled_at, season, points from invitations where inviter = \(account)"),
      ("checkIns", "select walk, at from check_ins where account = \(account) order by at"),
      ("badges", "select badge, day from awards where account = \(account) order by day"),
      ("shared", "select share, day, shared_at from shared_days where account = \(account) order by day"),
    ]
    var result: JSONObject = [:]
    for (name, sql) in parts {
      let rows = try await transaction.query(sql)
      if !rows.isEmpty { result[name] = .array(try rows.map(json)) }
    }
    if let walker = try await WalkerStore.find(account, in: transaction) {
      result["isRecognised"] = .bool(walker.isRecognised)
    }
    return result.isEmpty ? nil : .object(result)
  }

  private static func json(_ row: Row) throws -> JSON {
    .object(JSONObject(try zip(row.columns.names, row.values).map { ($0, try value($1, of: $0)) }))
  }

  /// Days are kept as numbers, instants as milliseconds, in columns that end with `_at` or are called `at`.
  private static func value(_ value: SQLValue, of column: String) throws -> JSON {
    switch value {
    case .integer(let number) where column == "day": return .string(CivilDay.text(Int(number)))
    case .integer(let number) where column.hasSuffix("_at") || column == "at":
      return RFC3339.string(from: Date(millisecondsSince1970: number)).map { .string($0) } ?? .null
    case .integer(let number): return .integer(number)
    case .real(let number): return .number(number)
    case .text(let text) where column == "lines": return try JSON(parsing: text)
    case .text(let text): return .string(text)
    default: return .null
    }
  }
}
