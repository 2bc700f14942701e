// A store that nobody watches.
extension Transaction {
  public func publish(_ topic: String, _ event: LiveEvent) async throws { throw Problem.unwatched(topic) }
  public func reviewWatchers(of topic: String) async throws { throw Problem.unwatched(topic) }
}

extension Problem {
  fileprivate static func unwatched(_ topic: String) -> Problem {
    Problem(status: 500, code: "topic-unknown", detail: "This store keeps no live events, also none of '\(topic)'.")
  }
}
