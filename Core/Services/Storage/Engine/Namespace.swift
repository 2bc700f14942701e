public import FieldhouseKit
internal import FieldhouseMachine

/// What a plugin (or the host) keeps in a store of its own.
public struct Namespace: Sendable {
  /// The plugin's id: 1 to 40 lower-case letters, digits and hyphens, beginning with a letter.
  public var id: String
  /// The migrations, oldest first. One that has run is never changed, moved or removed.
  public var migrations: [Migration]
  /// The boards that ``Transaction/submit(_:)`` knows.
  public var boards: [BoardDeclaration]
  /// The roles that ``Transaction/grant(_:to:in:)`` knows.
  public var rights: RightsDeclaration
  /// What its transactions may name; anything where nothing is declared, as in the host's own namespaces.
  public var names: DeclaredNames?
  /// What looks after its groups; nil where there are none.
  public var groups: GroupService?
  /// How much one query may answer with.
  public var queryLimits: QueryLimits

  /// A namespace.
  public init(
    id: String, migrations: [Migration] = [], boards: [BoardDeclaration] = [],
    rights: RightsDeclaration = RightsDeclaration(), names: DeclaredNames? = nil,
    groups: GroupService? = nil, queryLimits: QueryLimits = QueryLimits()
  ) {
    self.rights = rights
    self.groups = groups
    self.names = names
    self.queryLimits = queryLimits
    self.id = id
    self.migrations = migrations
    self.boards = boards
  }

  /// - Throws: ``StorageError`` `storage-namespace` when the id is not one.
  func checkID() throws(StorageError) {
    guard Self.isID(id) else {
      throw StorageError(
        .namespace,
        "'\(id)' cannot name a namespace: use 1 to 40 lower-case letters, digits and hyphens, a letter first.")
    }
  }

  /// Whether a text can name a namespace.
  static func isID(_ id: String) -> Bool {
    let allowed = id.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    let startsWithLetter = id.utf8.first.map { (0x61...0x7A).contains($0) } ?? false
    return allowed && startsWithLetter && id.utf8.count <= 40
  }
}

/// One step of a namespace's schema.
public struct Migration: Sendable, Hashable {
  /// The name, unique in the namespace, e.g. `0001-predictions`.
  public var id: String
  /// The statements, separated by semicolons, in the subset both engines share. Column types are `integer` (64 bits),
  /// `real`, `text` and `blob`; an `integer primary key` numbers itself.
  ///
  /// All of them are one transaction, during which nobody else writes the namespace. A change of very many rows stands
  /// alone in its migration and has the placeholder `?1` for the number of rows it may change at once:
  ///
  ///     update players set shirt = id % 99
  ///     where id in (select id from players where shirt is null order by id limit ?1)
  ///
  /// It runs until it changes nothing, each time in a transaction of its own.
  public var sql: String

  /// A migration.
  public init(id: String, sql: String) {
    self.id = id
    self.sql = sql
  }

  /// The SHA-256 of the text, in hexadecimal.
  var checksum: String { SHA256.hex(of: Array(sql.utf8)) }
}

/// How far a migration has come.
public struct MigrationStep: Sendable, Hashable {
  /// The migration's id.
  public var migration: String
  /// The statements, or rounds of a repeated one, that have run.
  public var done: Int
  /// How many there are; of a repeated one, those known.
  public var total: Int
}

/// The migrations of a namespace, split by what has been done.
public struct MigrationPlan: Sendable, Hashable {
  /// The ids that have run, in order.
  public var applied: [String]
  /// Those still to run, in order.
  public var pending: [Migration]
}
