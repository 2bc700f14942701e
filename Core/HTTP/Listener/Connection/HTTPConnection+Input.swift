import NIOCore
package import NIOHTTP1

/// Parts of requests that wait until those before them are answered.
struct PartQueue {
  private var parts = CircularBuffer<HTTPServerRequestPart>(initialCapacity: 4)
  /// Bytes that are counted as kept.
  private(set) var bytes = 0

  var count: Int { parts.count }
  var isEmpty: Bool { parts.isEmpty }

  /// - Parameter counted: The bytes of the part, 0 when they are not counted.
  mutating func append(_ part: HTTPServerRequestPart, counted: Int) {
    parts.append(part)
    bytes += counted
  }

  /// - Returns: The first part and the bytes that are counted no more.
  mutating func pop() -> (part: HTTPServerRequestPart, freed: Int)? {
    guard let part = parts.popFirst() else { return nil }
    let freed = bytes == 0 ? 0 : parts.isEmpty ? bytes : min(bytes, part.size)
    bytes -= freed
    return (part, freed)
  }

  /// - Returns: The bytes that are counted no more.
  mutating func removeAll() -> Int {
    defer { bytes = 0 }
    parts.removeAll()
    return bytes
  }
}

extension HTTPConnection {
  private static let continueLine = ByteBuffer(staticString: "HTTP/1.1 100 Continue\r\n\r\n")

  /// Whether enough is waiting for the responder, so that the client is held back.
  var isFull: Bool {
    let limits = loop.configuration.limits
    return queue.count >= limits.pipelinedParts || queue.bytes >= limits.bodyWindowBytes
      || exchange?.body.map { $0.buffered >= limits.bodyWindowBytes } ?? false
  }

  /// Keeps a part of a later request. What waits behind an unfinished request is counted.
  func keep(_ part: HTTPServerRequestPart) {
    guard exchange != nil else { return queue.append(part, counted: 0) }
    let size = part.size
    if let fault = budgets.keep(size, admission.use) {
      if queue.isEmpty { apply(.request(.queueEmptied)) }
      return apply(.client(.broken(fault)))
    }
    queue.append(part, counted: size)
  }

  func popPart() -> HTTPServerRequestPart? {
    guard let (part, freed) = queue.pop() else { return nil }
    budgets.free(freed, admission.use)
    if queue.isEmpty { apply(.request(.queueEmptied)) }
    return part
  }

  func dropParts() {
    budgets.free(queue.removeAll(), admission.use)
  }

  /// Hands a part on as the body of the current request.
  func deliver(_ part: HTTPServerRequestPart) {
    switch part {
    case .head: break
    case .body(let bytes):
      if let fault = exchange?.body?.append(bytes) { apply(.request(.bodyRefused(fault))) }
    case .end: exchange?.body?.complete()
    }
  }

  /// The responder asks for body bytes that are not there yet.
  func bodyWanted() {
    apply(.request(.bodyWanted))
    resumeReading()
  }

  func sendContinue() {
    marks.body = nil
    append(Self.continueLine)
    if !isProceeding { flush() }
  }

  /// The responder took body bytes.
  func bodyTaken() {
    if state.isHeld { loop.eventLoop.execute { self.resumeReading() } }
  }

  func resumeReading() {
    guard state.isHeld, let context, state.handle(.socket(.room(isFull: isFull))) == .read else { return }
    marks.body = nil
    context.read()
  }
}

extension ListenerFault {
  /// What a request is answered with that cannot be read.
  package init(_ error: HTTPParserError) {
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
  var event: ClientEvent {
    switch self {
    case .head: .head
    case .body: .body
    case .end: .end
    }
  }

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
