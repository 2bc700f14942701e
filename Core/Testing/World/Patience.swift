/// How long is waited for what happens by itself.
enum Patience {
  private static let longest = Duration.seconds(60)

  /// Waits until something is there.
  /// - Parameter complaint: what is said when that takes longer than a minute.
  /// - Throws: ``TestHostError``; what `look` throws.
  static func wait<Value>(or complaint: () -> String, for look: () async throws -> Value?) async throws -> Value {
    let end = ContinuousClock.now + longest
    while true {
      if let value = try await look() { return value }
      guard ContinuousClock.now < end else { throw TestHostError(complaint()) }
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
