internal import CSQLite
internal import FieldhouseKit

extension SQLiteWriter {
  /// Sees to it that a body that hangs loses its turn. One timer serves all transactions.
  func watch(_ limits: TransactionLimits) {
    guard !isWatching else { return }
    isWatching = true
    loop.schedule(after: limits.idle.nanoseconds) { [self] in
      isWatching = false
      check(limits)
    }
  }

  private func check(_ limits: TransactionLimits) {
    guard let transaction = active else { return }
    let now = Monotonic.now
    let isLate =
      now > transaction.session.lastActivity &+ limits.idle.nanoseconds
      || now > transaction.startedAt &+ limits.total.nanoseconds
    if isLate, transaction.session.isBusy {
      sqlite3_interrupt(transaction.session.connection.handle)
    } else if isLate {
      expire(transaction)
      return
    }
    isWatching = true
    loop.schedule(after: min(limits.idle.nanoseconds / 10, 100_000_000)) { [self] in
      isWatching = false
      check(limits)
    }
  }

  private func expire(_ transaction: SQLiteTransaction) {
    transaction.session.end(.late)
    undo(transaction)
    passTurn()
  }
}
