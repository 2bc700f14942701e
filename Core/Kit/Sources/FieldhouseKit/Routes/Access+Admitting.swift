extension Access {
  /// Lets a caller pass or says why not. It is decided here and nowhere else who may call a route.
  /// - Parameters:
  ///   - principal: who calls; nil when nobody is signed in.
  ///   - parameters: the path parameters by name; one of them may name the scope of the permission.
  ///   - permits: whether somebody holds a permission in a scope; asked only where that is what counts.
  /// - Throws: ``Problem`` 401 `unauthenticated`; 403 `account-needed` for a guest, `forbidden`, and
  ///   `second-factor-required` where the role is withheld in this session; what `permits` throws.
  public func admit(
    _ principal: Principal?, parameters: [String: String],
    permits: (_ principal: Principal, _ permission: String, _ scope: String) async throws -> Bool
  ) async throws {
    if level == .everyone { return }
    guard let principal else { throw Problem.unauthenticated() }
    if principal.isOperator || level == .guest { return }
    guard principal.account.kind != .guest else { throw Problem.accountNeeded() }
    switch level {
    case .everyone, .guest, .account: return
    case .permission(let name, let parameter):
      let scope = parameter.flatMap { parameters[$0] } ?? ""
      guard try await permits(principal, name, scope) else { throw Problem.forbidden() }
    case .operators:
      guard principal.roles.contains("super-admin") else {
        throw principal.withheldRoles.contains("super-admin") ? Problem.secondFactorRequired() : .forbidden()
      }
    }
  }
}
