import NIOCore
import NIOHTTP1

extension HTTPConnection {
  /// Begins the waiting requests one after the other, as far as replies finish at once, and sends what they gave.
  func advance() {
    guard !isAdvancing, context != nil else { return }
    isAdvancing = true
    while exchange == nil, case .open = stage, context.channel.isWritable, let part = parts.popFirst() {
      if case .head(let head) = part { begin(head) }
    }
    isAdvancing = false
    settle()
  }

  private func settle() {
    flush()
    guard case .open = stage, exchange == nil, parts.isEmpty else { return resumeReading() }
    if let decoderFault { return refuse(decoderFault) }
    if isInputClosed { return close() }
    resumeReading()
  }

  private func begin(_ head: HTTPRequestHead) {
    let traits = RequestTraits(head.headers)
    let target = RequestTarget(head.uri, method: head.method)
    if let fault = traits.fault(in: head, target: target, loop.configuration, knownHost: &knownHost) {
      return refuse(fault, isHead: head.method == .HEAD)
    }
    exchanges &+= 1
    let number = exchanges
    let keepsAlive = head.isKeepAlive && !traits.asksUpgrade
    exchange = Exchange(
      number: number, isHead: head.method == .HEAD, isHTTP10: head.version == .http1_0, keepsAlive: keepsAlive)
    let body = traits.hasBody ? makeBody(traits) : nil
    guard exchange != nil else { return }
    let request = ServerRequest(
      head: head, nameLengths: traits.nameLengths, source: body, remoteAddress: client, remoteHost: clientHost,
      target: target?.path ?? head.uri)
    start(request, number)
  }

  private func makeBody(_ traits: RequestTraits) -> RequestBody {
    let expects = traits.expectation != nil
    let body = RequestBody(declaredLength: traits.declaredLength, awaitsContinue: expects, connection: self)
    bodyMark = nil
    receiving = body
    while receiving != nil, let part = parts.popFirst() { receive(part) }
    if receiving != nil, let fault = decoderFault ?? (isInputClosed ? .bodyIncomplete : nil) { failExchange(fault) }
    return body
  }

  private func start(_ request: ServerRequest, _ number: UInt64) {
    switch loop.configuration.placement {
    case .eventLoop:
      loop.executor.start {
        let task = Task.immediate(executorPreference: loop.executor) { await self.serve(request, number) }
        // Most requests are answered by now.
        if exchange?.number == number { exchange?.task = task }
      }
    case .globalPool:
      exchange?.task = Task { await self.serve(request, number) }
    }
  }

  private func serve(_ request: ServerRequest, _ number: UInt64) async {
    do {
      let response = try await loop.responder.respond(to: request)
      if case .stream(let stream) = response.body {
        try await send(stream, of: response, number)
      } else {
        if loop.eventLoop.inEventLoop { return complete(response, number) }
        loop.eventLoop.execute { self.complete(response, number) }
      }
    } catch {
      onLoop { self.responderFailed(error, number) }
    }
  }

  /// Runs an action on the event loop: at once when called there.
  func onLoop(_ action: @escaping @Sendable () -> Void) {
    if loop.eventLoop.inEventLoop { action() } else { loop.eventLoop.execute(action) }
  }

  private func complete(_ response: ServerResponse, _ number: UInt64) {
    guard let exchange, exchange.number == number else { return }
    writeHead(response, .length(response.body.length))
    if !exchange.isHead, response.status.allowsBody { append(response.body) }
    endExchange()
  }

  private func responderFailed(_ error: any Error, _ number: UInt64) {
    guard let exchange, exchange.number == number else { return }
    let fault = error as? ListenerFault
    if fault == nil, !(error is CancellationError) {
      loop.configuration.events(.responderFailed(error, client: client))
    }
    if exchange.stream != nil { return abort() }
    failExchange(fault ?? .responderFailed)
  }

  /// The reply is written; goes on with the next request or ends the connection.
  func endExchange() {
    guard let ended = exchange else { return }
    let isUnread = receiving != nil || !parts.isEmpty
    receiving?.fail(.bodyIncomplete)
    receiving = nil
    exchange = nil
    waiting = .request(since: loop.now)
    if ended.keepsAlive { advance() } else { close(lingering: isUnread) }
  }

  /// Answers the current request with a fault, or cuts it off when its reply has begun.
  func failExchange(_ fault: ListenerFault) {
    guard let failed = exchange else { return }
    receiving?.fail(fault)
    failed.task?.cancel()
    if failed.stream != nil { return abort() }
    refuse(fault, isHead: failed.isHead)
  }
}
