import NIOCore
import NIOHTTP1

extension HTTPConnection {
  private static let continueLine = ByteBuffer(staticString: "HTTP/1.1 100 Continue\r\n\r\n")

  /// Whether enough is waiting for the responder, so that the client is held back.
  var isFull: Bool {
    guard case .open = stage else { return false }
    let limits = loop.configuration.limits
    return parts.count >= limits.pipelinedParts || receiving.map { $0.buffered >= limits.bodyWindowBytes } ?? false
  }

  /// Takes a part of the body of the current request.
  func receive(_ part: HTTPServerRequestPart) {
    guard let body = receiving else { return }
    switch part {
    case .head: break
    case .body(let bytes):
      body.append(bytes)
      if body.received > loop.configuration.limits.bodyBytes { failExchange(.bodyTooLarge) }
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
