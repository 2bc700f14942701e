import NIOCore
import Synchronization

/// Counts open connections and stops accepting while there are as many as allowed.
///
/// The handler runs on the event loop of the listening socket; connections report their end from theirs.
final class AcceptGate: ChannelDuplexHandler, @unchecked Sendable {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  private let limit: Int
  private let count = Atomic(0)
  private let isClosed = Atomic(false)
  private let emptied: EventLoopPromise<Void>
  private var context: ChannelHandlerContext?
  private var isWithheld = false

  /// - Parameter emptied: Fulfilled when the last connection ends after ``awaitEmpty()``.
  init(limit: Int, emptied: EventLoopPromise<Void>) {
    self.limit = limit
    self.emptied = emptied
  }

  /// The number of open connections.
  var connections: Int { count.load(ordering: .sequentiallyConsistent) }

  /// From now on the end of the last connection fulfils the promise.
  func awaitEmpty() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    if connections == 0 { emptied.succeed() }
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    count.add(1, ordering: .sequentiallyConsistent)
    let eventLoop = context.eventLoop
    unwrapInboundIn(data).closeFuture.whenComplete { _ in self.closed(on: eventLoop) }
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    if connections < limit { context.read() } else { isWithheld = true }
  }

  private func closed(on eventLoop: any EventLoop) {
    let before = count.subtract(1, ordering: .sequentiallyConsistent).oldValue
    if before == 1, isClosed.load(ordering: .sequentiallyConsistent) { emptied.succeed() }
    if before >= limit { eventLoop.execute { self.resume() } }
  }

  private func resume() {
    guard isWithheld, connections < limit else { return }
    isWithheld = false
    context?.read()
  }
}
