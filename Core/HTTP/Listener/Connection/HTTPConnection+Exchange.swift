import NIOCore
import NIOHTTP1

/// What belongs to the request that is being answered.
struct Exchange {
  let number: UInt64
  let client: RequestClient
  let surplus: ListenerFault?
  /// Whether it counts as being worked on; a stream without end does not.
  var isCounted = true
  var body: RequestBody?
  var task: Task<Void, Never>?
}

extension HTTPConnection {
  /// Takes a request up: refuses it, or lets it in and has it answered.
  func begin(_ head: HTTPRequestHead) {
    let traits = RequestTraits(head.headers)
    let target = RequestTarget(head.uri, method: head.method)
    let isHead = head.method == .HEAD
    let fault = traits.fault(
      in: head, target: target, loop.configuration.limits, allowedHosts: loop.configuration.allowedHosts,
      knownHost: &knownHost)
    if let fault {
      return apply(.request(.refused(fault, isHead: isHead)))
    }
    let client: RequestClient
    do throws(ListenerFault) {
      client = try open(head, traits)
    } catch {
      return apply(.request(.refused(error, isHead: isHead)))
    }
    let body = traits.hasBody ? RequestBody(traits.declaredLength, client.use, self) : nil
    guard feed(body, head, traits) else { return }
    let request = ServerRequest(
      head: head, nameLengths: traits.nameLengths, source: body, client: client, surplus: exchange?.surplus,
      target: target?.path ?? head.uri)
    start(request, exchanges)
  }

  /// Lets the request in.
  private func open(_ head: HTTPRequestHead, _ traits: RequestTraits) throws(ListenerFault) -> RequestClient {
    var client = own
    do throws(ListenerFault) {
      if traits.isForwarded { client = try loop.door.client(behind: own, admission, head.headers) }
      if let host = client.host, let fault = traits.fault(inForwarded: host, loop.configuration) { throw fault }
      let surplus = try budgets.begin(client.use, admission.standing, on: loop.index)
      exchanges &+= 1
      exchange = Exchange(number: exchanges, client: client, surplus: surplus)
      return client
    } catch {
      if client !== own { loop.door.release(client) }
      throw error
    }
  }

  /// Hands on what has come in of the request's body already.
  ///
  /// - Returns: Whether the request is to be answered by the responder.
  private func feed(_ body: RequestBody?, _ head: HTTPRequestHead, _ traits: RequestTraits) -> Bool {
    let keepsAlive = head.isKeepAlive && !traits.asksUpgrade && admission.standing == .ordinary
    exchange?.body = body
    marks.body = nil
    apply(
      .request(
        .begun(
          isHead: head.method == .HEAD, isHTTP10: head.version == .http1_0, keepsAlive: keepsAlive,
          body: body == nil ? .whole : traits.expectation == nil ? .arriving : .expected)))
    while state.isReceiving, let part = popPart() {
      if case .deliver = state.handle(.client(part.event)) { deliver(part) }
    }
    let action = state.handle(.request(.fed))
    carryOut(action)
    return action == .start
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
    if state.mustEndStream { exchange?.task?.cancel() }
  }

  private func serve(_ request: ServerRequest, _ number: UInt64) async {
    do {
      if let surplus = request.surplus, await !loop.responder.mayUseReserve(request) { throw surplus }
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

  private func complete(_ response: ServerResponse, _ number: UInt64) {
    guard exchange?.number == number else { return }
    let event = ReplyEvent.whole(length: response.body.length, allowsBody: response.status.allowsBody)
    guard let hasBody = writeHead(response, event) else { return }
    if hasBody { append(response.body) }
    endExchange()
  }

  private func responderFailed(_ error: any Error, _ number: UInt64) {
    guard exchange?.number == number else { return }
    let fault = error as? ListenerFault
    if fault == nil, !(error is CancellationError) {
      loop.configuration.events(.responderFailed(error, client: address))
    }
    apply(.reply(.failed(fault ?? .responderFailed)))
  }

  /// The reply is written; goes on with the next request or ends the connection.
  func endExchange() {
    exchange?.body?.fail(.bodyIncomplete)
    takeExchange()
    marks.since = .now()
    apply(.reply(.ended))
  }

  /// Ends the current request's use of the budgets.
  @discardableResult func takeExchange() -> Exchange? {
    guard let ended = exchange else { return nil }
    exchange = nil
    ended.body?.release()
    if ended.isCounted { budgets.end(ended.client.use, surplus: ended.surplus, on: loop.index) }
    if ended.client !== own { loop.door.release(ended.client) }
    return ended
  }
}
