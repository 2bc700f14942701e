import Glibc
import NIOCore

/// Bytes of replies on their way to the socket.
struct ReplyOutput {
  /// Bytes that are not written yet.
  var buffer = ByteBuffer()
  /// Bytes written since the client had taken all.
  var written = 0
  var hasUnflushed = false
  /// Bytes a stream has sent since it last let others go first.
  var streamedInTurn = 0
}

extension HTTPConnection {
  /// Bodies up to this size are copied behind their header, larger ones are written as they are.
  private static let copiedBytes = 16 << 10
  /// An output buffer above this size is not kept for the next reply.
  private static let keptBytes = 4 << 10

  /// Adds bytes to the output; they leave with the next flush.
  func append(_ bytes: ByteBuffer) {
    if bytes.readableBytes <= Self.copiedBytes {
      output.buffer.writeImmutableBuffer(bytes)
    } else {
      passOutput()
      pass(bytes)
    }
  }

  func append(_ body: ServerResponse.Body) {
    switch body {
    case .bytes(let bytes): append(bytes)
    case .array(let bytes) where bytes.count <= Self.copiedBytes: output.buffer.writeBytes(bytes)
    case .array(let bytes): append(ByteBuffer(bytes: bytes))
    case .none, .stream: break
    }
  }

  func flush() {
    waitsForTurn = false
    passOutput()
    guard output.hasUnflushed, context != nil else { return }
    output.hasUnflushed = false
    context.flush()
    if output.buffer.storageCapacity > Self.keptBytes { output.buffer = ByteBuffer() }
  }

  /// Sends what is written when the loop has read from every connection that has something to read: a client with many of
  /// them then finds many answers at once, instead of being woken for each.
  func flushInTurn() {
    guard !waitsForTurn, output.buffer.readableBytes > 0 || output.hasUnflushed else { return }
    waitsForTurn = true
    loop.flushInTurn(self)
  }

  private func passOutput() {
    guard output.buffer.readableBytes > 0 else { return }
    pass(output.buffer)
    output.buffer.clear()
  }

  private func pass(_ bytes: ByteBuffer) {
    guard context != nil else { return }
    output.written += bytes.readableBytes
    output.hasUnflushed = true
    context.write(wrapOutboundOut(bytes), promise: nil)
  }

  /// Writes the status line and the header of a reply.
  ///
  /// - Returns: Whether its body follows; nil when nobody waits for the reply any more.
  func writeHead(_ response: ServerResponse, _ event: ReplyEvent) -> Bool? {
    guard case .writeHead(let framing, let connection, let hasBody) = state.handle(.reply(event)) else { return nil }
    ResponseHead.write(response, framing, connection, date: loop.dateLine, into: &output.buffer)
    return hasBody
  }
}

extension HTTPConnection {
  /// Answers a fault as a problem document and ends the connection.
  func refuse(_ fault: ListenerFault, isHead: Bool) {
    loop.configuration.events(.refused(fault, client: address))
    abandon(fault)
    ResponseHead.writeProblem(
      fault, body: loop.configuration.problem(fault), isHead: isHead, date: loop.dateLine, into: &output.buffer)
    finish()
  }

  /// Sends what is written, the last bytes of this connection.
  func finish() {
    dropParts()
    guard let context else { return }
    passOutput()
    let flushed = loop.eventLoop.makePromise(of: Void.self)
    flushed.futureResult.whenComplete { _ in self.apply(.socket(.flushed)) }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: flushed)
    resumeReading()
  }

  func closeOutput() {
    let now = NIODeadline.now()
    (marks.since, marks.lingering) = (now, now)
    context?.close(mode: .output, promise: nil)
  }

  func cut(_ reason: CutReason) {
    loop.configuration.events(.cut(reason, client: address))
    if reason == .idle || reason == .surplus { context?.close(promise: nil) } else { abort() }
  }

  /// Ends the connection at once with a reset, so that nothing of it stays in the kernel.
  func abort() {
    guard let context else { return }
    (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
      .whenFailure { _ in }
    context.close(promise: nil)
  }
}
