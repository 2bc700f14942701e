internal import FieldhouseKit
internal import Synchronization

// Groups, in the transaction that changes them.
extension HostTransaction {
  var groups: any GroupChanges { rights.groups?.changes(GroupTransaction(host: self)) ?? NoGroups() }

  /// Takes a person who is erased out of every group.
  func eraseMemberships(of account: AccountID) async throws {
    try await rights.groups?.erase(account, GroupTransaction(host: self))
  }

  /// Makes a person's memberships another's.
  func moveMemberships(of account: AccountID, to other: AccountID) async throws {
    try await rights.groups?.merge(account, other, GroupTransaction(host: self))
  }

  /// Membership and the admin's role are the groups' own affair.
  func checkGroup(_ role: String, in scope: Scope) throws {
    guard let kind = rights.groups?.kind(scope.kind), role == kind.member || role == kind.admin else { return }
    throw Problem(
      status: 500, code: "role-of-group", detail: "The role '\(role)' is given and taken through the groups.")
  }

  /// Roles in a group are for its members.
  func checkGroup(_ role: String, _ account: AccountID, in scope: Scope) async throws {
    try checkGroup(role, in: scope)
    guard let kind = rights.groups?.kind(scope.kind) else { return }
    let held = try await run(GrantStatements.counting, GrantStatements.standing(of: account, in: scope))
    guard try held.contains(where: { try $0[0] as String == kind.member && $0[1] as String == scope.kind }) else {
      throw Problem.conflict("group-member-needed", "Only members of the group can have this role.")
    }
  }

  /// Keeps the rights in the scope of a group to its own.
  func checkGroup(_ scope: Scope) throws {
    guard rights.groups?.kind(scope.kind) != nil else { return }
    throw Problem(status: 500, code: "role-of-group", detail: "The members of a group are removed through the groups.")
  }
}

/// A plugin's transaction with the host's rights.
private struct GroupTransaction: ServiceTransaction {
  let host: any HostTransaction

  var transaction: any Transaction { host }

  func rows(_ sql: SQL) async throws -> [Row] { try await host.run(.shared(sql.text), sql.values) }

  func give(_ role: String, to account: AccountID, in scope: Scope) async throws -> Bool {
    try await host.give(role, to: account, in: scope)
  }

  func take(_ role: String, from account: AccountID, in scope: Scope) async throws -> Bool {
    try await host.take(role, from: account, in: scope)
  }
}

extension HostStatement {
  private static let known = Mutex<[String: HostStatement]>([:])

  /// The statement of this text, of which there is one: what is kept for it is found by itself.
  static func shared(_ text: String) -> HostStatement {
    known.withLock { known in
      if let statement = known[text] { return statement }
      let statement = HostStatement(text)
      known[text] = statement
      return statement
    }
  }
}
