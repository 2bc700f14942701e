import NIOCore

extension HTTPConnection {
  /// Bytes a stream may send before it lets others go first.
  private static let turnBytes = 64 << 10

  /// Sends a streamed body: begins the reply, lets the body be produced, ends the reply.
  func send(_ stream: ResponseStream, of response: ServerResponse, _ number: UInt64) async throws {
    guard try await beginStream(stream, response, number) else { return }
    do {
      try await stream.produce(ResponseWriter { try await self.writeChunk($0, exchange: number) })
    } catch is CancellationError where stream.endsAtShutdown {}
    onLoop { self.endStream(number) }
  }

  /// Writes the header; the answer says whether a body follows.
  private func beginStream(_ stream: ResponseStream, _ response: ServerResponse, _ number: UInt64) async throws -> Bool
  {
    if loop.eventLoop.inEventLoop { return openStream(stream, response, number) }
    return await withCheckedContinuation { continuation in
      onLoop { continuation.resume(returning: self.openStream(stream, response, number)) }
    }
  }

  private func openStream(_ stream: ResponseStream, _ response: ServerResponse, _ number: UInt64) -> Bool {
    guard let current = exchange, current.number == number else { return false }
    let event = ReplyEvent.stream(
      length: stream.length, allowsBody: response.status.allowsBody, isEndless: stream.endsAtShutdown)
    guard let hasBody = writeHead(response, event) else { return false }
    if stream.endsAtShutdown { budgets.end(current.client.use, surplus: current.surplus, on: loop.index) }
    exchange?.isCounted = !stream.endsAtShutdown
    guard hasBody else {
      endExchange()
      return false
    }
    if state.mustEndStream { current.task?.cancel() }
    if !isProceeding { flush() }
    return true
  }

  private func endStream(_ number: UInt64) {
    guard exchange?.number == number else { return }
    let action = state.handle(.reply(.streamEnded))
    guard case .endStream(let isChunked) = action else { return carryOut(action) }
    if isChunked { output.buffer.writeStaticString("0\r\n\r\n") }
    endExchange()
  }

  /// Sends one piece of a streamed body and waits until the socket takes more.
  func writeChunk(_ bytes: ByteBuffer, exchange number: UInt64) async throws {
    if loop.eventLoop.inEventLoop {
      try putChunk(bytes, number)
      if context != nil, !state.isBlocked { return await giveOthersTheirTurn(after: bytes.readableBytes) }
    }
    let wasPut = loop.eventLoop.inEventLoop
    try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
      onLoop { self.awaitDrain(of: wasPut ? nil : bytes, number, waiter) }
    }
  }

  /// Lets the other connections of the loop go on when a producer and its client are fast enough never to wait.
  private func giveOthersTheirTurn(after bytes: Int) async {
    output.streamedInTurn += bytes
    guard output.streamedInTurn >= Self.turnBytes else { return }
    output.streamedInTurn = 0
    await Task.yield()
  }

  private func awaitDrain(of bytes: ByteBuffer?, _ number: UInt64, _ waiter: CheckedContinuation<Void, any Error>) {
    do {
      if let bytes { try putChunk(bytes, number) }
    } catch {
      return waiter.resume(throwing: error)
    }
    guard context != nil, exchange?.number == number else { return waiter.resume(throwing: ClientGone()) }
    guard state.isBlocked else { return waiter.resume() }
    precondition(writer == nil, "a streamed reply has one writer at a time")
    writer = waiter
  }

  private func putChunk(_ bytes: ByteBuffer, _ number: UInt64) throws {
    guard exchange?.number == number else { throw ClientGone() }
    switch state.handle(.reply(.piece(bytes.readableBytes))) {
    case .write(let isChunked): if bytes.readableBytes > 0 { put(bytes, isChunked) }
    case .refusePiece: throw StreamTooLong()
    default: throw ClientGone()
    }
  }

  private func put(_ bytes: ByteBuffer, _ isChunked: Bool) {
    if isChunked { output.buffer.writeString(String(bytes.readableBytes, radix: 16) + "\r\n") }
    append(bytes)
    if isChunked { output.buffer.writeStaticString("\r\n") }
    if !isProceeding || output.buffer.readableBytes >= Self.turnBytes { flush() }
  }
}

/// A streamed body has produced more bytes than its declared length.
struct StreamTooLong: Error, CustomStringConvertible {
  var description: String { "a streamed body is longer than its declared length; declare the exact length or none" }
}
