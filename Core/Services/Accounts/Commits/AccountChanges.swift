public import FieldhouseKit

/// Where it is noted which accounts have changed, so that every process of the installation forgets what it remembers of
/// them.
public protocol AccountChanges: Sendable {
  /// Notes in a transaction on the tables of accounts that something about an account changes.
  /// - Throws: ``StorageError``.
  func note(_ account: AccountID, in transaction: any Transaction) async throws

  /// What any process has noted and committed since a mark.
  /// - Parameter mark: what an earlier answer said; nil to learn the present mark only.
  /// - Throws: ``StorageError``.
  func since(_ mark: Int64?) async throws -> AccountNews

  /// Forgets what was noted more than `age` ago, in real time.
  /// - Throws: ``StorageError``.
  func forget(olderThan age: Duration) async throws
}

/// What was noted of accounts since a mark.
public struct AccountNews: Sendable {
  /// One change of one account; the same for every process that sees it.
  public struct Change: Sendable, Hashable {
    let number: Int64
    let account: AccountID

    /// A change of an account, by its number or that of its transaction.
    public init(number: Int64, account: AccountID) {
      self.number = number
      self.account = account
    }
  }

  let mark: Int64
  let changes: [Change]

  /// - Parameters:
  ///   - mark: what to ask with next time. Changes that are not committed yet have this number or a larger one.
  ///   - changes: in no order; those with numbers from the mark on may be told again.
  public init(mark: Int64, changes: [Change]) {
    self.mark = mark
    self.changes = changes
  }
}
