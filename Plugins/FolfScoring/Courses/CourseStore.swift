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
      "select id, name, layouts from courses where owner = \(account) order by created_at, id"
    ).map { Course(id: try $0["id"], name: try $0["name"], layouts: try JSONText.decode($0["layouts"])) }
  }

  func add(_ course: Course, of owner: AccountID, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into courses (id, owner, name, layouts, created_at)
      values (\(course.id), \(owner), \(course.name), \(try JSONText.encode(course.layouts)), \(now))
      """)
  }

  /// Takes one of somebody's own courses away; rounds that were played there keep what they need of it.
  /// - Returns: whether there was one.
  func remove(_ id: String, of owner: AccountID, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute("delete from courses where id = \(id) and owner = \(owner)") > 0
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
