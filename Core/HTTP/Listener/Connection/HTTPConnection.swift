import NIOCore
import NIOHTTP1

/// One client connection, between NIO's request decoder and the responder: tells a ``ConnectionState`` what happens and
/// carries out what it answers.
///
/// Everything here is confined to the event loop of the channel. Each request runs as one task on that loop, which is
/// cancelled when the connection ends; head, body and end of a reply leave in a single write.
final class HTTPConnection: ChannelDuplexHandler, @unchecked Sendable {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = ByteBuffer

  let loop: LoopState
  /// The loop's, which every request takes from.
  let budgets: Budgets
  /// By what the connection is counted.
  let admission: Admission
  /// The client at the other end.
  let own: RequestClient
  /// The socket; the channel's own while it is active.
  let descriptor: Int32
  /// The place in the list of connections of the loop.
  @exclusivity(unchecked) var index: Int?
  @exclusivity(unchecked) var context: ChannelHandlerContext!
  @exclusivity(unchecked) var address: SocketAddress?
  /// The last Host field that was in order: most clients send one and the same again.
  @exclusivity(unchecked) var knownHost: String?
  @exclusivity(unchecked) var state = ConnectionState()
  @exclusivity(unchecked) var queue = PartQueue()
  @exclusivity(unchecked) var exchange: Exchange?
  @exclusivity(unchecked) var exchanges: UInt64 = 0
  /// Whether requests are being taken up, so that those which are answered at once share a write.
  @exclusivity(unchecked) var isProceeding = false
  @exclusivity(unchecked) var output = ReplyOutput()
  /// Whether the loop flushes it at the end of its turn.
  @exclusivity(unchecked) var waitsForTurn = false
  /// The producer of a stream that waits for the socket.
  @exclusivity(unchecked) var writer: CheckedContinuation<Void, any Error>?
  @exclusivity(unchecked) var marks: ProgressMarks

  init(loop: LoopState, descriptor: Int32, admission: Admission) {
    self.loop = loop
    budgets = loop.door.budgets
    self.descriptor = descriptor
    self.admission = admission
    own = RequestClient(text: admission.peer?.text, use: admission.use, loop: loop.index)
    marks = ProgressMarks(since: loop.now)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func channelActive(context: ChannelHandlerContext) {
    address = context.channel.remoteAddress
    // The loop's own time may be of before it was held up.
    marks.since = .now()
    loop.add(self)
    if loop.drainStart != nil { apply(.time(.drain)) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    apply(.client(.gone))
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    loop.remove(self)
    self.context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    switch state.handle(.client(part.event)) {
    case .keep: keep(part)
    case .deliver: deliver(part)
    default: break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    let before = state.deadline
    apply(.client(.readComplete))
    if before == .idle, state.deadline == .header { marks.since = .now() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    apply(.socket(context.channel.isWritable ? .writable : .blocked))
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { apply(.client(.ended)) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case let error as HTTPParserError: apply(.client(.broken(ListenerFault(error))))
    case is ByteToMessageDecoderError: break
    default: apply(.socket(.failed))
    }
  }

  /// Passes the wish to read on to the socket, unless enough is waiting already.
  func read(context: ChannelHandlerContext) {
    if state.deadline == .linger { marks.since = .now() }
    apply(.socket(.readWanted(isFull: isFull)))
  }
}

extension HTTPConnection {
  func apply(_ event: ConnectionEvent) {
    carryOut(state.handle(event))
  }

  /// Does what needs no more than the action; what belongs to a part, a reply or a piece is done where that is.
  func carryOut(_ action: ConnectionAction) {
    switch action {
    case .none, .keep, .deliver, .start, .writeHead, .write, .refusePiece, .clientGone, .endStream: break
    case .proceed: proceed()
    case .read: context?.read()
    case .sendContinue: sendContinue()
    case .wakeWriter: writer.take()?.resume()
    case .cancel: exchange?.task?.cancel()
    case .refuse(let fault, let isHead): refuse(fault, isHead: isHead)
    case .close: finish()
    case .linger: closeOutput()
    case .shut: context?.close(promise: nil)
    case .cut(let reason): cut(reason)
    case .abort: abort()
    case .release: release()
    }
  }

  /// Begins the waiting requests one after the other, as far as replies finish at once, and sends what they gave.
  private func proceed() {
    guard !isProceeding, context != nil else { return }
    isProceeding = true
    while state.takesNext, let part = popPart() {
      if case .head(let head) = part { begin(head) }
    }
    isProceeding = false
    flushInTurn()
    apply(.request(.settled))
    resumeReading()
  }

  /// The connection is no more.
  private func release() {
    loop.remove(self)
    abandon(.bodyIncomplete)
    dropParts()
  }

  /// Lets go of the current request: its task is cancelled, its body and its writer fail.
  func abandon(_ fault: ListenerFault) {
    exchange?.body?.fail(fault)
    takeExchange()?.task?.cancel()
    writer.take()?.resume(throwing: ClientGone())
  }

  /// Runs an action on the event loop: at once when called there.
  func onLoop(_ action: @escaping @Sendable () -> Void) {
    if loop.eventLoop.inEventLoop { action() } else { loop.eventLoop.execute(action) }
  }
}
