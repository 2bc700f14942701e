internal import FieldhouseKit

// When a body may call.
extension ServerTransaction {
  /// Ends the transaction for its body.
  /// - Returns: what made it unusable, if anything.
  func end() -> (any Error)? {
    if fault == nil, isBusy { fault = StorageError.malformed("A call of the transaction was not awaited.") }
    if fault == nil, hasBegun { checkTime() }
    isOver = true
    return fault
  }

  /// Whether a call is going on that its body has not waited for.
  var isUnawaited: Bool { isOver && isBusy }

  /// A body may call from elsewhere; the connection is used on its loop only.
  func onLoop<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    if connection.loop.isCurrent { return try await body() }
    return try await withTaskExecutorPreference(connection.loop, operation: body)
  }

  /// - Parameter goesOn: whether scores may be on their way meanwhile.
  func inCall<Value>(whileScoresGoOn goesOn: Bool = false, _ body: () async throws -> Value) async throws -> Value {
    try enter()
    defer {
      isBusy = false
      lastActivity = Monotonic.now
    }
    do {
      if !goesOn { try await settleScores() }
      return try await body()
    } catch {
      if fault == nil { fault = error }
      throw Self.visible(error)
    }
  }

  private func enter() throws {
    if isOver { throw StorageError.malformed("The transaction is over. Use it inside its closure only.") }
    if isBusy {
      throw StorageError.malformed("Another call of this transaction is going on. Await each call before the next.")
    }
    if hasBegun { checkTime() }
    if fault == nil, carriage?.isOverdue(self) == true { fault = LeftCarriage() }
    if let fault { throw Self.visible(fault) }
    isBusy = true
  }

  /// - Throws: ``StorageError`` `storage-timeout` when the transaction has lasted as long as it may.
  func checkTotal() throws {
    if Monotonic.now > deadline { throw StorageError.late }
  }

  private var deadline: UInt64 { startedAt &+ patience &+ limits.total.nanoseconds }

  private func checkTime() {
    let now = Monotonic.now
    let isLate =
      now > lastActivity &+ limits.idle.nanoseconds || now > deadline
    if fault == nil, isLate { fault = StorageError.late }
  }

  /// An error as a plugin may see it.
  static func visible(_ error: any Error) -> any Error {
    switch error {
    case let error as ServerError: error.storageError
    case let error as ConnectionLost: error.storageError
    default: error
    }
  }
}
