internal import CPQ
internal import FieldhouseKit
internal import Glibc

extension ServerConnection {
  /// Connects without blocking the loop. Runs on the loop.
  /// - Throws: ``ConnectionLost``, ``ServerError``.
  static func open(
    _ address: String, limits: TransactionLimits, session: String = "fieldhouse", on loop: EventLoop,
    patience: UInt64 = timeout
  ) async throws -> ServerConnection {
    guard let handle = PQconnectStart(address) else { throw ConnectionLost(message: "out of memory", isRefusal: true) }
    do {
      try await poll(handle, on: loop, until: Monotonic.now &+ patience)
    } catch {
      PQfinish(handle)
      throw error
    }
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    let connection = ServerConnection(handle, loop: loop)
    try connection.queue(settings, values(of: limits) + [.text(session)], as: .host)
    _ = try await connection.exchange()
    return connection
  }

  /// How long connecting may take, in nanoseconds.
  static let timeout: UInt64 = 5_000_000_000

  /// What holds for the whole session, whatever the server's defaults are.
  ///
  /// On a small table the planner prefers to read all of it, which in a serializable transaction conflicts with every
  /// write to the table: it is to use an index where there is one. Where there is none, the cost of reading the table all
  /// the same looks so high to the server that it would compile the statement, which takes longer than any of ours does.
  private static let settings = """
    select set_config('statement_timeout', ?1, false), set_config('idle_in_transaction_session_timeout', ?2, false),
      set_config('application_name', ?3, false),
      set_config('client_encoding', 'UTF8', false), set_config('enable_seqscan', 'off', false),
      set_config('jit', 'off', false), set_config('extra_float_digits', '1', false),
      set_config('default_transaction_isolation', 'serializable', false),
      set_config('bytea_output', 'hex', false), set_config('standard_conforming_strings', 'on', false),
      set_config('synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'on'
        else current_setting('synchronous_commit') end, false)
    """

  private static func values(of limits: TransactionLimits) -> [SQLValue] {
    [limits.total, limits.idle].map { .text(String($0.nanoseconds / 1_000_000) + "ms") }
  }

  private static func poll(_ handle: OpaquePointer, on loop: EventLoop, until end: UInt64) async throws {
    var wanted = PGRES_POLLING_WRITING
    while true {
      guard !loop.hasEnded else { throw ConnectionLost(message: "it was closed", isRefusal: true) }
      guard Monotonic.now < end else { throw ConnectionLost(message: ConnectionLost.silence, isRefusal: true) }
      guard PQstatus(handle) != CONNECTION_BAD else {
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

  /// Waits for a descriptor, half a second at most, or until the loop has ended.
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
