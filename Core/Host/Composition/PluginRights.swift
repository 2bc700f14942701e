import FieldhouseCommunities
import FieldhouseKit
import FieldhouseRights
import FieldhouseStorage

/// The rights of one plugin: its declaration, its grants, and what is remembered of them.
struct PluginRights: Rights {
  let declaration: RightsDeclaration
  private let demand: SecondFactorDemand
  private let book: RightsBook
  let storage: any NamespaceStorage

  /// Follows the commits of a namespace that this process makes.
  /// - Parameter demand: for what the second factor is asked.
  init(_ declaration: RightsDeclaration, demand: SecondFactorDemand, _ storage: any NamespaceStorage) {
    let book = RightsBook(declaration, source: StoredGrants(storage: storage))
    storage.onCommit { effects in
      for case .grants(let part) in effects { book.forget(part: part) }
    }
    (self.declaration, self.demand, self.book, self.storage) = (declaration, demand, book, storage)
  }

  func has(_ permission: String, _ account: AccountID, in scope: Scope) async throws -> Bool {
    try await book.has(permission, account, in: scope)
  }

  /// Whether an account holds a role in exactly this scope.
  @Sendable
  func holdsSomething(_ account: AccountID, in scope: Scope) async throws -> Bool {
    try await book.holdsSomething(account, in: scope)
  }

  /// Whether somebody is a member of a group, or may do everything.
  func isMember(_ caller: Principal, of group: Scope) async throws -> Bool {
    if mayDoEverything(caller) { return true }
    return try await holdsSomething(caller.account.id, in: group)
  }

  /// Whether somebody needs no grants.
  func mayDoEverything(_ caller: Principal) -> Bool { caller.isOperator || caller.roles.contains(Self.superAdmin) }

  func permits(_ caller: Principal, _ permission: String, in scope: Scope) async throws -> Bool {
    try await standing(of: caller, permission) { try await book.standing(of: $0, permission, in: scope) } == .holder
  }

  /// What a permission is asked for: the thing of this id, nil the whole host.
  func scope(of permission: String, thing: String?) -> Scope { book.scope(of: permission, thing: thing) }

  /// Whether a route lets the caller in.
  var permits: Access.Permits {
    { [self] caller, permission, thing in
      try await standing(of: caller, permission) { try await book.standing(of: $0, permission, thing: thing) }
    }
  }

  func grants(of account: AccountID) async throws -> [Grant] { try await storage.grants(of: account) }

  /// Forgets what is remembered of the accounts of a part.
  func forget(part: Int) { book.forget(part: part) }

  /// Forgets what is remembered of accounts whose grants any process has changed by now.
  func renew() async throws { try await book.renew() }

  func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant] {
    try await storage.holders(in: scope, after: after, limit: limit)
  }

  /// Who may do everything needs no grant; where that does not count in this session, the grants do. What is guarded is only
  /// done in a session in which the second factor was shown, where the operator asks for it.
  private func standing(
    of caller: Principal, _ permission: String, _ ask: (AccountID) async throws -> Access.Standing
  ) async throws -> Access.Standing {
    if mayDoEverything(caller) { return .holder }
    let standing = try await ask(caller.account.id)
    if standing != .holder, caller.withheldRoles.contains(Self.superAdmin) { throw Problem.secondFactorRequired() }
    if standing == .holder { try await demand.check(permission, of: caller) }
    return standing
  }

  private static let superAdmin = "super-admin"
}

/// The grants in a namespace.
private struct StoredGrants: GrantSource {
  let storage: any NamespaceStorage

  func grants(of account: AccountID) async throws -> [Grant] { try await storage.grants(of: account) }

  func part(of account: AccountID) -> Int { GrantPart.of(account) }

  func changes(since mark: Int64?) async throws -> (mark: Int64, parts: Set<Int>) {
    let changes = try await storage.grantChanges(since: mark)
    return (changes.mark, changes.parts)
  }
}
