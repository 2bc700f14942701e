import NIOCore

/// A request body on its way from the connection to the responder.
///
/// State is confined to the event loop of the connection; `next` and `collect` may be called from anywhere.
final class RequestBody: @unchecked Sendable {
  typealias Waiter = CheckedContinuation<ByteBuffer?, any Error>

  let declaredLength: Int?
  private let eventLoop: any EventLoop
  private weak var connection: HTTPConnection?
  private let use: ClientUse
  private let budgets: Budgets
  private let limit: Int
  /// Bytes that are counted as kept: those that nobody has taken, and those that are put together.
  private var kept = 0
  private var isCollected = false
  private var buffer = ByteBuffer()
  private var isComplete = false
  private var fault: ListenerFault?
  private var waiter: Waiter?
  /// Bytes received so far.
  private(set) var received = 0

  /// Bytes received and not yet taken.
  var buffered: Int { buffer.readableBytes }

  convenience init(_ declaredLength: Int?, _ use: ClientUse, _ connection: HTTPConnection) {
    self.init(
      declaredLength, use, connection.budgets, limit: connection.loop.configuration.limits.bodyBytes,
      on: connection.loop.eventLoop)
    self.connection = connection
  }

  /// - Parameters:
  ///   - limit: the most bytes that are taken in.
  ///   - eventLoop: where the state is.
  init(_ declaredLength: Int?, _ use: ClientUse, _ budgets: Budgets, limit: Int, on eventLoop: any EventLoop) {
    self.declaredLength = declaredLength
    self.use = use
    self.budgets = budgets
    self.limit = limit
    self.eventLoop = eventLoop
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
    if let declaredLength {
      if declaredLength > limit { throw ListenerFault.bodyTooLarge }
      if eventLoop.inEventLoop, let fault = budgets.hasRoom(for: declaredLength - kept, use) { throw fault }
    }
    onLoop { self.isCollected = true }
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
  ///
  /// - Returns: The fault to answer when they are too many.
  func append(_ bytes: ByteBuffer) -> ListenerFault? {
    received += bytes.readableBytes
    if received > limit { return .bodyTooLarge }
    if let fault = budgets.keep(bytes.readableBytes, use) { return fault }
    kept += bytes.readableBytes
    put(received == declaredLength ? bytes : Self.fitted(bytes))
    return nil
  }

  /// The bytes without a share in a much larger piece of memory, as that of a read that was hardly filled.
  private static func fitted(_ bytes: ByteBuffer) -> ByteBuffer {
    bytes.storageCapacity > 2 * bytes.readableBytes ? ByteBuffer(bytes: bytes.readableBytesView) : bytes
  }

  private func put(_ bytes: ByteBuffer) {
    if waiter != nil {
      if !isCollected { freeKept() }
      resume(.success(bytes))
    } else if buffer.readableBytes == 0 {
      buffer = bytes
    } else {
      buffer.writeImmutableBuffer(bytes)
    }
  }

  /// The request is answered: nothing of its body is counted any more.
  func release() {
    freeKept()
  }

  private func freeKept() {
    budgets.free(kept, use)
    kept = 0
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
      if !isCollected { freeKept() }
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
