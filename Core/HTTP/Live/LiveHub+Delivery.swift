import Synchronization

// Who is handed what.
extension LiveHub {
  /// Hands events to those whom they are for. Whoever comes while that is asked about is asked about, too.
  func deliver(_ page: StoredLiveEvents, after number: Int64, of feed: LiveFeed) async throws {
    var verdicts = LiveVerdicts()
    while true {
      let (questions, delivery) = state.withLock { state in
        let questions = state.questions(about: page, of: feed.source, &verdicts)
        guard questions.isEmpty else { return (questions, LiveTopics.Delivery()) }
        return ([], state.deliver(page, after: number, of: feed.source, area: feed.area, &verdicts))
      }
      guard !questions.isEmpty else { return finish(delivery) }
      try await verdicts.answer(questions)
    }
  }

  /// Ends those who have lost the right to watch before something of these events was committed.
  /// - Throws: when that cannot be said; the events are not to be handed out then.
  func endWithoutRight(before page: StoredLiveEvents, of feed: LiveFeed) async throws {
    guard let mark = state.withLock({ $0.rights(of: feed.source, for: page) }) else { return }
    let changes = try await feed.store.rightsChanges(since: mark)
    let holders = state.withLock { $0.holders(of: feed.source, in: changes.parts) }
    try await withThrowingDiscardingTaskGroup { group in
      for first in 0..<min(Self.checks, holders.count) {
        group.addTask {
          for place in stride(from: first, to: holders.count, by: Self.checks) {
            let (number, holder) = holders[place]
            if try await !holder.mayWatch() { self.state.withLock { $0.remove(number) }?.finish() }
          }
        }
      }
    }
    // Not before everybody was asked about: another look at this moment has to find the same.
    state.withLock { $0.followRights(of: feed.source, to: changes.mark) }
  }
}
