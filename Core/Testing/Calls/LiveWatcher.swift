import FieldhouseHTTP
public import FieldhouseKit
import NIOCore
import Synchronization

/// Somebody who watches live topics of a ``TestHost``, and what has come so far.
public final class LiveWatcher: Sendable {
  /// What was told.
  public struct Event: Sendable, Hashable {
    /// The event's name, as the plugin published it; `reset` where events are gone that the watcher has not got.
    public let name: String
    /// The topic, with the plugin's area before it.
    public let topic: String
    /// What the plugin published.
    public let data: JSON
  }

  private struct State {
    var rest = ""
    var name = "message"
    var id = ""
    var events: [Event] = []
    var marks = 0
    var hasBegun = false
    var isOver = false
  }

  private let state = Mutex(State())
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(_ stream: ResponseStream) {
    let reading = Task { [self] in
      try? await stream.produce(ResponseWriter { self.take(String(buffer: $0)) })
      state.withLock { $0.isOver = true }
    }
    task.withLock { $0 = reading }
  }

  /// What has come so far, in order. ``TestHost/settled()`` before, or what was just published may be missing.
  public var events: [Event] { state.withLock { $0.events } }
  /// The id to come back behind.
  public var lastID: String { state.withLock { $0.id } }
  /// Whether the host, or ``end()``, has ended it.
  public var isOver: Bool { state.withLock { $0.isOver } }

  /// Watches no more.
  public func end() async {
    let reading = task.withLock { $0 }
    reading?.cancel()
    await reading?.value
  }

  /// How often it was told where it stands.
  var marks: Int { state.withLock { $0.marks } }
  var hasBegun: Bool { state.withLock { $0.hasBegun || $0.isOver } }

  private func take(_ text: String) {
    state.withLock { state in
      state.hasBegun = true
      let lines = (state.rest + text).split(separator: "\n", omittingEmptySubsequences: false)
      state.rest = String(lines.last ?? "")
      for line in lines.dropLast() { Self.take(line, &state) }
    }
  }

  private static func take(_ line: Substring, _ state: inout State) {
    let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    switch parts[0] {
    case "": state.marks += parts[1] == "still here" ? 1 : 0
    case "id": state.id = String(parts[1])
    case "event": state.name = String(parts[1])
    case "data":
      let data = (try? JSON(parsing: String(parts[1]))) ?? .null
      state.events.append(
        Event(name: state.name, topic: data["topic"]?.string ?? "", data: data["data"] ?? .null))
      state.name = "message"
    default: break
    }
  }
}
