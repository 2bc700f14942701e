internal import FieldhouseKit

/// What every part of accounts works with.
struct AccountsContext: Sendable {
  let storage: any Storage
  let clock: any HostClock
  let secret: InstallationSecret
  let settings: AccountsSettings
  let texts: any Texts
  let log: any Log
}
