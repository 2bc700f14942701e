import Glibc
import NIOCore

extension HTTPConnection {
  /// Bodies up to this size are copied behind their header, larger ones are written as they are.
  private static let copiedBytes = 16 << 10
  /// An output buffer above this size is not kept for the next reply.
  private static let keptBytes = 4 << 10

  /// Adds bytes to the output; they leave with the next flush.
  func append(_ bytes: ByteBuffer) {
    if bytes.readableBytes <= Self.copiedBytes {
      output.writeImmutableBuffer(bytes)
    } else {
      passOutput()
      pass(bytes)
    }
  }

  func append(_ body: ServerResponse.Body) {
    switch body {
    case .bytes(let bytes): append(bytes)
    case .array(let bytes) where bytes.count <= Self.copiedBytes: output.writeBytes(bytes)
    case .array(let bytes): append(ByteBuffer(bytes: bytes))
    case .none, .stream: break
    }
  }

  func flush() {
    passOutput()
    guard hasUnflushed, context != nil else { return }
    hasUnflushed = false
    context.flush()
    if output.storageCapacity > Self.keptBytes { output = ByteBuffer() }
  }

  private func passOutput() {
    guard output.readableBytes > 0 else { return }
    pass(output)
    output.clear()
  }

  private func pass(_ bytes: ByteBuffer) {
    guard context != nil else { return }
    bytesWritten += bytes.readableBytes
    hasUnflushed = true
    context.write(wrapOutboundOut(bytes), promise: nil)
  }

  /// Writes the status line and the header, and settles whether the connection goes on.
  func writeHead(_ response: ServerResponse, _ framing: ResponseHead.Framing) {
    guard var current = exchange else { return }
    let hasEnd = framing != .untilClose
    let isLast = loop.drainStart != nil || receiving != nil || !hasEnd || isInputClosed && parts.isEmpty
    current.keepsAlive = current.keepsAlive && !isLast
    exchange = current
    let connection: ResponseHead.Connection =
      !current.keepsAlive ? .close : current.isHTTP10 ? .keepAlive : .implied
    ResponseHead.write(response, framing, connection, date: loop.dateLine, into: &output)
  }
}

extension HTTPConnection {
  /// Answers a fault as a problem document and ends the connection.
  func refuse(_ fault: ListenerFault, isHead: Bool = false) {
    loop.configuration.events(.refused(fault, client: address))
    abandon()
    dropParts()
    ResponseHead.writeProblem(
      fault, body: loop.configuration.problem(fault), isHead: isHead, date: loop.dateLine, into: &output)
    close(lingering: true)
  }

  /// Ends the connection after everything written has left.
  ///
  /// - Parameter lingering: Whether input is still to come, which is then read and thrown away for a while: closing
  ///   on unread input would reset the connection and could take the answer from the client.
  func close(lingering: Bool = false) {
    guard case .open = stage, let context else { return }
    stage = .closing
    passOutput()
    let flushed = loop.eventLoop.makePromise(of: Void.self)
    flushed.futureResult.whenComplete { _ in self.flushedLast(lingering) }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: flushed)
    resumeReading()
  }

  private func flushedLast(_ lingering: Bool) {
    guard let context else { return }
    guard lingering, !isInputClosed else { return context.close(promise: nil) }
    stage = .lingering(until: .now() + loop.timeouts.linger)
    context.close(mode: .output, promise: nil)
  }

  /// Ends the connection at once with a reset, so that nothing of it stays in the kernel.
  func abort() {
    guard let context else { return }
    (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
      .whenFailure { _ in }
    context.close(promise: nil)
  }

  /// Lets go of the current request: its task is cancelled, its body and its writer fail.
  func abandon() {
    receiving?.fail(.bodyIncomplete)
    takeExchange()?.task?.cancel()
    drainWaiter.take()?.resume(throwing: ClientGone())
  }
}
