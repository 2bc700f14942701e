internal import FieldhouseKit
internal import Foundation

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

extension AccountsContext {
  /// How long what is made has one mark, in milliseconds of the host's clock.
  private static let moment = 16.0

  /// What the keys of one moment begin with, so that what is written of many who come at once lies on few pages of each
  /// table. It follows from the moment by the installation's secret: it tells nobody when something was made, nor which of two
  /// is the older.
  var mark: String {
    let moment = Int64((clock.now.timeIntervalSince1970 * 1000 / Self.moment).rounded(.down))
    return Identifier.mark(from: secret.hash("moment", String(moment)))
  }

  /// The id of a new account.
  var newAccount: AccountID { AccountID(Identifier.random(beside: mark)) }
}
