import NIOCore
import NIOHTTP1

extension HTTPConnection {
  /// Reads of input that is thrown away before the connection is cut, each of 64 KiB at most.
  private static let mostLingerReads = 256
  private static let continueLine = ByteBuffer(staticString: "HTTP/1.1 100 Continue\r\n\r\n")

  /// Whether enough is waiting for the responder, so that the client is held back.
  var isFull: Bool {
    guard case .open = stage else { return false }
    let limits = loop.configuration.limits
    return parts.count >= limits.pipelinedParts || waitingBytes >= limits.bodyWindowBytes
      || receiving.map { $0.buffered >= limits.bodyWindowBytes } ?? false
  }

  /// Keeps a part of a later request. What waits behind an unfinished request is counted.
  func store(_ part: HTTPServerRequestPart) {
    guard decoderFault == nil else { return }
    if exchange != nil {
      let size = part.size
      if let fault = loop.door.budgets.keep(size, admission.use) { return decoderFault = fault }
      waitingBytes += size
    }
    parts.append(part)
  }

  func popPart() -> HTTPServerRequestPart? {
    let part = parts.popFirst()
    if waitingBytes > 0 { freeWaiting(parts.isEmpty ? waitingBytes : min(waitingBytes, part?.size ?? 0)) }
    return part
  }

  func dropParts() {
    parts.removeAll()
    freeWaiting(waitingBytes)
  }

  private func freeWaiting(_ bytes: Int) {
    waitingBytes -= bytes
    loop.door.budgets.free(bytes, admission.use)
  }

  /// Whether what a refused client still sends is worth another read.
  func mayLinger() -> Bool {
    lingerReads += 1
    return lingerReads <= Self.mostLingerReads
  }

  /// Takes a part of the body of the current request.
  func receive(_ part: HTTPServerRequestPart) {
    guard let body = receiving else { return }
    switch part {
    case .head: break
    case .body(let bytes):
      if let fault = body.append(bytes) { failExchange(fault) }
    case .end:
      receiving = nil
      body.complete()
    }
  }

  /// The responder asks for body bytes that are not there yet.
  func bodyWanted() {
    if let receiving, receiving.awaitsContinue {
      receiving.awaitsContinue = false
      bodyMark = nil
      append(Self.continueLine)
      if !isAdvancing { flush() }
    }
    resumeReading()
  }

  /// The responder took body bytes.
  func bodyTaken() {
    guard isReadWithheld else { return }
    loop.eventLoop.execute { self.resumeReading() }
  }

  func resumeReading() {
    guard isReadWithheld, !isFull, context != nil else { return }
    isReadWithheld = false
    bodyMark = nil
    context.read()
  }

  /// The client will send nothing more, but may still read.
  func inputEnded() {
    switch stage {
    case .lingering: context.close(promise: nil)
    case .open:
      if exchange?.stream?.endsAtShutdown == true { return abort() }
      if receiving != nil { return failExchange(.bodyIncomplete) }
      advance()
    case .closing, .closed: break
    }
  }

  func decodingFailed(_ fault: ListenerFault) {
    guard case .open = stage else { return }
    if receiving != nil, parts.isEmpty {
      failExchange(fault)
    } else if decoderFault == nil {
      decoderFault = fault == .bodyIncomplete ? .malformed : fault
    }
  }
}

extension ListenerFault {
  init(_ error: HTTPParserError) {
    switch error {
    case .headerOverflow: self = .headerTooLarge
    case .invalidMethod: self = .methodUnknown
    case .invalidVersion: self = .versionUnsupported
    case .unexpectedContentLength: self = .framingAmbiguous
    case .invalidEOFState: self = .bodyIncomplete
    default: self = .malformed
    }
  }
}

extension HTTPServerRequestPart {
  /// About how many bytes of memory it takes.
  fileprivate var size: Int {
    switch self {
    case .head(let head):
      head.headers.reduce(512 + head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
    case .body(let bytes): bytes.readableBytes
    case .end: 64
    }
  }
}
