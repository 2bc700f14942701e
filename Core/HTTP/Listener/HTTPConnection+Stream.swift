import NIOCore

extension HTTPConnection {
  /// Bytes a stream may send before it lets others go first.
  private static let turnBytes = 64 << 10

  /// Sends a streamed body: begins the reply, lets the body be produced, ends the reply.
  func send(_ stream: ResponseStream, of response: ServerResponse, _ number: UInt64) async throws {
    guard try await beginStream(stream, response, number) else { return }
    do {
      try await stream.produce(ResponseWriter(connection: self, exchange: number))
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
    guard var current = exchange, current.number == number else { return false }
    let isChunked = stream.length == nil && !current.isHTTP10
    current.stream = StreamState(
      isChunked: isChunked, endsAtShutdown: stream.endsAtShutdown, remaining: stream.length)
    if stream.endsAtShutdown { loop.door.budgets.end(current.client.use, surplus: current.surplus) }
    current.isCounted = !stream.endsAtShutdown
    exchange = current
    writeHead(response, stream.length.map { .length($0) } ?? (isChunked ? .chunked : .untilClose))
    if current.isHead || !response.status.allowsBody {
      endExchange()
      return false
    }
    if stream.endsAtShutdown, loop.drainStart != nil { current.task?.cancel() }
    if !isAdvancing { flush() }
    return true
  }

  private func endStream(_ number: UInt64) {
    guard let current = exchange, current.number == number, let stream = current.stream else { return }
    if let remaining = stream.remaining, remaining > 0 { return abort() }
    if stream.isChunked { output.writeStaticString("0\r\n\r\n") }
    endExchange()
  }

  /// Sends one piece of a streamed body and waits until the socket takes more.
  func writeChunk(_ bytes: ByteBuffer, exchange number: UInt64) async throws {
    if loop.eventLoop.inEventLoop {
      try putChunk(bytes, number)
      if context?.channel.isWritable ?? false { return await giveOthersTheirTurn(after: bytes.readableBytes) }
    }
    let wasPut = loop.eventLoop.inEventLoop
    try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
      onLoop { self.awaitDrain(of: wasPut ? nil : bytes, number, waiter) }
    }
  }

  /// Lets the other connections of the loop go on when a producer and its client are fast enough never to wait.
  private func giveOthersTheirTurn(after bytes: Int) async {
    streamedInTurn += bytes
    guard streamedInTurn >= Self.turnBytes else { return }
    streamedInTurn = 0
    await Task.yield()
  }

  private func awaitDrain(of bytes: ByteBuffer?, _ number: UInt64, _ waiter: CheckedContinuation<Void, any Error>) {
    do {
      if let bytes { try putChunk(bytes, number) }
    } catch {
      return waiter.resume(throwing: error)
    }
    guard let context, exchange?.number == number else { return waiter.resume(throwing: ClientGone()) }
    guard !context.channel.isWritable else { return waiter.resume() }
    precondition(drainWaiter == nil, "a streamed reply has one writer at a time")
    drainWaiter = waiter
  }

  private func putChunk(_ bytes: ByteBuffer, _ number: UInt64) throws {
    guard let current = exchange, current.number == number, let stream = current.stream else { throw ClientGone() }
    guard bytes.readableBytes > 0 else { return }
    if let remaining = stream.remaining {
      guard bytes.readableBytes <= remaining else { throw StreamTooLong() }
      exchange?.stream?.remaining = remaining - bytes.readableBytes
    }
    if stream.isChunked { output.writeString(String(bytes.readableBytes, radix: 16) + "\r\n") }
    append(bytes)
    if stream.isChunked { output.writeStaticString("\r\n") }
    if !isAdvancing || output.readableBytes >= Self.turnBytes { flush() }
  }
}

/// A streamed body has produced more bytes than its declared length.
struct StreamTooLong: Error, CustomStringConvertible {
  var description: String { "a streamed body is longer than its declared length; declare the exact length or none" }
}
