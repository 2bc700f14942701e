import NIOCore

/// A request body on its way from the connection to the responder.
///
/// State is confined to the event loop of the connection; `next` and `collect` may be called from anywhere.
final class RequestBody: @unchecked Sendable {
  typealias Waiter = CheckedContinuation<ByteBuffer?, any Error>

  let declaredLength: Int?
  private let eventLoop: any EventLoop
  private weak var connection: HTTPConnection?
  private var buffer = ByteBuffer()
  private var isComplete = false
  private var fault: ListenerFault?
  private var waiter: Waiter?
  /// Bytes received so far.
  private(set) var received = 0
  /// Whether the client waits for `100 Continue`.
  var awaitsContinue: Bool

  /// Bytes received and not yet taken.
  var buffered: Int { buffer.readableBytes }

  init(declaredLength: Int?, awaitsContinue: Bool, connection: HTTPConnection) {
    self.declaredLength = declaredLength
    self.awaitsContinue = awaitsContinue
    self.connection = connection
    eventLoop = connection.loop.eventLoop
  }

  /// The next piece, `nil` at the end.
  func next() async throws -> ByteBuffer? {
    if eventLoop.inEventLoop, let result = take() { return try result.get() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in onLoop { self.wait(waiter) } }
    } onCancel: {
      onLoop { self.resume(.failure(CancellationError())) }
    }
  }

  /// The whole rest.
  func collect(upTo limit: Int) async throws -> ByteBuffer {
    if let declaredLength, declaredLength > limit { throw ListenerFault.bodyTooLarge }
    guard var whole = try await next() else { return ByteBuffer() }
    while whole.readableBytes <= limit, let part = try await next() {
      whole.writeImmutableBuffer(part)
    }
    guard whole.readableBytes <= limit else { throw ListenerFault.bodyTooLarge }
    return whole
  }
}

extension RequestBody {
  /// Adds bytes that came in.
  func append(_ bytes: ByteBuffer) {
    received += bytes.readableBytes
    awaitsContinue = false
    if waiter != nil {
      resume(.success(bytes))
    } else if buffer.readableBytes == 0 {
      buffer = bytes
    } else {
      buffer.writeImmutableBuffer(bytes)
    }
  }

  /// The body has come in as a whole.
  func complete() {
    isComplete = true
    resume(.success(nil))
  }

  /// The rest will not come.
  func fail(_ fault: ListenerFault) {
    guard !isComplete, self.fault == nil else { return }
    self.fault = fault
    resume(.failure(fault))
  }

  private func take() -> Result<ByteBuffer?, any Error>? {
    if buffer.readableBytes > 0 {
      defer { buffer = ByteBuffer() }
      connection?.bodyTaken()
      return .success(buffer)
    }
    if isComplete { return .success(nil) }
    return fault.map { .failure($0) }
  }

  private func wait(_ waiter: Waiter) {
    if let result = take() { return waiter.resume(with: result) }
    precondition(self.waiter == nil, "a request body has one reader at a time")
    self.waiter = waiter
    connection?.bodyWanted()
  }

  private func resume(_ result: Result<ByteBuffer?, any Error>) {
    waiter.take()?.resume(with: result)
  }

  private func onLoop(_ action: @escaping @Sendable () -> Void) {
    if eventLoop.inEventLoop { action() } else { eventLoop.execute(action) }
  }
}
