import Synchronization

/// Sinks that have done their work and wait for the next value, with their memory and the types they know.
final class JSONSinkPool: Sendable {
  static let shared = JSONSinkPool()
  /// As many as threads are likely to encode at once.
  private static let kept = 16

  private let idle = Mutex<[JSONByteSink]>([])

  /// An empty sink for the caller alone.
  func take() -> JSONByteSink { idle.withLock { $0.popLast() } ?? JSONByteSink() }

  /// Takes a sink that nobody writes in any more.
  func give(back sink: JSONByteSink) {
    guard sink.isReusable else { return }
    sink.reset()
    idle.withLock { if $0.count < Self.kept { $0.append(sink) } }
  }
}
