internal import FieldhouseKit

// Who may do what, in the transaction that changes it.
extension HostTransaction {
  func grant(_ role: String, to account: AccountID, in scope: Scope) async throws -> Bool {
    try rights.declaration.check(role: role, in: scope)
    try await checkGroup(role, account, in: scope)
    return try await give(role, to: account, in: scope)
  }

  func revoke(_ role: String, from account: AccountID, in scope: Scope) async throws -> Bool {
    try rights.declaration.check(role: role, in: scope)
    try checkGroup(role, in: scope)
    return try await take(role, from: account, in: scope)
  }

  /// Gives a role, also in a group.
  func give(_ role: String, to account: AccountID, in scope: Scope) async throws -> Bool {
    try rights.declaration.check(role: role, in: scope)
    return try await changing(GrantStatements.grant, GrantStatements.key(role, account, in: scope)) > 0
  }

  /// Takes a role, also in a group.
  func take(_ role: String, from account: AccountID, in scope: Scope) async throws -> Bool {
    try await changing(GrantStatements.revoke, GrantStatements.key(role, account, in: scope)) > 0
  }

  func revokeAll(in scope: Scope) async throws -> Int {
    try checkGroup(scope)
    return try await changing(GrantStatements.revokeAll, [.text(scope.kind), .text(scope.id)])
  }

  func has(_ permission: String, _ account: AccountID, in scope: Scope) async throws -> Bool {
    try rights.declaration.check(permission: permission, in: scope)
    return try await run(GrantStatements.counting, GrantStatements.standing(of: account, in: scope)).contains { row in
      try rights.declaration.role(row[0], heldIn: row[1])?.permissions.contains(permission) == true
    }
  }

  func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant] {
    let rows = try await run(GrantStatements.holders, GrantStatements.page(in: scope, after, limit))
    return try GrantStatements.holders(rows, in: scope)
  }

  /// Takes everything from an account.
  /// - Returns: how many grants there were.
  func eraseGrants(of account: AccountID) async throws -> Int {
    try await changing(GrantStatements.erase, [.text(account.text)])
  }

  /// Gives everything that an account holds to another.
  func moveGrants(of account: AccountID, to other: AccountID) async throws {
    _ = try await changing(GrantStatements.copy, [.text(account.text), .text(other.text)])
    _ = try await eraseGrants(of: account)
  }

  /// Runs a statement that answers with an account for each change, and notes them.
  private func changing(_ statement: HostStatement, _ values: [SQLValue]) async throws -> Int {
    let accounts: [AccountID] = try await run(statement, values).map { try $0[0] }
    for part in Set(accounts.map(GrantPart.of)).sorted() {
      try await note(rights.statements.note, [.integer(Int64(part))], causing: .grants(part: part))
    }
    return accounts.count
  }
}

extension NamespaceEngine {
  func reservedRows(_ sql: SQL) async throws -> [Row] { try await rows(.shared(sql.text), sql.values) }

  func grants(of account: AccountID) async throws -> [Grant] {
    try await rows(GrantStatements.ofAccount, [.text(account.text)]).map {
      Grant(try $0[0], to: account, in: Scope(try $0[1], try $0[2]))
    }
  }

  func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant] {
    let found = try await rows(GrantStatements.holders, GrantStatements.page(in: scope, after, limit))
    return try GrantStatements.holders(found, in: scope)
  }

  func grantChanges(since mark: Int64?) async throws -> GrantChanges {
    let found = try await rows(rights.statements.changes, [.integer(mark ?? .max)])
    return GrantChanges(mark: try found[0][0], parts: Set(try found.compactMap { try $0[1] as Int? }))
  }
}
