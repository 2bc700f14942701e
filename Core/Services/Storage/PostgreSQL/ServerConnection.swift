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
  /// Since when it has waited for the oldest answer, in monotonic nanoseconds; nil when it waits for none.
  var isWaitingSince: UInt64? { sent.first?.startedAt }

  private let handle: OpaquePointer
  /// The socket. libpq closes it and knows it no more as soon as the server has gone.
  private let descriptor: CInt
  private var statements = PreparedStatements()
  private var queued = Batch(number: 0)
  private var sent: [Batch] = []
  private var isWaitingToSend = false

  init(_ handle: OpaquePointer, loop: EventLoop) {
    self.handle = handle
    self.loop = loop
    descriptor = PQsocket(handle)
    slot = String(UInt64.random(in: .min ... .max), radix: 36)
    PQsetnonblocking(handle, 1)
    PQenterPipelineMode(handle)
    watch()
  }

  /// Ends the connection.
  func close(_ reason: String = "it was closed") {
    guard loss == nil else { return }
    lose(reason)
  }

  private func watch() {
    let events = isWaitingToSend ? POLLIN | POLLOUT : POLLIN
    loop.watch(descriptor, for: events) { [weak self] in self?.advance() }
  }
}

// Sending.
extension ServerConnection {
  /// Queues a statement; it is prepared when it is new.
  /// - Parameters:
  ///   - arrays: bound after the values.
  ///   - meter: ends the connection when the answer is larger than it may be.
  func queue(
    _ text: String, _ values: [SQLValue], _ arrays: [ServerArray] = [], as authority: Authority,
    _ meter: AnswerMeter? = nil
  ) throws {
    if let loss { throw loss }
    let arguments = try Arguments(values, arrays)
    let types = values.map(TypeID.of) + arrays.map(\.type)
    let key = PreparedStatements.Key(namespace: namespace ?? "", authority: authority, text: text, types: types)
    let name = try statements.find(key, in: queued.number) ?? prepare(key, as: authority)
    let isSent = arguments.withPointers {
      PQsendQueryPrepared(handle, name, CInt(types.count), $0, $1, $2, 0)
    }
    try queued(isSent, .statement(meter))
  }

  /// Queues a statement that is not worth preparing, of the host.
  /// - Parameter reader: takes the result instead of a reply.
  func queueOnce(_ text: String, _ values: [SQLValue] = [], _ reader: ResultReader? = nil) throws {
    if let loss { throw loss }
    let arguments = try Arguments(values)
    let translated = try SQLDialect.postgreSQL.translate(text)
    let isSent = arguments.withPointers {
      PQsendQueryParams(handle, translated, CInt(values.count), values.map(TypeID.of), $0, $1, $2, 0)
    }
    try queued(isSent, reader.map { .reading($0) } ?? .statement(nil))
  }

  /// Sends what is queued and waits for the answers.
  /// - Returns: one reply per statement.
  /// - Throws: ``ServerError`` of the first that failed; ``ConnectionLost``.
  func exchange() async throws -> [ServerReply] {
    try await start().replies()
  }

  /// Sends what is queued, which is a whole transaction, and waits for the answers. When it fails it is taken back.
  /// - Returns: one reply per statement.
  /// - Throws: as ``exchange()``.
  func replies() async throws -> [ServerReply] {
    do {
      return try await exchange()
    } catch let error as ServerError {
      if loss == nil {
        try queue("rollback", [], as: .host)
        exchangeLater()
      }
      throw error
    }
  }

  /// Sends what is queued; the answers can be waited for later.
  func start() -> Exchange {
    let exchange = Exchange()
    if let loss { exchange.end(.failure(loss)) } else { send(exchange) }
    return exchange
  }

  /// Sends what is queued; a failure of it ends the connection.
  func exchangeLater() { if loss == nil { send(nil) } }

  private func prepare(_ key: PreparedStatements.Key, as authority: Authority) throws -> String {
    try StatementInspector.check(key.text, as: authority)
    if authority != .host { try StatementInspector.check(key.text, takes: key.types.count) }
    let text = try SQLDialect.postgreSQL.translate(key.text)
    let naming = statements.add(key, in: queued.number)
    try queued(PQsendPrepare(handle, naming.name, text, CInt(key.types.count), key.types), .preparation(naming))
    return naming.name
  }

  private func queued(_ isSent: CInt, _ command: Batch.Command) throws {
    guard isSent == 1 else {
      giveUp()
      throw loss ?? ConnectionLost(message: "")
    }
    queued.commands.append(command)
  }

  private func send(_ exchange: Exchange?) {
    // At the end: before the beginning of a transaction it would be a query, behind which no other level of isolation may be asked for.
    var isQueued = true
    for name in statements.takeSuperfluous() where isQueued {
      isQueued = PQsendQueryParams(handle, "deallocate \(name)", 0, nil, nil, nil, nil, 0) == 1
      if isQueued { queued.commands.append(.forgetting(name)) }
    }
    var batch = Batch(number: queued.number + 1)
    swap(&batch, &queued)
    batch.exchange = exchange
    sent.append(batch)
    guard isQueued, PQpipelineSync(handle) == 1 else { return giveUp() }
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
    while loss == nil, hasAnswer { receive(PQgetResult(handle)) }
    if !isAlive { giveUp() }
  }

  /// A measured answer is taken row by row, so that one that is too large never comes to be in memory as a whole.
  private var hasAnswer: Bool {
    guard let batch = sent.first else { return false }
    if batch.isMeasured { PQsetSingleRowMode(handle) }
    return PQisBusy(handle) == 0
  }

  private func receive(_ result: OpaquePointer?) {
    guard let result else { return endAnswer() }
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_PIPELINE_SYNC: finishBatch()
    case PGRES_SINGLE_TUPLE:
      do throws(StorageError) { try sent[0].add(result) } catch { lose(error.message, error) }
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
      if case .preparation(let naming)? = sent[0].current { statements.confirm(naming) }
      sent[0].succeed(result)
    case PGRES_PIPELINE_ABORTED: undo(sent[0].current)
    default:
      guard let error = ServerError(result) else { return giveUp() }
      undo(sent[0].current)
      sent[0].fail(error)
      if error.endsSession { lose(error.message, error.state == "25P03" ? error : nil) }
    }
  }

  /// After the last answer comes the synchronisation point; of a connection that broke before it libpq says for ever that
  /// there is nothing.
  private func endAnswer() {
    if sent[0].current == nil, PQstatus(handle) == CONNECTION_BAD { return giveUp() }
    sent[0].advance()
  }

  /// A command has not come about.
  private func undo(_ command: Batch.Command?) {
    switch command {
    case .preparation(let naming): statements.remove(naming)
    case .forgetting(let name): statements.keep(name)
    case .statement, .reading, nil: break
    }
  }

  private func finishBatch() {
    let batch = sent.removeFirst()
    if batch.exchange == nil, let error = batch.failure { lose(error.message) }
    batch.finish()
  }

  /// Ends the connection with libpq's own words, unless it has ended: then there is no handle any more.
  private func giveUp() {
    if loss == nil { lose(String(cString: PQerrorMessage(handle))) }
  }

  /// - Parameter error: what they are told whose answer comes next; without one, as those behind them, that the connection is
  ///   lost. Behind a transaction that the server ended wait others, who have no part in it and can be tried again.
  private func lose(_ message: String, _ error: (any Error)? = nil) {
    guard loss == nil else { return }
    let lost = ConnectionLost(message: message)
    loss = lost
    loop.unwatch(descriptor)
    PQfinish(handle)
    let batches = sent
    sent = []
    batches.first?.exchange?.end(.failure(error ?? lost))
    for batch in batches.dropFirst() { batch.exchange?.end(.failure(lost)) }
  }
}

/// Takes a result of libpq, which lasts during the call.
typealias ResultReader = (OpaquePointer) -> Void

/// The commands between two synchronisation points.
private struct Batch {
  enum Command {
    case statement(AnswerMeter?)
    case reading(ResultReader)
    case preparation(PreparedStatements.Naming)
    /// Of a prepared statement, by its name.
    case forgetting(String)
  }

  /// Which one it is of its connection, from 0.
  let number: Int
  var commands: [Command] = []
  /// When it was sent, in monotonic nanoseconds.
  let startedAt = Monotonic.now
  /// Told of the answers; nil when a failure of the batch is one of the connection.
  var exchange: Exchange?
  private(set) var failure: ServerError?
  private var replies: [ServerReply] = []
  /// The rows so far of an answer that is measured.
  private var rows: [Row] = []
  private var index = 0

  init(number: Int) { self.number = number }

  /// The command whose answer comes next.
  var current: Command? { index < commands.count ? commands[index] : nil }

  /// Whether the answer that comes next is measured.
  var isMeasured: Bool {
    if case .statement(_?)? = current { true } else { false }
  }

  mutating func succeed(_ result: OpaquePointer) {
    if case .reading(let reader)? = current {
      reader(result)
      return replies.append(ServerReply())
    }
    guard case .statement? = current else { return }
    let reply = ResultDecoder.reply(result)
    replies.append(rows.isEmpty ? reply : ServerReply(rows: rows, changed: reply.changed))
    rows = []
  }

  /// Adds a row to the answer that comes now.
  mutating func add(_ result: OpaquePointer) throws(StorageError) {
    guard case .statement(var meter?)? = current else { return }
    for row in ResultDecoder.rows(result, rows.first?.columns) {
      try meter.add(row)
      rows.append(row)
    }
    commands[index] = .statement(meter)
  }

  mutating func fail(_ error: ServerError) {
    guard failure == nil else { return }
    failure = error
    failure?.place = replies.count
  }

  mutating func advance() { index += 1 }

  func finish() { exchange?.end(failure.map { .failure($0) } ?? .success(replies), after: replies) }
}
