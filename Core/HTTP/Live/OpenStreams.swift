import FieldhouseKit
import Synchronization

/// The live streams that are open with a session, so that they can be ended with it.
final class OpenStreams: Sendable {
  private struct State {
    var next: UInt64 = 0
    var streams: [UInt64: Stream] = [:]
  }

  private struct Stream {
    let token: String
    let end: @Sendable () -> Void
  }

  private let state = Mutex(State())

  /// Notes a stream.
  /// - Returns: its number, to be given to ``remove(_:)``.
  func add(token: String, end: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.streams[state.next] = Stream(token: token, end: end)
      return state.next
    }
  }

  func remove(_ number: UInt64) { state.withLock { _ = $0.streams.removeValue(forKey: number) } }

  /// The tokens that streams are open with, each once.
  var tokens: Set<String> { state.withLock { Set($0.streams.values.map(\.token)) } }

  /// Ends every stream of a token.
  func end(_ token: String) {
    let ended = state.withLock { state in
      let found = state.streams.filter { $0.value.token == token }
      for number in found.keys { state.streams[number] = nil }
      return found.values
    }
    for stream in ended { stream.end() }
  }
}

extension HostResponder {
  /// How often sessions are looked at. Together with the 200 ms that a session may be remembered, a stream ends well
  /// within a second after its session.
  private static let pause = Duration.milliseconds(300)
  /// After how many such looks quiet streams get a comment: 15 s.
  private static let looksPerComfort = 50

  /// Ends the live streams of sessions that have ended and keeps the others open, until the task is cancelled.
  public func tendStreams() async {
    var looks = 0
    while (try? await Task.sleep(for: Self.pause)) != nil {
      looks += 1
      if looks.isMultiple(of: Self.looksPerComfort) { live.comfort() }
      await endStreamsOfEndedSessions()
    }
  }

  private func endStreamsOfEndedSessions() async {
    for token in streams.tokens {
      do {
        if try await services.authenticate(token) == nil { streams.end(token) }
      } catch {
        services.log.warning("A session could not be looked at.", ["cause": "\(error)"])
        break
      }
    }
  }
}
