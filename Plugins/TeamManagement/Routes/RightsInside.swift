import FieldhouseKit

// A route with a transaction asks for its right once more inside by itself; those that open their own ask here.
extension TeamManagement {
  /// A right that was taken since the caller was let in changes nothing any more. Who may do everything on the host
  /// needs none.
  /// - Throws: ``Problem`` 403 `forbidden`.
  func checkStill(
    _ caller: Principal, _ permission: String, on team: String, in transaction: any Transaction
  ) async throws {
    guard !caller.isOperator, !caller.roles.contains("super-admin") else { return }
    guard try await transaction.has(permission, caller.account.id, in: Team.scope(team)) else {
      throw Problem.forbidden()
    }
  }
}

extension Call {
  /// Who makes the call.
  /// - Throws: ``Problem`` 401 when nobody is signed in.
  var caller: Principal {
    get throws {
      guard let principal else { throw Problem.unauthenticated() }
      return principal
    }
  }
}
