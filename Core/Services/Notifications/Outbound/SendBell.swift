/// Wakes what sends.
struct SendBell: Sendable {
  /// One that waits stands for all that come meanwhile.
  let rings: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func ring() { continuation.yield() }
}
