internal import FieldhouseKit
internal import Synchronization

/// A transaction, or a snapshot, on a connection that it has for itself. What needs no answer at once is queued and
/// goes out with the next statement or the commit. Confined to the connection's loop while a call is going on.
final class ServerTransaction: HostTransaction, @unchecked Sendable {
  let connection: ServerConnection
  let authority: Authority
  let limits: TransactionLimits
  let rights: RightsLedger
  let names: DeclaredNames?
  let meter: AnswerMeter
  let predictions: ChangePredictions?
  private let typed: TypedStatements?
  /// A statement that was answered with a prediction and is not sent yet; always the first.
  var predicted: PredictedChange?
  let startedAt = Monotonic.now
  var lastActivity = Monotonic.now
  var isBusy = false
  var isOver = false
  var cursors = 0
  /// Those who wait for the answers to what is queued.
  var answers: [Awaited] = []
  /// Whether something was foretold that did not come to pass: the body has to run again.
  var wasMisled = false
  /// Whether anything was sent.
  var hasBegun = false
  /// What made the transaction unusable.
  var fault: (any Error)?
  /// What it shares with others, if it does.
  var carriage: Carriage?
  /// Score changes that go with the next statement that is full of them, or with the commit.
  var scores: PendingScores
  /// The same, while there are so few that they can be promised.
  var attempts: [ScoreChange] = []
  /// Those that are on their way.
  var slice: ScoreSlice?
  /// Whether those of the last set were all the first of their people; before there was one, of the last set of others.
  var entriesAreNew: Bool
  /// Live events, which go with the commit.
  var published: [KeptLiveEvent] = []
  /// Notifications and events for other plugins, which go with the commit.
  var carried: [CarriedEffect] = []
  /// How long it has waited for its scores to be stored, in nanoseconds.
  var patience: UInt64 = 0
  /// What it causes when it commits.
  let effects = TransactionEffects()

  /// - Parameters:
  ///   - predictions: lets changes be answered before they are sent.
  ///   - typed: looks at the values of a plugin's statements.
  init(
    _ connection: ServerConnection, authority: Authority, limits: TransactionLimits, ledger: BoardLedger,
    rights: RightsLedger, names: DeclaredNames?, meter: AnswerMeter, predictions: ChangePredictions? = nil,
    typed: TypedStatements? = nil
  ) {
    self.typed = typed
    self.meter = meter
    self.connection = connection
    self.predictions = predictions
    entriesAreNew = predictions?.entriesAreNew.load(ordering: .relaxed) ?? false
    self.authority = authority
    self.limits = limits
    scores = PendingScores(ledger)
    self.rights = rights
    self.names = names
  }

  func query(_ sql: SQL) async throws -> [Row] { try await ask(sql.text, sql.values, as: authority).rows }

  @discardableResult
  func execute(_ sql: SQL) async throws -> Int {
    if let predictions, !hasBegun, carriage == nil, predicted == nil,
      let prediction = predictions.prediction(of: sql.text)
    {
      return try await onLoop {
        try await inCall { [self] in
          // Values that cannot be sent are the body's to know of.
          _ = try Arguments(sql.values)
          try checkValues(sql.text, sql.values, as: authority)
          predicted = PredictedChange(sql: sql, prediction: prediction)
          return prediction.changed
        }
      }
    }
    if let changed = try await foretold(sql) { return changed }
    let changed = try await ask(sql.text, sql.values, as: authority).changed
    predictions?.note(sql, changed: changed)
    return changed
  }

  func run(_ statement: HostStatement, _ values: [SQLValue]) async throws -> [Row] {
    try await ask(statement.text, values, as: .host).rows
  }

  func pass(_ statement: HostStatement, _ values: [SQLValue]) async throws {
    try await onLoop {
      try await inCall { [self] in
        try queue(statement.text, values, as: .host) { _ in }
        try await flushLong()
      }
    }
  }

  func add(_ sql: SQL) async throws {
    try await onLoop {
      try await inCall { [self] in
        try queue(sql.text, sql.values, as: authority) { _ in }
        try await flushLong()
      }
    }
  }

  /// - Throws: ``StorageError`` `storage-statement` for a value of a plugin's that its column does not take.
  func checkValues(_ text: String, _ values: [SQLValue], as authority: Authority) throws(StorageError) {
    if authority.isPlugins { try typed?.check(text, values) }
  }
}
