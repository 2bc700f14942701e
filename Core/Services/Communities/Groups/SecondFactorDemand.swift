public import FieldhouseKit

/// What people who look after something do only in a session in which the second factor was shown.
public struct SecondFactorDemand: Sendable {
  /// The permissions that are guarded.
  public let permissions: Set<String>
  private let isMet: @Sendable (Principal) async throws -> Bool

  /// - Parameter isMet: whether a caller's session is strong enough, or nothing is asked of it.
  public init(permissions: Set<String>, isMet: @escaping @Sendable (Principal) async throws -> Bool) {
    (self.permissions, self.isMet) = (permissions, isMet)
  }

  /// - Throws: ``Problem`` 403 `second-factor-required` when the permission is guarded and the session is too weak.
  public func check(_ permission: String, of caller: Principal) async throws {
    guard permissions.contains(permission), try await !isMet(caller) else { return }
    throw Problem.secondFactorRequired()
  }

  /// The same for an action in a group; what only admins may do is guarded when anything of theirs is.
  func check(_ action: GroupAction, in kind: GroupKind, of caller: Principal) async throws {
    if let permission = kind.actions[action.rawValue] { return try await check(permission, of: caller) }
    guard let any = permissions.first else { return }
    try await check(any, of: caller)
  }
}
