import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Glibc
import Synchronization

/// A live stream, as it comes in.
final class EventStream: Sendable {
  struct Event: Sendable, Hashable {
    var id = ""
    var name = "message"
    var data: JSON = .null
  }

  private struct State {
    var text: [UInt8] = []
    var events: [Event] = []
    var next = Event()
    var hasBegun = false
    var endedAt: ContinuousClock.Instant?
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  /// Watches topics, and waits until the host has begun to answer.
  init(
    _ host: RunningHost, _ topics: String..., as person: Person? = nil, after id: String? = nil,
    headers: [String: String] = [:]
  ) async throws {
    let query = topics.map { "topic=" + $0.replacing("/", with: "%2F") }.joined(separator: "&")
    var exchange = Exchange(port: host.port, path: "/v1/live?\(query)", headers: headers)
    if let person { exchange.headers["Authorization"] = "Bearer \(person.token)" }
    if let id { exchange.headers["Last-Event-ID"] = id }
    descriptor = try exchange.open()
    Thread.detachNewThread { [self] in read() }
    try await eventually { state.withLock { !$0.next.id.isEmpty || $0.endedAt != nil } }
  }

  deinit { close(descriptor) }

  /// What has come so far.
  var events: [Event] { state.withLock { $0.events } }
  /// Names and data of what has come, as `hole 7`.
  var told: [String] { events.map { "\($0.name) \($0.data["data"]?.serialized() ?? "")" } }
  /// The id to resume behind.
  var lastID: String { state.withLock { $0.next.id } }
  /// When the host has ended it.
  var endedAt: ContinuousClock.Instant? { state.withLock { $0.endedAt } }

  /// Ends it from here.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = receive(descriptor, into: &chunk)
      // On a machine with much to do nothing may come for longer than an answer takes: that is no end.
      if count < 0 && errno == EAGAIN { continue }
      guard count > 0 else { return state.withLock { $0.endedAt = .now } }
      state.withLock { state in
        state.text += chunk[..<count]
        while let end = state.text.firstIndex(of: 10) {
          Self.take(String(decoding: state.text[..<end], as: UTF8.self), &state)
          state.text.removeSubrange(...end)
        }
      }
    }
  }

  /// Lines that are none of a stream's, such as the lengths of chunks, are passed over.
  private static func take(_ line: String, _ state: inout State) {
    let parts = line.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ": ", maxSplits: 1)
    guard parts.count == 2 else { return }
    switch parts[0] {
    case "id": state.next.id = String(parts[1])
    case "event": state.next.name = String(parts[1])
    case "data":
      state.next.data = (try? JSON(parsing: String(parts[1]))) ?? .null
      state.events.append(state.next)
      state.next.name = "message"
    default: break
    }
  }
}
