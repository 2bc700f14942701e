/// Events between plugins. They are emitted inside a transaction (``Transaction/emit(_:)``).
public protocol Events: Sendable {
  /// Receives every event of that full name, exactly once each, in order. The manifest's `subscriptions` name it; from the
  /// plugin's first start on its events are kept for it, also while it is switched off, for as long as the host's setting
  /// `subscriptionDays` says. One that waits, or was put aside, and carries the id of somebody who is erased meanwhile is
  /// thrown away, whatever else it tells, since it may hold that person's words: who has to know everything asks the
  /// plugin that tells.
  ///
  /// `body` runs in a transaction of the subscriber's storage; an error rolls it back, and it is tried again, later each
  /// time, while the events behind it wait; from the second failure on the plugin's part `<id>/events` in `/readyz?verbose`,
  /// `fieldhouse doctor` and the console says so. What still fails after the tries of the host's setting `eventTries` is put
  /// aside, the next ones come, and an operator can send it again; that does not count which fails because the database
  /// does. What has not returned after 90 seconds has failed, too, and is cancelled. Other subscribers do not wait.
  /// - Throws: ``Problem`` 500 `subscription-unknown` when the manifest does not name it.
  func subscribe(
    _ name: String, _ body: @escaping @Sendable (Event, any Transaction) async throws -> Void) async throws
}
