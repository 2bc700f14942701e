extension Access {
  /// What somebody is to the thing that a route is about.
  public enum Standing: Sendable, Hashable {
    /// Has the permission.
    case holder
    /// Holds something there that does not bring the permission.
    case member
    /// Holds nothing there.
    case stranger
  }

  /// Whether a caller has a permission for the thing of this id; nil asks for the whole host.
  public typealias Permits =
    @Sendable (_ caller: Principal, _ permission: String, _ thing: String?) async throws -> Standing

  /// Lets a caller pass or says why not. It is decided here and nowhere else who may call a route or watch a topic.
  /// - Parameters:
  ///   - principal: who calls; nil when nobody is signed in.
  ///   - parameters: the path parameters by name; one of them may hold the id of what the permission is asked for.
  ///   - permits: asked only where a permission is what counts.
  /// - Throws: ``Problem`` 401 `unauthenticated`; 403 `account-needed` for a guest, `forbidden`, and
  ///   `second-factor-required` where the role is withheld in this session; 404 `not-found` for a stranger to the thing,
  ///   who is not told whether it exists; what `permits` throws.
  public func admit(_ principal: Principal?, parameters: [String: String], permits: Permits) async throws {
    if level == .everyone { return }
    guard let principal else { throw Problem.unauthenticated() }
    if principal.isOperator || level == .guest { return }
    if case .permission(let name, let parameter?) = level {
      return try await admit(principal, name, for: parameters[parameter] ?? "", permits)
    }
    guard principal.account.kind != .guest else { throw Problem.accountNeeded() }
    switch level {
    case .everyone, .guest, .account: return
    case .permission(let name, _):
      guard try await permits(principal, name, nil) == .holder else { throw Problem.forbidden() }
    case .operators:
      guard principal.roles.contains("super-admin") else {
        throw principal.withheldRoles.contains("super-admin") ? Problem.secondFactorRequired() : .forbidden()
      }
    }
  }

  private func admit(
    _ principal: Principal, _ permission: String, for thing: String, _ permits: Permits
  ) async throws {
    switch try await permits(principal, permission, thing) {
    case .holder: return
    case .member: throw Problem.forbidden()
    case .stranger: throw Problem.notFound()
    }
  }
}
