import FieldhouseKit
import Foundation

/// A day of somebody as it is kept: what was done, before it is known who else was there.
struct Session: Sendable {
  let account: AccountID
  /// Counted from 1970-01-01, in the zone in which the person was.
  let day: Int
  let club: String
  /// Empty for none.
  let crew: String
  let endsAt: Date
  let content: DaySession
  /// The version of the season's rules by which it was judged; 0 outside of seasons.
  let version: Int
  let reckonedAt: Date
}

extension Session {
  init(_ row: Row) throws {
    (account, day, club, crew) = (try row["account"], try row["day"], try row["club"], try row["crew"])
    (endsAt, version, reckonedAt) = (try row["ends_at"], try row["version"], try row["reckoned_at"])
    content = try JSONText.decode(try row["lines"])
  }
}

/// Days in storage.
enum SessionStore {
  /// So many rows are written by one statement.
  private static let portion = 200

  /// Keeps days in place of what was kept of them.
  static func put(_ sessions: [Session], in transaction: any Transaction) async throws {
    for first in stride(from: 0, to: sessions.count, by: portion) {
      let rows = try sessions[first..<min(first + portion, sessions.count)].map(row)
      try await transaction.execute(
        """
        insert into sessions (account, day, club, crew, ends_at, steps, counted, metres, seconds, gross, active, has_route,
          lines, version, reckoned_at) values \(rows: rows)
        on conflict (account, day) do update set club = excluded.club, crew = excluded.crew, ends_at = excluded.ends_at,
          steps = excluded.steps, counted = excluded.counted, metres = excluded.metres, seconds = excluded.seconds,
          gross = excluded.gross, active = excluded.active, has_route = excluded.has_route, lines = excluded.lines,
          version = excluded.version, reckoned_at = excluded.reckoned_at
        """)
    }
  }

  private static func row(_ session: Session) throws -> SQL {
    let (content, energy) = (session.content, session.content.energy)
    return """
      (\(session.account), \(session.day), \(session.club), \(session.crew), \(session.endsAt), \(content.steps),
      \(content.counted), \(real: content.metres), \(content.seconds), \(real: energy?.gross), \(real: energy?.active),
      \(content.hasRoute), \(try JSONText.encode(content)), \(session.version), \(session.reckonedAt))
      """
  }

  static func session(
    _ account: AccountID, day: Int, in transaction: any ReadTransaction
  ) async throws -> Session? {
    try await transaction.first("select * from sessions where account = \(account) and day = \(day)").map(Session.init)
  }

  /// Days on which something was done, the latest first.
  static func page(
    of account: AccountID, before day: Int, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [Session] {
    try await transaction.query(
      """
      select * from sessions where account = \(account) and day < \(day) and lines <> '{"lines":[]}'
      order by day desc limit \(limit)
      """
    ).map(Session.init)
  }

  /// The days of a span of which something is kept.
  static func days(
    of account: AccountID, in span: ClosedRange<Int>, _ transaction: any ReadTransaction
  ) async throws -> Set<Int> {
    Set(
      try await transaction.query(
        """
        select day from sessions where account = \(account) and day between \(span.lowerBound) and \(span.upperBound)
        """
      ).map { try $0["day"] })
  }

  /// How many people of some clubs have a session of a day.
  static func sizes(
    of clubs: [String], day: Int, in transaction: any ReadTransaction
  ) async throws -> [String: Int] {
    let rows = try await transaction.query(
      "select club, count(*) as n from sessions where club in (\(list: clubs.padded)) and day = \(day) group by club")
    return Dictionary(try rows.map { (try $0["club"], try $0["n"]) }, uniquingKeysWith: { one, _ in one })
  }

  /// The days of some clubs' people that are over, some of them by club and account, as a season judges them now. What each was made
  /// of is read of those only that were judged by other rules.
  ///
  /// What else is known of the people is looked up for one after another: lists of so many would be compared with every row there
  /// is by a server that has planned for few rows.
  /// - Parameter account: behind whom it goes on, in each of the clubs.
  static func ended(
    _ clubs: [String], day: Int, of season: Season, at now: Date, after account: AccountID?, limit: Int,
    in transaction: any ReadTransaction
  ) async throws -> [EndedSession] {
    guard !clubs.isEmpty else { return [] }
    return try await transaction.query(
      """
      select account, day, club, crew, ends_at, steps, counted, version, reckoned_at,
        case when version = \(season.version) then '' else lines end as lines,
        (select points from day_points p where p.account = sessions.account and p.day = sessions.day) as kept,
        (select inviter from invitations i where i.account = sessions.account and i.season is null) as inviter,
        (select case when count(*) = 0 then -1
            when count(*) = 1 and min(case when m.crew = sessions.crew then m.points else -1 end) >= 0
            then min(m.points) end
          from member_seasons m where m.season = \(season.id) and m.account = sessions.account
          and m.club = sessions.club) as held
      from sessions where club in (\(list: clubs.padded)) and day = \(day) and account > \(account?.text ?? "")
      and ends_at <= \(now) order by club, account limit \(limit)
      """
    ).map { try EndedSession($0, season) }
  }
}

/// What closing a day needs of somebody's session.
struct EndedSession: Sendable {
  let account: AccountID
  let club: String
  let crew: String
  let steps: Int
  let counted: Int
  /// The session as the season's rules of now judge it, where it was judged by others before.
  let judgedAnew: Session?
  /// Whether the day was closed before.
  let isKept: Bool
  /// Whether somebody waits for the person to walk.
  let isInvited: Bool
  /// The person's points of the season for the club; nil where not all of them are of the group, so that they have to be read.
  let points: Ledger.Points?

  fileprivate init(_ row: Row, _ season: Season) throws {
    (account, club, crew) = (try row["account"], try row["club"], try row["crew"])
    isKept = try row["kept"] as Int? != nil
    isInvited = try row["inviter"] as String? != nil
    let place = Credit.Place(season: season.id, club: club, crew: crew)
    points = try (row["held"] as Int?).map {
      Ledger.Points(place: place, ofClub: max($0, 0), ofCrew: $0 < 0 ? nil : $0)
    }
    judgedAnew = try row["version"] == season.version ? nil : Session(row).judged(by: season)
    (steps, counted) = try judgedAnew.map { ($0.content.steps, $0.content.counted) } ?? (row["steps"], row["counted"])
  }
}

extension SQL.StringInterpolation {
  /// Binds a number that may be missing, as a `real` in either case: rows of `values` have one type in each column.
  mutating func appendInterpolation(real value: Double?) {
    appendLiteral("cast(")
    appendInterpolation(value)
    appendLiteral(" as real)")
  }
}
