import FieldhouseHTTP
import FieldhouseKit
import FieldhouseRights

/// That a right was taken between letting somebody in and the transaction of their route.
private struct RightEnded: Error {}

extension PluginRights {
  /// Runs the transactions of a route so that what it asks for is asked once more inside: a right that another process
  /// has taken, which this one may not have heard of yet, changes nothing any more.
  func asking(_ access: Access, _ transact: @escaping MountedRoute.Transact) -> MountedRoute.Transact {
    guard let permission = access.permission else { return transact }
    return { [self] handler, request, call, idempotent in
      let scope = scope(of: permission, thing: access.scopeParameter.map { request.parameters[$0] ?? "" })
      do {
        let asking: Route.Handler.Transactional = { request, call, transaction in
          guard try await mayStill(call.principal, permission, scope, transaction) else { throw RightEnded() }
          return try await handler(request, call, transaction)
        }
        return try await transact(asking, request, call, idempotent)
      } catch is RightEnded {
        try await renew()
        try await access.admit(call.principal, parameters: request.parameters, permits: permits)
        throw Problem.notFound()
      }
    }
  }

  private func mayStill(
    _ caller: Principal?, _ permission: String, _ scope: Scope, _ transaction: any Transaction
  ) async throws -> Bool {
    guard let caller, !mayDoEverything(caller) else { return true }
    return try await transaction.has(permission, caller.account.id, in: scope)
  }
}
