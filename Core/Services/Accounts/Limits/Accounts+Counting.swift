public import FieldhouseKit

extension Accounts {
  /// Counts something that a client does elsewhere than in accounts by limits of accounts: those of an address by the
  /// client's, those of an account by the caller's, if there is one.
  /// - Throws: ``Problem`` 429 when one has none left; ``StorageError``.
  public func count(_ names: [LimitName], by call: Call) async throws {
    try await take(uses(of: names, by: call))
  }

  /// What a call uses of limits: of those of an address the client's, of those of an account the caller's, if there is
  /// one.
  func uses(of names: [LimitName], by call: Call) -> [LimitUse] {
    let client = Client(call)
    return names.compactMap { name in
      if name.isPerAddress { return LimitUse(name, .address(client.address)) }
      return call.principal.map { LimitUse(name, .account($0.account.id)) }
    }
  }

  /// Takes uses in a transaction of their own.
  /// - Throws: ``Problem`` 429 when one has none left, ``StorageError``.
  func take(_ uses: [LimitUse]) async throws {
    for use in uses { try limits.check(use.name, use.subject) }
    try await context.steps.write { [limits] transaction in try await limits.take(uses, in: transaction) }
  }
}
