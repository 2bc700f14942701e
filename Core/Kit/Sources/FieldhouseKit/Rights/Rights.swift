/// Who may do what in which of the plugin's scopes.
///
/// The manifest declares kinds of things (`scopes`), what people may do with them (`permissions`) and the `roles` that
/// bring permissions. A ``Grant`` is a role that an account holds in a scope; it is given and taken in a transaction
/// (``Transaction/grant(_:to:in:)``), together with the change that is its reason:
///
///     routes.post("/cards", "Begin a card", access: .account) { (input: CardInput, call, transaction) in
///       try await cards.insert(input, in: transaction)
///       try await transaction.grant("scorer", to: call.account.id, in: Scope("card", input.id))
///       …
///     }
///     routes.put("/cards/{card}/scores", "Enter scores", access: .permission("enter-scores", in: "card")) { … }
///
/// Calls may be made from any task. Questions are answered from memory: what this process has committed counts at once,
/// what another process of the installation has committed within a second. A route with a transaction asks once more
/// inside, so that a right that was taken before changes nothing; a route that opens its own asks
/// ``Transaction/has(_:_:in:)``.
public protocol Rights: Sendable {
  /// Whether an account has a permission by its grants, in the scope or in the whole host. The platform's own
  /// administrators have none by this measure.
  /// - Throws: ``Problem`` 500 `permission-unknown` when the manifest declares no such permission for scopes of this
  ///   kind; ``StorageError``.
  func has(_ permission: String, _ account: AccountID, in scope: Scope) async throws -> Bool

  /// Whether a route that asks for the permission in this scope would let the caller in: as ``has(_:_:in:)``, and
  /// super-admins and the operator's token always.
  /// - Throws: as ``has(_:_:in:)``; ``Problem`` 403 `second-factor-required` when only a role that is withheld in this
  ///   session allows it.
  func permits(_ caller: Principal, _ permission: String, in scope: Scope) async throws -> Bool

  /// What an account holds, by scope and role.
  /// - Throws: ``StorageError``.
  func grants(of account: AccountID) async throws -> [Grant]

  /// Who holds something in exactly this scope, by role and account.
  /// - Parameters:
  ///   - after: the last grant of the page before; nil for the first page.
  ///   - limit: 1 to 1,000.
  /// - Throws: ``StorageError``.
  func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant]
}

extension Rights {
  /// The first 1,000 who hold something in exactly this scope, by role and account.
  /// - Throws: ``StorageError``.
  public func holders(in scope: Scope) async throws -> [Grant] {
    try await holders(in: scope, after: nil, limit: 1_000)
  }
}

extension Transaction {
  /// The first 1,000 who hold something in exactly this scope, by role and account, as the transaction sees it.
  /// - Throws: ``StorageError``.
  public func holders(in scope: Scope) async throws -> [Grant] {
    try await holders(in: scope, after: nil, limit: 1_000)
  }
}

// A store without grants: what it is asked for, nobody holds.
extension Transaction {
  public func grant(_ role: String, to account: AccountID, in scope: Scope) async throws -> Bool {
    throw Problem.undeclared(role: role)
  }

  public func revoke(_ role: String, from account: AccountID, in scope: Scope) async throws -> Bool {
    throw Problem.undeclared(role: role)
  }

  public func revokeAll(in scope: Scope) async throws -> Int { 0 }

  public func has(_ permission: String, _ account: AccountID, in scope: Scope) async throws -> Bool {
    throw Problem.undeclared(permission: permission)
  }

  public func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant] { [] }
}
