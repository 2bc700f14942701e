import NIOCore
import NIOHTTP1

extension HTTPConnection {
  /// Begins the waiting requests one after the other, as far as replies finish at once, and sends what they gave.
  func advance() {
    guard !isAdvancing, context != nil else { return }
    isAdvancing = true
    while exchange == nil, case .open = stage, context.channel.isWritable, let part = popPart() {
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
    guard let client = open(head, traits) else { return }
    let number = exchanges
    let body = traits.hasBody ? makeBody(traits, client) : nil
    guard exchange != nil else { return }
    let request = ServerRequest(
      head: head, nameLengths: traits.nameLengths, source: body, remoteAddress: address, client: client,
      surplus: exchange?.surplus, target: target?.path ?? head.uri)
    start(request, number)
  }

  /// Lets the request in; nil when it was refused.
  private func open(_ head: HTTPRequestHead, _ traits: RequestTraits) -> RequestClient? {
    var client = own
    do throws(ListenerFault) {
      if traits.isForwarded { client = try loop.door.client(behind: own, admission, head.headers) }
      if let host = client.host, let fault = traits.fault(inForwarded: host, loop.configuration) { throw fault }
      let surplus = try loop.door.budgets.begin(client.use, on: admission.standing)
      exchange = Exchange(
        number: exchanges, isHead: head.method == .HEAD, isHTTP10: head.version == .http1_0, client: client,
        surplus: surplus, keepsAlive: head.isKeepAlive && !traits.asksUpgrade && admission.standing == .ordinary)
      return client
    } catch {
      if client !== own { loop.door.release(client) }
      refuse(error, isHead: head.method == .HEAD)
      return nil
    }
  }

  /// Ends the current request's use of the budgets.
  @discardableResult func takeExchange() -> Exchange? {
    guard let ended = exchange else { return nil }
    exchange = nil
    receiving = nil
    ended.body?.release()
    if ended.isCounted { loop.door.budgets.end(ended.client.use, surplus: ended.surplus) }
    if ended.client !== own { loop.door.release(ended.client) }
    return ended
  }

  private func makeBody(_ traits: RequestTraits, _ client: RequestClient) -> RequestBody {
    let expects = traits.expectation != nil
    let body = RequestBody(
      declaredLength: traits.declaredLength, awaitsContinue: expects, use: client.use, connection: self)
    bodyMark = nil
    receiving = body
    exchange?.body = body
    while receiving != nil, let part = popPart() { receive(part) }
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
      try await checkReserve(request)
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

  /// - Throws: The fault of a request that there is no room for, unless it may use the reserve.
  private func checkReserve(_ request: ServerRequest) async throws {
    guard let surplus = request.surplus, await !loop.responder.mayUseReserve(request) else { return }
    throw surplus
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
      loop.configuration.events(.responderFailed(error, client: address))
    }
    if exchange.stream != nil { return abort() }
    failExchange(fault ?? .responderFailed)
  }

  /// The reply is written; goes on with the next request or ends the connection.
  func endExchange() {
    guard let ended = exchange else { return }
    let isUnread = receiving != nil || !parts.isEmpty
    receiving?.fail(.bodyIncomplete)
    takeExchange()
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
