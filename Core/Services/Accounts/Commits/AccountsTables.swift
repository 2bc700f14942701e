public import FieldhouseKit

/// The tables of accounts, on which the migrations of ``AccountsSchema`` have run.
public struct AccountsTables: Sendable {
  let storage: any Storage
  let steps: any Storage
  let changes: any AccountChanges

  /// - Parameters:
  ///   - storage: keeps each transaction wholly apart from others.
  ///   - steps: the same tables. Each statement of a transaction sees what others have committed by then; two who change
  ///     one row come one after the other.
  ///   - changes: what other processes hear of.
  public init(storage: any Storage, steps: any Storage, changes: any AccountChanges) {
    self.storage = storage
    self.steps = steps
    self.changes = changes
  }
}
