internal import FieldhouseKit
internal import Foundation

/// What decides who can get into an account, as it stood before a change.
struct OwnershipState: Sendable, Hashable, Codable {
  /// A phone number, e-mail address or identity.
  struct Known: Sendable, Hashable, Codable {
    let kind: String
    let value: String
    /// How it is spelled in storage (``IdentifierStore/Form``).
    let form: Int
    /// When it was proved, in milliseconds since 1970: the same after being stored.
    let verified: Int64

    var verifiedAt: Date { Date(millisecondsSince1970: verified) }
  }

  /// A confirmed second factor: its sealed key and what is left of the recovery codes, as hashes.
  struct Factor: Sendable, Hashable, Codable {
    let sealed: String
    /// In milliseconds since 1970.
    let confirmed: Int64
    let lastStep: Int64
    let recoveryHashes: [String]
  }

  /// The oldest first.
  let identifiers: [Known]
  let username: String?
  let factor: Factor?

  /// Those that can be written to.
  var addresses: [Known] { identifiers.filter { $0.kind != IdentifierStore.Kind.identity.rawValue } }
}

extension OwnershipState {
  /// How an account stands now.
  static func read(_ account: AccountID, in transaction: any ReadTransaction) async throws -> OwnershipState {
    let identifiers = try await transaction.query(
      """
      select kind, value, form, verified_at from identifiers where account = \(account)
      order by verified_at, kind, value
      """
    ).map { Known(kind: try $0[0], value: try $0[1], form: try $0[2], verified: try $0[3]) }
    let username: String? = try await transaction.first("select username from people where id = \(account)")?[0]
    return OwnershipState(
      identifiers: identifiers, username: username, factor: try await factor(of: account, in: transaction))
  }

  private static func factor(of account: AccountID, in transaction: any ReadTransaction) async throws -> Factor? {
    guard let stored = try await SecondFactorStore.find(account, in: transaction), let since = stored.confirmedAt
    else { return nil }
    let hashes: [String] = try await transaction.query(
      "select code_hash from recovery_codes where account = \(account) order by code_hash"
    ).map { try $0[0] }
    return Factor(
      sealed: stored.sealed, confirmed: since.millisecondsSince1970, lastStep: stored.lastStep, recoveryHashes: hashes)
  }
}
