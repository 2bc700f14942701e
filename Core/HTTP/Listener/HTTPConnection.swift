import NIOCore
import NIOHTTP1

/// One client connection: a state machine between NIO's request decoder and the responder.
///
/// Requests are answered in the order they came; what comes in meanwhile waits in `parts`. Everything here is
/// confined to the event loop of the channel. Each request runs as one task on that loop, which is cancelled
/// when the connection ends; head, body and end of a reply leave in a single write.
final class HTTPConnection: ChannelDuplexHandler, @unchecked Sendable {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = ByteBuffer

  /// How far the connection is on its way to its end.
  enum Stage {
    case open
    /// The last bytes are on their way out.
    case closing
    /// Output is closed, input is thrown away until the client has seen the answer.
    case lingering(until: NIODeadline)
    case closed
  }

  /// What is being waited for while no request is answered.
  enum Waiting {
    case request(since: NIODeadline)
    case header(since: NIODeadline)
  }

  let loop: LoopState
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
  @exclusivity(unchecked) var stage = Stage.open
  @exclusivity(unchecked) var waiting: Waiting
  @exclusivity(unchecked) var parts = CircularBuffer<HTTPServerRequestPart>(initialCapacity: 4)
  /// Bytes of `parts` that are counted as kept.
  @exclusivity(unchecked) var waitingBytes = 0
  /// How often input was read while lingering.
  @exclusivity(unchecked) var lingerReads = 0
  @exclusivity(unchecked) var exchange: Exchange?
  /// The body of the current request while its end has not come in.
  @exclusivity(unchecked) var receiving: RequestBody?
  @exclusivity(unchecked) var exchanges: UInt64 = 0
  @exclusivity(unchecked) var isAdvancing = false
  @exclusivity(unchecked) var isReadWithheld = false
  @exclusivity(unchecked) var isInputClosed = false
  /// A fault of the decoder, answered after the requests before it.
  @exclusivity(unchecked) var decoderFault: ListenerFault?
  @exclusivity(unchecked) var output = ByteBuffer()
  @exclusivity(unchecked) var bytesWritten = 0
  @exclusivity(unchecked) var hasUnflushed = false
  @exclusivity(unchecked) var streamedInTurn = 0
  @exclusivity(unchecked) var drainWaiter: CheckedContinuation<Void, any Error>?
  @exclusivity(unchecked) var writeMark: Mark?
  @exclusivity(unchecked) var bodyMark: Mark?

  init(loop: LoopState, descriptor: Int32, admission: Admission) {
    self.loop = loop
    self.descriptor = descriptor
    self.admission = admission
    own = RequestClient(text: admission.peer?.text, use: admission.use)
    waiting = .request(since: loop.now)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func channelActive(context: ChannelHandlerContext) {
    address = context.channel.remoteAddress
    waiting = .request(since: loop.now)
    loop.add(self)
  }

  func channelInactive(context: ChannelHandlerContext) {
    stage = .closed
    loop.remove(self)
    abandon()
    dropParts()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    loop.remove(self)
    self.context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .open = stage else { return }
    let part = unwrapInboundIn(data)
    if receiving != nil, parts.isEmpty {
      receive(part)
    } else {
      store(part)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if !parts.isEmpty || decoderFault != nil {
      advance()
    } else if exchange == nil, case .request = waiting {
      waiting = .header(since: loop.now)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    guard context.channel.isWritable else { return }
    drainWaiter.take()?.resume()
    advance()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed else { return }
    isInputClosed = true
    inputEnded()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case let error as HTTPParserError: decodingFailed(ListenerFault(error))
    case is ByteToMessageDecoderError: break
    default: abort()
    }
  }

  /// Passes the wish to read on to the socket, unless enough is waiting already.
  func read(context: ChannelHandlerContext) {
    if case .lingering = stage, !mayLinger() { return cut(.linger) }
    if isFull { isReadWithheld = true } else { context.read() }
  }
}

/// A request that is being answered.
struct Exchange {
  let number: UInt64
  let isHead: Bool
  let isHTTP10: Bool
  let client: RequestClient
  let surplus: ListenerFault?
  var keepsAlive: Bool
  /// Whether it counts as being worked on; a stream without end does not.
  var isCounted = true
  var body: RequestBody?
  var task: Task<Void, Never>?
  var stream: StreamState?
}

/// How the body of a streamed reply is framed.
struct StreamState {
  let isChunked: Bool
  let endsAtShutdown: Bool
  var remaining: Int?
}

/// A moment and the number of bytes that had moved by then.
struct Mark {
  let time: NIODeadline
  let bytes: Int
}
