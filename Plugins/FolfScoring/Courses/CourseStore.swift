import FieldhouseKit
import Foundation

/// The courses: those that are shipped, those that people have shared, and those that people have described for
/// themselves.
struct CourseStore: Sendable {
  /// How many courses of their own people may have.
  static let mostOwn = 200

  /// A course as it is kept.
  struct Kept: Sendable {
    let course: Course
    let owner: AccountID?
    /// Whether everybody finds it.
    let isShared: Bool
    /// Counts its changes; 0 for a shipped course that nobody has changed.
    let version: Int
  }

  let shipped: [Course]

  /// A course that somebody may choose; nil when there is none.
  func find(_ id: String, for account: AccountID, in transaction: any ReadTransaction) async throws -> Course? {
    try await kept(id, for: account, in: transaction)?.course
  }

  func kept(_ id: String, for account: AccountID, in transaction: any ReadTransaction) async throws -> Kept? {
    let row = try await transaction.first(
      "select \(Kept.columns) from courses where id = \(id) and (is_shared = 1 or owner = \(account))")
    if let row { return try Kept(row) }
    return shipped.first { $0.id == id }.map { Kept(course: $0, owner: nil, isShared: true, version: 0) }
  }

  /// All that somebody finds: what was shared of a shipped course takes its place.
  func all(for account: AccountID, in transaction: any ReadTransaction) async throws -> [Kept] {
    let stored = try await transaction.query(
      "select \(Kept.columns) from courses where is_shared = 1 union select \(Kept.columns) from courses where owner = \(account)"
    ).map(Kept.init)
    let known = Set(stored.map(\.course.id))
    return shipped.filter { !known.contains($0.id) }.map { Kept(course: $0, owner: nil, isShared: true, version: 0) }
      + stored
  }

  /// How many somebody has described.
  func ownCount(of account: AccountID, in transaction: any ReadTransaction) async throws -> Int {
    try await transaction.query("select count(*) as n from courses where owner = \(account)")[0]["n"]
  }

  /// Writes a course down, in the place of what was known of it.
  func set(
    _ course: Course, of owner: AccountID?, isShared: Bool, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into courses (id, owner, name, layouts, created_at, latitude, longitude, about, tee_type, basket_type, photo, is_shared)
      values (\(course.id), \(owner?.text ?? ""), \(course.name), \(try JSONText.encode(course.layouts)), \(now),
        \(course.position?.latitude), \(course.position?.longitude), \(course.about ?? ""), \(course.teeType ?? ""),
        \(course.basketType ?? ""), \(course.photo), \(isShared ? 1 : 0))
      on conflict (id) do update set name = excluded.name, layouts = excluded.layouts, latitude = excluded.latitude,
        longitude = excluded.longitude, about = excluded.about, tee_type = excluded.tee_type,
        basket_type = excluded.basket_type, photo = excluded.photo, is_shared = excluded.is_shared,
        version = courses.version + 1
      """)
    try await FileNames.set(course.files, of: "course/\(course.id)", in: transaction)
  }

  /// Takes one of somebody's own courses away; rounds that were played there keep what they need of it. What was shared
  /// stays.
  /// - Returns: the course, if there was one.
  func remove(_ id: String, of owner: AccountID, in transaction: any Transaction) async throws -> Course? {
    let row = try await transaction.first(
      "delete from courses where id = \(id) and owner = \(owner) and is_shared = 0 returning \(Kept.columns)")
    guard let row else { return nil }
    try await FileNames.set([], of: "course/\(id)", in: transaction)
    return try Kept(row).course
  }

  /// How many people are playing on each course: on cards that somebody has written in the last four hours. Nobody is
  /// told who.
  func playing(at now: Date, in transaction: any ReadTransaction) async throws -> [String: Int] {
    let since = now.addingTimeInterval(-4 * 3_600)
    let rounds: [(id: String, course: String)] = try await transaction.query(
      "select id, course from rounds where state = 'running' and touched_at > \(since) and course is not null"
    ).map { (try $0["id"], try $0["course"]) }
    guard !rounds.isEmpty else { return [:] }
    let counts: [(String, Int)] = try await transaction.query(
      "select round, count(*) as n from players where round in (\(list: rounds.map(\.id))) group by round"
    ).map { (try $0["round"], try $0["n"]) }
    let byRound = Dictionary(counts) { $1 }
    return Dictionary(rounds.map { ($0.course, byRound[$0.id] ?? 0) }, uniquingKeysWith: +)
  }

  /// When somebody played on each course last; games that were given up do not count.
  func lastPlayed(by account: AccountID, in transaction: any ReadTransaction) async throws -> [String: Date] {
    let rows = try await transaction.query(
      """
      select r.course, max(r.started_at) as played_at from players p join rounds r on r.id = p.round
      where p.account = \(account) and r.course is not null and r.started_at is not null and r.state <> 'cancelled'
      group by r.course
      """)
    return Dictionary(try rows.map { (try $0["course"], try $0["played_at"]) }) { $1 }
  }
}

extension CourseStore.Kept {
  fileprivate static let columns: SQL =
    """
    id, owner, name, layouts, latitude, longitude, about, tee_type, basket_type, photo, is_shared, version
    """

  fileprivate init(_ row: Row) throws {
    let (latitude, longitude): (Double?, Double?) = (try row["latitude"], try row["longitude"])
    let (about, tees, baskets): (String, String, String) = (
      try row["about"], try row["tee_type"], try row["basket_type"]
    )
    let owner: String = try row["owner"]
    course = Course(
      id: try row["id"], name: try row["name"],
      position: latitude.flatMap { north in longitude.map { Position(latitude: north, longitude: $0) } },
      about: about.isEmpty ? nil : about, teeType: tees.isEmpty ? nil : tees,
      basketType: baskets.isEmpty ? nil : baskets,
      photo: try row["photo"], layouts: try JSONText.decode(row["layouts"]))
    (self.owner, isShared, version) = (owner.isEmpty ? nil : AccountID(owner), try row["is_shared"], try row["version"])
  }
}

extension Course {
  /// The files that it names.
  var files: [String] { ([photo] + layouts.flatMap(\.holes).map(\.photo)).compactMap(\.self) }
}
