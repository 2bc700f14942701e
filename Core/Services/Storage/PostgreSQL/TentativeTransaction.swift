internal import FieldhouseKit
internal import Synchronization

/// A transaction that has no connection: it answers one statement of which the count of changed rows is known, or takes a
/// few changes of scores. Whatever else is asked of it stops it, and the body has to run again on a connection.
final class TentativeTransaction: HostTransaction {
  private enum State: Sendable {
    case fresh
    case promised(Promise)
    case stopped
    case over
  }

  /// What a call throws that needs a connection.
  struct Stop: Error {}

  let rights: RightsLedger
  let names: DeclaredNames?
  private let predictions: ChangePredictions
  private let ledger: BoardLedger
  private let typed: TypedStatements?
  private let state = Mutex(State.fresh)

  init(
    _ predictions: ChangePredictions, _ ledger: BoardLedger, _ rights: RightsLedger, _ names: DeclaredNames? = nil,
    _ typed: TypedStatements? = nil
  ) {
    self.typed = typed
    self.predictions = predictions
    self.ledger = ledger
    self.rights = rights
    self.names = names
  }

  /// Ends it for its body.
  /// - Returns: what it would do, nil for nothing.
  /// - Throws: ``Stop`` when it has to run on a connection, whatever the body made of that.
  func end() throws -> Promise? {
    let last = state.withLock { state in
      defer { state = .over }
      return state
    }
    switch last {
    case .promised(let promise): return promise
    case .fresh: return nil
    case .stopped, .over: throw Stop()
    }
  }

  @discardableResult
  func execute(_ sql: SQL) async throws -> Int {
    guard let prediction = predictions.prediction(of: sql.text), (try? Arguments(sql.values)) != nil,
      typed?.allows(sql) != false
    else {
      throw stop()
    }
    let change = PredictedChange(sql: sql, prediction: prediction)
    let isFirst = state.withLock { state in
      guard case .fresh = state else { return false }
      state = .promised(.change(change))
      return true
    }
    guard isFirst else { throw stop() }
    return prediction.changed
  }

  func submit(_ score: ScoreChange) async throws {
    _ = try ledger.board(of: score)
    guard Promise.takes(score) else { throw stop() }
    let isTaken = state.withLock { state in
      switch state {
      case .fresh: state = .promised(.scores([score]))
      case .promised(.scores(let scores)) where scores.count < Promise.mostScores:
        state = .promised(.scores(scores + [score]))
      case .promised, .stopped, .over: return false
      }
      return true
    }
    guard isTaken else { throw stop() }
  }

  func submit(_ scores: ScoreQuery) async throws { throw stop() }
  func query(_ sql: SQL) async throws -> [Row] { throw stop() }
  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws { throw stop() }
  func notify(_ notification: NotificationRequest) async throws { throw stop() }
  func emit(_ event: Event) async throws { throw stop() }
  func run(_ statement: HostStatement, _ values: [SQLValue]) async throws -> [Row] { throw stop() }
  func note(_ statement: HostStatement, _ values: [SQLValue], causing effect: CommittedEffect) async throws {
    throw stop()
  }
  func add(_ sql: SQL) async throws { throw stop() }
  func chunks(_ sql: SQL, _ body: ([Row]) async throws -> Void) async throws { throw stop() }

  /// Live events go with a change.
  func keep(_ event: KeptLiveEvent) async throws {
    let isTaken = state.withLock { state in
      guard case .promised(.change(var change)) = state, change.live.count < Promise.mostLive else { return false }
      change.live.append(event)
      state = .promised(.change(change))
      return true
    }
    guard isTaken else { throw stop() }
  }

  private func stop() -> any Error {
    state.withLock { state in
      if case .over = state {
        return StorageError.malformed("The transaction is over. Use it inside its closure only.")
      }
      state = .stopped
      return Stop()
    }
  }
}
