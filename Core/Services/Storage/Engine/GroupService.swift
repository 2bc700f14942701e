public import FieldhouseKit

/// A table or an index of the host's that only some namespaces have.
public struct ReservedTable: Sendable {
  /// The definition in the shared SQL; it does nothing where there is one already. Its name begins with `fieldhouse_`.
  public let sql: String
  /// Whether it is looked up by its whole key and holds small rows, so that an engine may keep it in one tree.
  public let isClustered: Bool

  /// A table or an index.
  public init(_ sql: String, isClustered: Bool = false) { (self.sql, self.isClustered) = (sql, isClustered) }
}

/// A plugin's transaction as a service of the host uses it: with the host's rights on the reserved tables.
public protocol ServiceTransaction: Sendable {
  /// The plugin's transaction.
  var transaction: any Transaction { get }

  /// Runs a statement of the service, in the shared SQL, on reserved tables; its text is one of few.
  /// - Returns: the rows of its answer.
  /// - Throws: ``StorageError``.
  func rows(_ sql: SQL) async throws -> [Row]

  /// Gives a role in the scope of a group.
  /// - Returns: whether that is new.
  /// - Throws: ``Problem`` 500 `role-unknown`; ``StorageError``.
  func give(_ role: String, to account: AccountID, in scope: Scope) async throws -> Bool

  /// Takes a role in the scope of a group.
  /// - Returns: whether the account held it.
  /// - Throws: as ``give(_:to:in:)``.
  func take(_ role: String, from account: AccountID, in scope: Scope) async throws -> Bool
}

/// What looks after the groups of a namespace.
public struct GroupService: Sendable {
  /// The kinds of groups.
  public var kinds: [GroupKind]
  /// The tables they are kept in.
  public var tables: [ReservedTable]
  /// The groups as a transaction changes them.
  public var changes: @Sendable (any ServiceTransaction) -> any GroupChanges
  /// Takes a person out of every group who is erased.
  public var erase: @Sendable (AccountID, any ServiceTransaction) async throws -> Void
  /// Makes a person's memberships another's.
  public var merge: @Sendable (AccountID, AccountID, any ServiceTransaction) async throws -> Void

  /// A service.
  public init(
    kinds: [GroupKind], tables: [ReservedTable],
    changes: @escaping @Sendable (any ServiceTransaction) -> any GroupChanges,
    erase: @escaping @Sendable (AccountID, any ServiceTransaction) async throws -> Void,
    merge: @escaping @Sendable (AccountID, AccountID, any ServiceTransaction) async throws -> Void
  ) {
    (self.kinds, self.tables, self.changes, self.erase, self.merge) = (kinds, tables, changes, erase, merge)
  }

  /// The kind whose groups are scopes of this kind.
  func kind(_ name: String) -> GroupKind? { kinds.first { $0.kind == name } }
}
