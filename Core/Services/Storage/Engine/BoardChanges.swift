/// What any process has changed on a namespace's boards, as the boards are now.
public struct BoardChanges: Sendable, Hashable {
  /// What to ask with next time. Rises; changes that are told once may be told again.
  public var mark: Int64
  /// The entries that have changed, in the order of their sequence numbers.
  public var changes: [AppliedScore]
}

extension NamespaceStorage {
  /// Nil: the engine does not tell what other processes have changed, ``onForeignWrites(_:)`` tells that they have.
  public func boardChanges(since mark: Int64?) async throws -> BoardChanges? { nil }
}
