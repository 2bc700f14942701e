internal import FieldhouseKit

/// Limits of an address. This machine has none: it stands for a proxy in front, or for the operator.
extension RateLimits {
  /// Refuses an address that is known to have to wait.
  /// - Throws: ``Problem`` 429.
  func check(_ limit: Limit, _ address: ClientAddress) throws {
    if !address.isLoopback { try check(limit, address.text) }
  }

  /// Takes one token.
  /// - Throws: ``Problem`` 429 when there is none.
  func take(_ limit: Limit, _ address: ClientAddress, in transaction: any Transaction) async throws {
    if !address.isLoopback { try await take(limit, address.text, in: transaction) }
  }

  /// Takes one token if there is one.
  /// - Returns: nil when there was one, else the answer to somebody who has to wait.
  func refusal(_ limit: Limit, _ address: ClientAddress, in transaction: any Transaction) async throws -> Problem? {
    address.isLoopback ? nil : try await refusal(limit, address.text, in: transaction)
  }

  /// Gives one token back.
  func giveBack(_ limit: Limit, _ address: ClientAddress, in transaction: any Transaction) async throws {
    if !address.isLoopback { try await giveBack(limit, address.text, in: transaction) }
  }
}
