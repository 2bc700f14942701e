internal import CPQ
internal import FieldhouseKit
internal import Glibc

/// A connection in pipeline mode: commands are queued and sent together, the answers come later, in order.
/// Confined to its loop.
final class ServerConnection: @unchecked Sendable {
  let loop: EventLoop
  /// Names this connection in the namespaces' tables of commits.
  let slot: String
  let openedAt = Monotonic.now
  /// The namespace whose role it has taken.
  var namespace: String?
  /// The number of the last transaction it tried to commit.
  var commitNumber: Int64 = 1
  private(set) var loss: ConnectionLost?

  private let handle: OpaquePointer
  private var statements = PreparedStatements()
  private var queued = Batch()
  private var sent: [Batch] = []
  private var isWaitingToSend = false

  init(_ handle: OpaquePointer, loop: EventLoop) {
    self.handle = handle
    self.loop = loop
    slot = String(UInt64.random(in: .min ... .max), radix: 36)
    PQsetnonblocking(handle, 1)
    PQenterPipelineMode(handle)
    watch()
  }

  /// Ends the connection.
  func close() {
    guard loss == nil else { return }
    lose("it was closed")
  }

  private func watch() {
    let events = isWaitingToSend ? POLLIN | POLLOUT : POLLIN
    loop.watch(PQsocket(handle), for: events) { [weak self] in self?.advance() }
  }
}

// Sending.
extension ServerConnection {
  /// Queues a statement; it is prepared when it is new.
  func queue(_ text: String, _ values: [SQLValue], as authority: Authority) throws {
    if let loss { throw loss }
    let arguments = try Arguments(values)
    let key = PreparedStatements.Key(
      namespace: namespace ?? "", authority: authority, text: text, types: values.map(TypeID.of))
    let name = try statements.find(key) ?? prepare(key, as: authority)
    let isSent = arguments.withPointers {
      PQsendQueryPrepared(handle, name, CInt(values.count), $0, $1, $2, 0)
    }
    try queued(isSent, .statement)
  }

  /// Queues a statement that is not worth preparing, of the host.
  func queueOnce(_ text: String, _ values: [SQLValue] = []) throws {
    if let loss { throw loss }
    let arguments = try Arguments(values)
    let translated = try SQLDialect.postgreSQL.translate(text)
    let isSent = arguments.withPointers {
      PQsendQueryParams(handle, translated, CInt(values.count), values.map(TypeID.of), $0, $1, $2, 0)
    }
    try queued(isSent, .statement)
  }

  /// Sends what is queued and waits for the answers.
  /// - Returns: one reply per statement.
  /// - Throws: ``ServerError`` of the first that failed; ``ConnectionLost``.
  func exchange() async throws -> [ServerReply] {
    if let loss { throw loss }
    return try await withCheckedThrowingContinuation { send($0) }
  }

  /// Sends what is queued; a failure of it ends the connection.
  func exchangeLater() { if loss == nil { send(nil) } }

  private func prepare(_ key: PreparedStatements.Key, as authority: Authority) throws -> String {
    try StatementInspector.check(key.text, as: authority)
    let text = try SQLDialect.postgreSQL.translate(key.text)
    let (name, forgotten) = statements.add(key)
    if let forgotten {
      try queued(PQsendQueryParams(handle, "deallocate \(forgotten)", 0, nil, nil, nil, nil, 0), .control)
    }
    do {
      try queued(PQsendPrepare(handle, name, text, CInt(key.types.count), key.types), .preparation(key))
    } catch {
      statements.remove(key)
      throw error
    }
    return name
  }

  private func queued(_ isSent: CInt, _ command: Batch.Command) throws {
    guard isSent == 1 else {
      giveUp()
      throw loss ?? ConnectionLost(message: "")
    }
    queued.commands.append(command)
  }

  private func send(_ continuation: CheckedContinuation<[ServerReply], any Error>?) {
    var batch = Batch()
    swap(&batch, &queued)
    batch.continuation = continuation
    sent.append(batch)
    guard PQpipelineSync(handle) == 1 else { return giveUp() }
    flush()
  }

  private func flush() {
    let state = PQflush(handle)
    guard state >= 0 else { return giveUp() }
    if isWaitingToSend != (state == 1) {
      isWaitingToSend = state == 1
      watch()
    }
  }
}

// Receiving.
extension ServerConnection {
  private func advance() {
    if loss == nil, isWaitingToSend { flush() }
    guard loss == nil else { return }
    let isAlive = PQconsumeInput(handle) == 1
    while loss == nil, !sent.isEmpty, PQisBusy(handle) == 0 { receive(PQgetResult(handle)) }
    if !isAlive { giveUp() }
  }

  private func receive(_ result: OpaquePointer?) {
    guard let result else { return sent[0].advance() }
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_PIPELINE_SYNC: finishBatch()
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK: sent[0].succeed(ResultDecoder.reply(result))
    case PGRES_PIPELINE_ABORTED: forget(sent[0].current)
    default:
      guard let error = ServerError(result) else { return giveUp() }
      forget(sent[0].current)
      sent[0].fail(error)
      if error.endsSession { lose(error.message, error) }
    }
  }

  private func forget(_ command: Batch.Command?) {
    if case .preparation(let key)? = command { statements.remove(key) }
  }

  private func finishBatch() {
    let batch = sent.removeFirst()
    if batch.continuation == nil, let error = batch.failure { lose(error.message) }
    batch.finish()
  }

  /// Ends the connection with libpq's own words, unless it has ended: then there is no handle any more.
  private func giveUp() {
    if loss == nil { lose(String(cString: PQerrorMessage(handle))) }
  }

  private func lose(_ message: String, _ error: ServerError? = nil) {
    guard loss == nil else { return }
    let lost = ConnectionLost(message: message)
    loss = lost
    loop.unwatch(PQsocket(handle))
    PQfinish(handle)
    let batches = sent
    sent = []
    let reason: any Error = if let error, error.state == "25P03" { error } else { lost }
    for batch in batches { batch.continuation?.resume(throwing: reason) }
  }
}

/// The commands between two synchronisation points.
private struct Batch {
  enum Command {
    case statement
    case preparation(PreparedStatements.Key)
    case control
  }

  var commands: [Command] = []
  var continuation: CheckedContinuation<[ServerReply], any Error>?
  private(set) var failure: ServerError?
  private var replies: [ServerReply] = []
  private var index = 0

  /// The command whose answer comes next.
  var current: Command? { index < commands.count ? commands[index] : nil }

  mutating func succeed(_ reply: ServerReply) {
    if case .statement? = current { replies.append(reply) }
  }

  mutating func fail(_ error: ServerError) {
    guard failure == nil else { return }
    failure = error
    failure?.place = replies.count
  }

  mutating func advance() { index += 1 }

  func finish() {
    if let failure { continuation?.resume(throwing: failure) } else { continuation?.resume(returning: replies) }
  }
}
