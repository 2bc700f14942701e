public import FieldhouseKit
internal import Foundation

/// What operators decided about something, one text a thing, and who did so: a decision and its entry in the audit trail are one
/// transaction.
public struct OperatorRecords: Sendable {
  /// A decision.
  public struct Record: Sendable, Hashable {
    /// What it is about.
    public let subject: String
    /// The decision.
    public let text: String
    /// What of it nobody may read in the database; nil for nothing, and where it was sealed with another secret.
    public let secrets: String?
    /// How often it was changed.
    public let version: Int
  }

  /// All decisions as of one instant.
  public struct State: Sendable, Hashable {
    /// By what they are about.
    public var records: [String: Record] = [:]
    /// The number of the last change of any of them; 0 before the first.
    public var change = 0

    /// No decisions.
    public init() {}
  }

  /// What is written, and by whom.
  public struct Decision: Sendable, Hashable {
    let subject: String
    let text: String
    let secrets: String?
    let action: String
    let actor: String
    let detail: String

    /// - Parameters:
    ///   - subject: what it is about.
    ///   - text: the decision.
    ///   - secrets: what of it nobody may read in the database.
    ///   - action: what the audit trail calls it.
    ///   - actor: the account that decided, or a word for who has none.
    ///   - detail: what the audit trail says of it; no secret.
    public init(subject: String, text: String, secrets: String?, action: String, actor: String, detail: String) {
      (self.subject, self.text, self.secrets) = (subject, text, secrets)
      (self.action, self.actor, self.detail) = (action, actor, detail)
    }
  }

  /// Another decision came between.
  public struct Overtaken: Error {}

  /// The step of the schema that made the tables.
  public static let migration = "0020-operator-records"

  let context: AccountsContext

  /// All decisions.
  /// - Throws: ``StorageError``.
  public func state() async throws -> State {
    try await context.storage.read { [secret = context.secret] in try await Self.state(in: $0) { secret } }
  }

  /// All decisions in tables that no accounts are open on.
  /// - Parameter secret: asked for where something is sealed.
  /// - Throws: ``StorageError``, what `secret` throws.
  public static func state(
    in transaction: any ReadTransaction, secret: () throws -> InstallationSecret
  ) async throws -> State {
    var state = State()
    state.change = try await change(in: transaction)
    for row in try await transaction.query(
      "select subject, text, secrets, version from operator_records order by subject")
    {
      let (subject, sealed): (String, String?) = (try row["subject"], try row["secrets"])
      state.records[subject] = Record(
        subject: subject, text: try row["text"], secrets: try sealed.flatMap { try secret().open($0) },
        version: try row["version"])
    }
    return state
  }

  /// The number of the last change; 0 before the first.
  /// - Throws: ``StorageError``.
  public func change() async throws -> Int {
    try await context.storage.read { try await Self.change(in: $0) }
  }

  /// Writes a decision.
  /// - Parameter change: the number of the last change as the decision knew it.
  /// - Throws: ``Overtaken`` when there was another one since; then nothing is written. ``StorageError``.
  public func write(_ decision: Decision, after change: Int) async throws {
    let sealed = decision.secrets.map(context.secret.seal)
    try await context.storage.write { [context] transaction in
      guard try await Self.change(in: transaction) == change else { throw Overtaken() }
      try await transaction.execute("update change_counter set value = value + 1 where id = 4")
      try await transaction.execute(
        """
        insert into operator_records (subject, text, secrets, version)
        values (\(decision.subject), \(decision.text), \(sealed), \(1))
        on conflict (subject) do update set text = excluded.text, secrets = excluded.secrets,
          version = operator_records.version + 1
        """)
      try await AuditLog(context: context).append(
        decision.action, by: AccountID(decision.actor), on: decision.subject, detail: decision.detail, in: transaction)
    }
  }

  private static func change(in transaction: any ReadTransaction) async throws -> Int {
    try await transaction.first("select value from change_counter where id = 4").map { try $0[0] } ?? 0
  }
}

extension Accounts {
  /// What operators decided.
  public var operatorRecords: OperatorRecords { OperatorRecords(context: context) }
}
