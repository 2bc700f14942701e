/// Events between plugins. They are emitted inside a transaction (``Transaction/emit(_:)``).
public protocol Events: Sendable {
  /// Receives every event of that full name, exactly once each, in order, also those emitted while this host was down.
  /// `body` runs in a transaction of the subscriber's storage; an error rolls it back and it is tried again later.
  func subscribe(
    _ name: String, _ body: @escaping @Sendable (Event, any Transaction) async throws -> Void) async
}
