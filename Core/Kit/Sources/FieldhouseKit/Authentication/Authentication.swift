/// Who people are and what they may do. Sessions, codes and passwords are the host's affair: a plugin sees accounts.
public protocol Authentication: Sendable {
  /// The account behind a session token; nil when the token is unknown or has ended.
  func account(forToken token: String) async throws -> Principal?

  /// Accounts by id; unknown and erased ones are left out.
  func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account]

  /// The people this person follows.
  func following(of id: AccountID) async throws -> [AccountID]

  /// Whether the account has a permission, declared in a manifest, in a scope (`""` is the whole installation).
  func has(_ permission: String, account: AccountID, scope: String) async throws -> Bool
}

extension Authentication {
  /// An account by id, nil when unknown or erased.
  public func account(_ id: AccountID) async throws -> Account? { try await accounts([id])[id] }
}

/// Who makes a call.
public struct Principal: Sendable, Hashable {
  /// The account.
  public var account: Account
  /// The id of the session, nil for an operator's token.
  public var session: String?
  /// The roles granted to the account, e.g. `super-admin`.
  public var roles: Set<String>
  /// Whether this is the operator's console token.
  public var isOperator: Bool

  /// A principal.
  public init(account: Account, session: String?, roles: Set<String> = [], isOperator: Bool = false) {
    self.account = account
    self.session = session
    self.roles = roles
    self.isOperator = isOperator
  }
}
