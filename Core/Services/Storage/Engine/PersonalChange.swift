public import FieldhouseKit

/// Something that happened to a person, as a namespace follows it.
public struct PersonalChange: Sendable, Hashable {
  /// What becomes of what the host keeps of a person in a namespace.
  public enum Work: Sendable, Hashable {
    /// It goes.
    case erase(AccountID)
    /// It is somebody else's from now on.
    case merge(AccountID, into: AccountID)
    /// It stays.
    case none
  }

  /// Its place among all that happened.
  public var sequence: Int64
  /// What the host does.
  public var work: Work
  /// Whether the person may have board entries. To look for them is to read the whole table.
  public var mayHaveScores: Bool

  /// Something that happened.
  public init(sequence: Int64, work: Work, mayHaveScores: Bool = true) {
    self.sequence = sequence
    self.work = work
    self.mayHaveScores = mayHaveScores
  }
}

/// How far a namespace has followed what happens to people.
public struct PersonalPosition: Sendable, Hashable {
  /// The last change that the host's tables have followed.
  public var inTables: Int64
  /// The last change that the plugin was told of; it is never ahead of the tables.
  public var inHooks: Int64
}
