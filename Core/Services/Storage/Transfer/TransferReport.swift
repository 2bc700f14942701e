/// What was copied from one database to another.
public struct TransferReport: Sendable, Hashable {
  /// A table that was copied and compared.
  public struct Table: Sendable, Hashable {
    /// The namespace.
    public var namespace: String
    /// The table's name.
    public var name: String
    /// How many rows it has, on both sides.
    public var rows: Int
    /// A checksum of the rows that does not depend on their order, the same on both sides: 32 hexadecimal digits.
    public var checksum: String
  }

  /// The tables, by namespace and name.
  public var tables: [Table] = []

  /// The rows of all tables.
  public var rows: Int { tables.reduce(0) { $0 + $1.rows } }
}

/// How far a copy has come.
public struct TransferProgress: Sendable, Hashable {
  /// The namespace and table that is being copied.
  public var table: String
  /// The rows copied so far, of all tables.
  public var rowsDone: Int
  /// The rows there are to copy, of all tables.
  public var rowsTotal: Int
}

extension StorageProgress {
  /// A copy's progress as that of a step.
  public init(_ progress: TransferProgress) {
    self.init(step: "copying \(progress.table)", done: progress.rowsDone, total: progress.rowsTotal)
  }
}
