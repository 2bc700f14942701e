public import FieldhouseKit
import Foundation
import Synchronization

/// Carries live events from plugins to the people who watch, and keeps the last ones of each topic for clients that
/// come back after a break.
public final class LiveHub: Sendable {
  /// How many events of a topic are kept.
  public static var kept: Int { 256 }
  /// How many events may wait for one client before it is cut; it comes back and resumes.
  static let waiting = 512

  private struct State {
    var sequence: UInt64 = 0
    var recent: [String: [LiveEvent]] = [:]
    var forgotten: [String: UInt64] = [:]
    var watchers: [UInt64: Watcher] = [:]
    var nextWatcher: UInt64 = 0
  }

  private struct Watcher {
    let topics: Set<String>
    let stream: AsyncStream<LiveEvent>.Continuation
  }

  /// Marks this process: ids of another one lead to a reset.
  let epoch = String(UInt64.random(in: 1..<(1 << 40)), radix: 36)
  private let state = Mutex(State())

  /// A hub without events.
  public init() {}

  /// Sends an event to everyone who watches the topic.
  public func publish(topic: String, event: String, payload: JSON) {
    let payload = payload.serialized()
    state.withLock { state in
      state.sequence += 1
      let event = LiveEvent(sequence: state.sequence, topic: topic, name: event, payload: payload)
      state.recent[topic, default: []].append(event)
      if state.recent[topic, default: []].count > Self.kept {
        state.forgotten[topic] = state.recent[topic]?.removeFirst().sequence
      }
      for (id, watcher) in state.watchers where watcher.topics.contains(topic) {
        if case .dropped = watcher.stream.yield(event) {
          watcher.stream.finish()
          state.watchers[id] = nil
        }
      }
    }
  }

  /// How many clients watch.
  public var watcherCount: Int { state.withLock { $0.watchers.count } }

  /// A client's stream: first what it missed, then what comes.
  func watch(_ topics: Set<String>, after lastID: String?) -> (
    reset: Bool, missed: [LiveEvent], events: AsyncStream<LiveEvent>
  ) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LiveEvent.self, bufferingPolicy: .bufferingOldest(Self.waiting))
    let resume = lastID.map(position)
    return state.withLock { state in
      let id = state.nextWatcher
      state.nextWatcher += 1
      state.watchers[id] = Watcher(topics: topics, stream: continuation)
      continuation.onTermination = { [weak self] _ in self?.forget(id) }
      guard let resume else { return (false, [], stream) }
      guard let after = resume, topics.allSatisfy({ state.forgotten[$0, default: 0] <= after }) else {
        return (true, [], stream)
      }
      let missed = topics.flatMap { state.recent[$0, default: []] }.filter { $0.sequence > after }
      return (false, missed.sorted { $0.sequence < $1.sequence }, stream)
    }
  }

  private func forget(_ id: UInt64) { state.withLock { _ = $0.watchers.removeValue(forKey: id) } }

  /// The number of an id of this process, nil for another process's.
  private func position(_ id: String) -> UInt64? {
    let parts = id.split(separator: "-")
    guard parts.count == 2, parts[0] == epoch else { return nil }
    return UInt64(parts[1])
  }
}
