import FieldhouseKit
import Foundation

/// What somebody proposes to say of a course that everybody finds, or a course to be found by everybody.
struct Proposal: Sendable {
  enum State: String, Codable, Sendable, CaseIterable {
    case waiting, accepted, refused
  }

  let id: String
  let course: Course
  let author: AccountID
  let madeAt: Date
  /// The version of the course that the author had before the eyes.
  let baseVersion: Int
  /// What the author says to it.
  let note: String
  let state: State
  /// Why it was refused; empty unless.
  let reason: String
}

enum ProposalStore {
  /// How many of somebody's proposals may wait.
  static let mostWaiting = 20

  static func add(_ proposal: Proposal, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into proposals (id, course, author, made_at, base_version, course_name, content, note, state)
      values (\(proposal.id), \(proposal.course.id), \(proposal.author), \(proposal.madeAt), \(proposal.baseVersion),
        \(proposal.course.name), \(try JSONText.encode(proposal.course)), \(proposal.note), 'waiting')
      """)
    try await FileNames.set(proposal.course.files, of: "proposal/\(proposal.id)", in: transaction)
  }

  static func find(_ id: String, in transaction: any ReadTransaction) async throws -> Proposal? {
    try await transaction.first("select \(Proposal.columns) from proposals where id = \(id)").map(Proposal.init)
  }

  /// Those that wait for a decision, the oldest first.
  static func waiting(limit: Int, in transaction: any ReadTransaction) async throws -> [Proposal] {
    try await transaction.query(
      "select \(Proposal.columns) from proposals where state = 'waiting' order by made_at, id limit \(limit)"
    ).map(Proposal.init)
  }

  /// Somebody's own, the newest first.
  static func proposals(of author: AccountID, limit: Int, in transaction: any ReadTransaction) async throws
    -> [Proposal]
  {
    try await transaction.query(
      "select \(Proposal.columns) from proposals where author = \(author) order by made_at desc, id limit \(limit)"
    ).map(Proposal.init)
  }

  /// Changes what a proposal says, such as by a picture.
  static func set(_ course: Course, of id: String, in transaction: any Transaction) async throws {
    try await transaction.execute("update proposals set content = \(try JSONText.encode(course)) where id = \(id)")
    try await FileNames.set(course.files, of: "proposal/\(id)", in: transaction)
  }

  static func decide(
    _ id: String, _ state: Proposal.State, reason: String, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      "update proposals set state = \(state.rawValue), reason = \(reason), decided_at = \(now) where id = \(id)")
    try await FileNames.set([], of: "proposal/\(id)", in: transaction)
  }
}

extension Proposal {
  fileprivate static let columns: SQL = "id, author, made_at, base_version, content, note, state, reason"

  fileprivate init(_ row: Row) throws {
    let state: String = try row["state"]
    self.init(
      id: try row["id"], course: try JSONText.decode(row["content"]), author: try row["author"],
      madeAt: try row["made_at"],
      baseVersion: try row["base_version"], note: try row["note"], state: State(rawValue: state) ?? .refused,
      reason: try row["reason"])
  }
}
