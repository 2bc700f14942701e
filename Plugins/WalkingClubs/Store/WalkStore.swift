import FieldhouseKit
import Foundation

/// A walk that somebody organises: whoever checks in there walks with those who do, too.
struct Walk: Sendable, Hashable {
  let id: String
  let club: String
  let title: String
  let place: String
  let startsAt: Date
  let endsAt: Date
  /// What who leads it shows to those who have come.
  let code: String
  let organiser: AccountID?

  /// For how long before its beginning people check in, in seconds.
  static let early: TimeInterval = 1_800

  func isOpen(at now: Date) -> Bool { now >= startsAt.addingTimeInterval(-Self.early) && now <= endsAt }
}

extension Walk {
  init(_ row: Row) throws {
    (id, club, title) = (try row["walk"], try row["club"], try row["title"])
    (place, startsAt, endsAt) = (try row["place"], try row["starts_at"], try row["ends_at"])
    (code, organiser) = (try row["code"], try row["organiser"])
  }
}

/// Walks in storage.
enum WalkStore {
  static func walk(_ id: String, of club: String, in transaction: any ReadTransaction) async throws -> Walk {
    guard let row = try await transaction.first("select * from walks where walk = \(id) and club = \(club)") else {
      throw Problem.walkUnknown
    }
    return try Walk(row)
  }

  /// Walks that are not over, the next first.
  static func ahead(of club: String, at now: Date, in transaction: any ReadTransaction) async throws -> [Walk] {
    // A walk lasts a day at most.
    try await transaction.query(
      """
      select * from walks where club = \(club) and starts_at > \(now.addingTimeInterval(-86_400)) and ends_at >= \(now)
      order by starts_at, walk limit 50
      """
    ).map(Walk.init)
  }

  static func put(_ walk: Walk, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into walks (walk, club, title, place, starts_at, ends_at, code, organiser)
      values (\(walk.id), \(walk.club), \(walk.title), \(walk.place), \(walk.startsAt), \(walk.endsAt),
        \(walk.code), \(walk.organiser))
      """)
  }

  /// Takes a walk off, with who has checked in. What it has brought already is taken back.
  /// - Throws: ``Problem`` 404 `walk-unknown`.
  static func remove(_ id: String, of club: String, at now: Date, in transaction: any Transaction) async throws {
    let walk = try await walk(id, of: club, in: transaction)
    try await transaction.execute("delete from walks where walk = \(id)")
    try await transaction.execute("delete from check_ins where walk = \(id)")
    try await reopen(walk, at: now, in: transaction)
  }

  /// Checks somebody in. Where the walk goes on behind midnight, the day on which it began is closed anew.
  static func checkIn(_ account: AccountID, to walk: Walk, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into check_ins (walk, account, at) values (\(walk.id), \(account), \(now)) on conflict do nothing
      """)
    try await reopen(walk, at: now, in: transaction)
  }

  /// Has the day on which a walk began closed anew, if it is closed.
  private static func reopen(_ walk: Walk, at now: Date, in transaction: any Transaction) async throws {
    guard let club = try await ClubStore.club(walk.club, in: transaction) else { return }
    let day = (TimeZone(identifier: club.zone) ?? .gmt).day(of: walk.startsAt)
    try await ClosingStore.reopen(day, of: club.id, at: now, in: transaction)
  }

  /// How many have checked in at some walks, and at which of them somebody has.
  static func counts(
    _ walks: [String], of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> (counts: [String: Int], own: Set<String>) {
    let rows = try await transaction.query(
      """
      select walk, count(*) as n, sum(case when account = \(account) then 1 else 0 end) as own
      from check_ins where walk in (\(list: walks)) group by walk
      """)
    var (counts, own): ([String: Int], Set<String>) = ([:], [])
    for row in rows {
      counts[try row["walk"]] = try row["n"]
      if try row["own"] as Int > 0 { own.insert(try row["walk"]) }
    }
    return (counts, own)
  }

  /// Who has checked in on a day at a walk of a club at which others have, too, by club. A walk is of the day on which it begins in the
  /// club's zone.
  static func companions(
    of clubs: [String], day: Int, in transaction: any ReadTransaction
  ) async throws -> [String: Set<String>] {
    let found = try await ClubStore.clubs(clubs, in: transaction)
    var companions: [String: Set<String>] = [:]
    for (name, some) in Dictionary(grouping: found.values, by: \.zone) {
      let zone = TimeZone(identifier: name) ?? .gmt
      let (start, end) = (zone.beginning(of: day), zone.beginning(of: day + 1))
      let rows = try await transaction.query(
        """
        select w.club, c.walk, c.account from walks w join check_ins c on c.walk = w.walk
        where w.club in (\(list: some.map(\.id).padded)) and w.starts_at >= \(start) and w.starts_at < \(end)
        """)
      for same in Dictionary(grouping: rows, by: { try? $0["walk"] as String }).values where same.count > 1 {
        for row in same { companions[try row["club"], default: []].insert(try row["account"]) }
      }
    }
    return companions
  }
}
