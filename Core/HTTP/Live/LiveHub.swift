public import FieldhouseKit
import Foundation
import Synchronization

/// Carries live events from plugins to the people who watch, and keeps the last ones of each topic for clients that
/// come back after a break.
///
/// Publishing costs as much as its topic has watchers, however many watch others. What is kept is bounded over all
/// topics: those that nobody watches are forgotten first, and a client that comes back to a forgotten one is told to
/// start over.
public final class LiveHub: Sendable {
  /// How many events of a topic are kept at least, while there is room.
  public static var kept: Int { 256 }
  /// How many events may wait for one client before it is cut; it comes back and resumes.
  static let waiting = 512

  /// Marks this process: ids of another one lead to a reset.
  let epoch = String(UInt64.random(in: 1..<(1 << 40)), radix: 36)
  private let state: Mutex<LiveTopics>

  /// A hub without events.
  public convenience init() { self.init(limits: LiveMemory()) }

  init(limits: LiveMemory) { state = Mutex(LiveTopics(limits)) }

  /// Sends an event to everyone who watches the topic.
  public func publish(topic: String, event: String, payload: JSON) {
    let payload = payload.serialized()
    let late = state.withLock { state in
      let event = LiveEvent(sequence: state.nextSequence(), topic: topic, name: event, payload: payload, epoch: epoch)
      return state.publish(event, to: topic)
    }
    for client in late { client.finish() }
  }

  /// How many clients watch.
  public var watcherCount: Int { state.withLock { $0.watcherCount } }

  /// Bytes of the events that are kept.
  var keptBytes: Int { state.withLock { $0.bytes } }

  /// How many topics are known, watched ones and those with kept events.
  var topicCount: Int { state.withLock { $0.topicCount } }

  /// A client's stream: first what it missed, then what comes.
  func watch(_ topics: Set<String>, after lastID: String?) -> LiveWatch {
    let (stream, continuation) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingOldest(Self.waiting))
    let resume = lastID.map(position)
    return state.withLock { state in
      let id = state.add(continuation, to: topics)
      continuation.onTermination = { [weak self] _ in self?.forget(id) }
      var watch = LiveWatch(texts: stream, end: { continuation.finish() })
      guard let resume else { return watch }
      if let after = resume, let missed = state.missed(topics, after: after) {
        watch.missed = missed.map(\.text)
      } else {
        watch.reset = true
      }
      return watch
    }
  }

  /// Sends every client a comment, so that proxies keep quiet streams open.
  public func comfort() {
    let late = state.withLock { $0.sendAll(": still here\n\n") }
    for client in late { client.finish() }
  }

  private func forget(_ id: UInt64) { _ = state.withLock { $0.remove(id) } }

  /// The number of an id of this process, nil for another process's.
  private func position(_ id: String) -> UInt64? {
    let parts = id.split(separator: "-")
    guard parts.count == 2, parts[0] == epoch else { return nil }
    return UInt64(parts[1])
  }
}

/// What a client gets that begins to watch.
struct LiveWatch: Sendable {
  /// What comes, as server-sent text; ends when the client falls behind.
  let texts: AsyncStream<String>
  /// Ends ``texts``.
  let end: @Sendable () -> Void
  /// Whether events may be missing, so that the client must start over.
  var reset = false
  /// What the client missed, in order.
  var missed: [String] = []
}
