public import FieldhouseKit

/// What any process has changed of accounts.
public struct ChangedAccounts: Sendable, Hashable {
  /// One change of one account. Two processes that see it see the same number.
  public struct Change: Sendable, Hashable {
    /// The number of the change, or of the transaction that made it.
    public var number: Int64
    /// Whose.
    public var account: AccountID
  }

  /// What to ask with next time. Rises; changes that are told once may be told again, all with numbers from the mark on.
  public var mark: Int64
  /// The changes, in no order.
  public var changes: [Change]
}
