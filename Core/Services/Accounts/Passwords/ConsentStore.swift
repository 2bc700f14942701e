internal import FieldhouseKit
internal import Foundation

/// Which version of which document somebody has accepted, and when.
enum ConsentStore {
  static func accept(
    _ document: String, version: String, by account: AccountID, at instant: Date, in transaction: any Transaction
  ) async throws {
    try await accept([document: version], by: account, at: instant, in: transaction)
  }

  /// Accepts a version of each of several documents.
  static func accept(
    _ versions: [String: String], by account: AccountID, at instant: Date, in transaction: any Transaction
  ) async throws {
    let rows = versions.sorted { $0.key < $1.key }.map { document, version -> SQL in
      "(\(account), \(document), \(version), \(instant))"
    }
    guard !rows.isEmpty else { return }
    try await transaction.execute(
      """
      insert into consents (account, document, version, accepted_at) values \(rows: rows)
      on conflict (account, document, version) do nothing
      """)
  }

  static func has(_ document: String, _ account: AccountID, in transaction: any ReadTransaction) async throws -> Bool {
    try await transaction.first(
      "select 1 from consents where account = \(account) and document = \(document) limit 1") != nil
  }

  static func withdraw(_ document: String, by account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from consents where account = \(account) and document = \(document)")
  }

  static func list(
    of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> [Consent] {
    try await transaction.query(
      "select document, version, accepted_at from consents where account = \(account) order by accepted_at, document"
    ).map { Consent(document: try $0[0], version: try $0[1], acceptedAt: try $0[2]) }
  }
}

/// An accepted document.
struct Consent: RouteOutput, Codable {
  let document: String
  let version: String
  let acceptedAt: Date
}
