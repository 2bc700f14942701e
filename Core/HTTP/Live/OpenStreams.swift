import FieldhouseKit
import Synchronization

/// What a live stream needs to stay open.
struct StreamNeed: Sendable {
  /// The token of its session.
  let token: String
  /// Its topics that only those with a permission may watch.
  let topics: [WatchedTopic]
}

/// The live streams that are open with a session, so that they can be ended with it, or with a right that they need.
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
        needs[stream.need.token, default: [:]][number] = stream.need.topics.isEmpty ? nil : stream.need.topics
      }
      return needs
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

extension HostResponder {
  /// How often sessions and rights are looked at. Together with the 200 ms that either may be remembered, a stream ends
  /// well within a second after its session, or after the right to watch one of its topics.
  private static let pause = Duration.milliseconds(300)
  /// After how many such looks quiet streams get a comment: 15 s.
  private static let looksPerComfort = 50

  /// Ends the live streams of sessions and rights that have ended and keeps the others open, until the task is cancelled.
  public func tendStreams() async {
    var looks = 0
    while (try? await Task.sleep(for: Self.pause)) != nil {
      looks += 1
      if looks.isMultiple(of: Self.looksPerComfort) { live.comfort() }
      await endStreamsWithoutRight()
    }
  }

  private func endStreamsWithoutRight() async {
    for (token, streams) in streams.needs {
      do {
        guard let principal = try await services.authenticate(token) else {
          self.streams.end(token)
          continue
        }
        for (number, topics) in streams { try await check(number, topics, principal) }
      } catch {
        services.log.warning("A session could not be looked at.", ["cause": "\(error)"])
        break
      }
    }
  }

  /// Ends a stream when its watcher may not watch one of the topics any more.
  private func check(_ number: UInt64, _ topics: [WatchedTopic], _ principal: Principal) async throws {
    do {
      for topic in topics { try await topic.admit(principal, services) }
    } catch is Problem {
      streams.end(number)
    }
  }
}
