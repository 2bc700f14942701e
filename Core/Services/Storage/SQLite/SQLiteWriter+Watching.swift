internal import CSQLite
internal import FieldhouseKit

extension SQLiteWriter {
  /// Sees to it that a body that hangs loses its turn. One timer serves all transactions.
  func watch(_ limits: TransactionLimits) {
    guard !isWatching else { return }
    isWatching = true
    loop.schedule(after: min(limits.idle.nanoseconds, Self.interval)) { [self] in
      isWatching = false
      check()
    }
  }

  private static let interval: UInt64 = 250_000_000

  private func check() {
    guard let transaction = active else { return }
    let limits = transaction.limits
    let now = Monotonic.now
    let isLate =
      now > transaction.session.lastActivity &+ limits.idle.nanoseconds
      || now > transaction.deadline
    if isLate, transaction.session.isBusy {
      sqlite3_interrupt(transaction.session.connection.handle)
    } else if isLate {
      expire(transaction)
      return
    }
    watch(limits)
  }

  private func expire(_ transaction: SQLiteTransaction) {
    transaction.session.end(.late)
    undo(transaction)
    passTurn()
  }
}
