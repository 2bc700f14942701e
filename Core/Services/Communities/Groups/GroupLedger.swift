internal import FieldhouseKit
internal import Foundation

/// The groups of a plugin in one of its transactions.
///
/// A membership, the roles that come with it and the number of members change together. What many want at once – the last
/// place, the last admin's role – is decided by rows that only one transaction can change.
struct GroupLedger: GroupChanges {
  /// Tells the plugin of a change.
  typealias Hook = @Sendable (GroupChange, any Transaction) async throws -> Void

  let rules: GroupRules
  let tables: any GroupTables
  let now: Date
  /// Nil where the plugin is not told.
  let hook: Hook?

  func group(_ id: String) async throws -> Group? { try await tables.group(id) }

  func membership(of account: AccountID, in group: String) async throws -> GroupMember? {
    try await tables.membership(of: account, in: group)
  }

  /// A group that lives.
  /// - Throws: ``Problem`` 404 `group-unknown`, 409 `group-archived`.
  func living(_ id: String) async throws -> Group {
    guard let group = try await tables.group(id) else { throw Problem.unknownGroup }
    guard group.archivedAt == nil else { throw GroupProblem.archived }
    return group
  }

  /// Writes down what has become of a group, tells who watches it, and the plugin.
  func note(_ change: GroupChange) async throws {
    try await remember(change)
    let payload: JSONObject = [
      "account": change.account.map { .string($0.text) } ?? .null, "role": change.role.map { .string($0) } ?? .null,
      "members": .integer(Int64(change.group.members)),
    ]
    let event = LiveEvent(change.kind.name, .object(payload))
    try await tables.transaction.publish("groups/\(change.group.kind)/\(change.group.id)", event)
    try await hook?(change, tables.transaction)
  }
}

/// Ids that cannot be guessed.
enum GroupID {
  private static let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")

  /// 16 letters and digits: 80 random bits.
  static func random() -> String { random(16) }

  /// The secret of a link: 32 letters and digits, 158 random bits.
  static func secret() -> String { random(32) }

  /// A code that people type: 8 letters and digits that look alike in no hand.
  static func code() -> String { random(8).uppercased() }

  private static func random(_ count: Int) -> String {
    String((0..<count).map { _ in letters[Int.random(in: letters.indices)] })
  }
}
