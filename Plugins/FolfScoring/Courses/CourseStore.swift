import FieldhouseKit
import Foundation

/// The shipped courses, and those that people have described for themselves.
struct CourseStore: Sendable {
  /// How many courses of their own people may have.
  static let mostOwn = 200

  let shipped: [Course]

  /// A course that somebody may choose; nil when there is none.
  func find(_ id: String, for account: AccountID, in transaction: any ReadTransaction) async throws -> Course? {
    if let course = shipped.first(where: { $0.id == id }) { return course }
    return try await own(of: account, in: transaction).first { $0.id == id }
  }

  /// Somebody's own courses.
  func own(of account: AccountID, in transaction: any ReadTransaction) async throws -> [Course] {
    try await transaction.query(
      "select id, name, layouts, latitude, longitude from courses where owner = \(account) order by created_at, id"
    ).map { row in
      let (latitude, longitude): (Double?, Double?) = (try row["latitude"], try row["longitude"])
      let position = latitude.flatMap { north in longitude.map { Position(latitude: north, longitude: $0) } }
      return Course(
        id: try row["id"], name: try row["name"], position: position, layouts: try JSONText.decode(row["layouts"]))
    }
  }

  func add(_ course: Course, of owner: AccountID, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into courses (id, owner, name, layouts, created_at, latitude, longitude)
      values (\(course.id), \(owner), \(course.name), \(try JSONText.encode(course.layouts)), \(now),
        \(course.position?.latitude), \(course.position?.longitude))
      """)
  }

  /// Takes one of somebody's own courses away; rounds that were played there keep what they need of it.
  /// - Returns: whether there was one.
  func remove(_ id: String, of owner: AccountID, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute("delete from courses where id = \(id) and owner = \(owner)") > 0
  }

  /// How many people are playing on each course: on cards that somebody has written in the last four hours. Nobody is told who.
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

  /// When somebody played on each course last.
  func lastPlayed(by account: AccountID, in transaction: any ReadTransaction) async throws -> [String: Date] {
    let rows = try await transaction.query(
      """
      select r.course, max(r.started_at) as played_at from players p join rounds r on r.id = p.round
      where p.account = \(account) and r.course is not null and r.started_at is not null group by r.course
      """)
    return Dictionary(try rows.map { (try $0["course"], try $0["played_at"]) }) { $1 }
  }
}
