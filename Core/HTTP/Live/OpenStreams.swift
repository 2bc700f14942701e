import FieldhouseKit
import Synchronization

/// What a live stream needs to stay open.
struct StreamNeed: Sendable {
  /// The token of its session; nil for a stream without one.
  let token: String?
  /// Its topics that only those with a permission may watch.
  let permitted: [WatchedTopic]
  /// Its topics for which somebody else decides who may watch.
  let asked: [WatchedTopic]

  init(token: String?, topics: [WatchedTopic]) {
    self.token = token
    (permitted, asked) = (topics.filter(\.needsPermission), topics.filter(\.isAsked))
  }
}

/// The live streams that are open, so that they can be ended with their session, or with a right that they need.
final class OpenStreams: Sendable {
  private struct State {
    var next: UInt64 = 0
    var streams: [UInt64: Stream] = [:]
  }

  private struct Stream {
    let need: StreamNeed
    let end: @Sendable () -> Void
  }

  private let state = Mutex(State())

  /// Notes a stream.
  /// - Returns: its number, to be given to ``remove(_:)``.
  func add(_ need: StreamNeed, end: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.streams[state.next] = Stream(need: need, end: end)
      return state.next
    }
  }

  func remove(_ number: UInt64) { state.withLock { _ = $0.streams.removeValue(forKey: number) } }

  /// The tokens that streams are open with, each once, with the topics that need a permission by the stream's number.
  var needs: [String: [UInt64: [WatchedTopic]]] {
    state.withLock { state in
      var needs: [String: [UInt64: [WatchedTopic]]] = [:]
      for (number, stream) in state.streams {
        guard let token = stream.need.token else { continue }
        needs[token, default: [:]][number] = stream.need.permitted.isEmpty ? nil : stream.need.permitted
      }
      return needs
    }
  }

  /// The streams with topics of which somebody else decides who may watch.
  /// - Parameter topics: only streams of one of these; nil for all.
  func asked(_ topics: Set<TopicAddress>? = nil) -> [(number: UInt64, token: String?, topics: [WatchedTopic])] {
    state.withLock { state in
      state.streams.compactMap { number, stream in
        let asked = stream.need.asked.filter { topics?.contains($0.address) ?? true }
        return asked.isEmpty ? nil : (number, stream.need.token, asked)
      }
    }
  }

  /// Ends every stream of a token.
  func end(_ token: String) {
    let ended = state.withLock { state in
      let found = state.streams.filter { $0.value.need.token == token }
      for number in found.keys { state.streams[number] = nil }
      return found.values
    }
    for stream in ended { stream.end() }
  }

  /// Ends one stream.
  func end(_ number: UInt64) { state.withLock { $0.streams.removeValue(forKey: number) }?.end() }
}
