internal import CPQ
internal import FieldhouseKit
internal import Glibc

extension ServerConnection {
  /// Connects without blocking the loop. Runs on the loop.
  /// - Throws: ``ConnectionLost``, ``ServerError``.
  static func open(_ address: String, limits: TransactionLimits, on loop: EventLoop) async throws -> ServerConnection {
    guard let handle = PQconnectStart(address) else { throw ConnectionLost(message: "out of memory", isRefusal: true) }
    do {
      try await poll(handle, on: loop)
    } catch {
      PQfinish(handle)
      throw error
    }
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    let connection = ServerConnection(handle, loop: loop)
    try connection.queue(settings, values(of: limits), as: .host)
    _ = try await connection.exchange()
    return connection
  }

  private static let timeout: UInt64 = 5_000_000_000

  /// What holds for the whole session, whatever the server's defaults are.
  ///
  /// On a small table the planner prefers to read all of it, which in a serializable transaction conflicts with every
  /// write to the table: it is to use an index where there is one.
  private static let settings = """
    select set_config('statement_timeout', ?1, false), set_config('idle_in_transaction_session_timeout', ?2, false),
      set_config('client_encoding', 'UTF8', false), set_config('enable_seqscan', 'off', false),
      set_config('extra_float_digits', '1', false), set_config('default_transaction_isolation', 'serializable', false),
      set_config('bytea_output', 'hex', false), set_config('standard_conforming_strings', 'on', false),
      set_config('synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'on'
        else current_setting('synchronous_commit') end, false)
    """

  private static func values(of limits: TransactionLimits) -> [SQLValue] {
    [limits.total, limits.idle].map { .text(String($0.nanoseconds / 1_000_000) + "ms") }
  }

  private static func poll(_ handle: OpaquePointer, on loop: EventLoop) async throws {
    let end = Monotonic.now &+ timeout
    var wanted = PGRES_POLLING_WRITING
    while true {
      guard PQstatus(handle) != CONNECTION_BAD, Monotonic.now < end else {
        throw ConnectionLost(message: String(cString: PQerrorMessage(handle)), isRefusal: true)
      }
      await ready(PQsocket(handle), wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT, on: loop)
      wanted = PQconnectPoll(handle)
      if wanted == PGRES_POLLING_OK { return }
      guard wanted != PGRES_POLLING_FAILED else {
        throw ConnectionLost(message: String(cString: PQerrorMessage(handle)), isRefusal: true)
      }
    }
  }

  /// Waits for a descriptor, half a second at most.
  private static func ready(_ descriptor: CInt, _ events: CInt, on loop: EventLoop) async {
    await withCheckedContinuation { continuation in
      let once = Once { continuation.resume() }
      loop.watch(descriptor, for: events) {
        loop.unwatch(descriptor)
        once.run()
      }
      loop.schedule(after: 500_000_000) {
        if once.run() { loop.unwatch(descriptor) }
      }
    }
  }
}

/// An action that runs the first time it is asked to. Confined to one loop.
private final class Once {
  private var action: (() -> Void)?
  init(_ action: @escaping () -> Void) { self.action = action }

  @discardableResult
  func run() -> Bool {
    guard let action else { return false }
    self.action = nil
    action()
    return true
  }
}
