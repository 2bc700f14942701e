internal import FieldhouseKit

/// What every part of accounts works with.
struct AccountsContext: Sendable {
  /// For what holds only together: who may do what, who owns what, what people are to each other.
  let storage: any Storage
  /// For coming in and for messages, which very many do at once: each statement decides for itself, and whose account it
  /// is about is held by its row (``PersonStore/hold(_:in:)``).
  let steps: any Storage
  let changes: any AccountChanges
  let clock: any HostClock
  let secret: InstallationSecret
  let settings: AccountsSettings
  let texts: any Texts
  let documents: DocumentVersions
  let log: any Log
}
