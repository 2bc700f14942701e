internal import FieldhouseKit

extension NamespaceEngine {
  func personalPosition() async throws -> PersonalPosition? {
    guard let tables = try await state(StateKey.peopleInTables), let hooks = try await state(StateKey.peopleInHooks)
    else { return nil }
    return PersonalPosition(inTables: tables, inHooks: hooks)
  }

  private func state(_ key: String) async throws -> Int64? {
    try await rows(HostStatements.state, [.text(key)]).first.map { try $0[0] }
  }

  func beginFollowingPeople(at sequence: Int64) async throws {
    try await perform(as: .host, limits: .unlimited) { transaction in
      for key in [StateKey.peopleInTables, StateKey.peopleInHooks] {
        guard try await transaction.run(HostStatements.state, [.text(key)]).isEmpty else { continue }
        try await transaction.advance(key, to: sequence)
      }
    }
  }

  func follow(
    _ change: PersonalChange, _ hook: (@Sendable (any Transaction) async throws -> Void)?
  ) async throws {
    let isDone = try await perform(as: .writing, limits: limits) { transaction in
      let isNew = try await transaction.advance(StateKey.peopleInTables, to: change.sequence)
      if isNew { try await carryOut(change, in: transaction) }
      var calls = hook != nil
      if calls { calls = try await transaction.advance(StateKey.peopleInHooks, to: change.sequence) }
      guard isNew || calls else { return false }
      if change.isErasure { try await transaction.forgetWords() }
      if calls { try await hook?(transaction) }
      return true
    }
    if isDone, change.isErasure { await emptyLog() }
  }

  private func carryOut(_ change: PersonalChange, in transaction: any HostTransaction) async throws {
    switch change.work {
    case .none: return
    case .erase(let account):
      try await transaction.eraseReplies(of: account)
      try await transaction.eraseMemberships(of: account)
      try await transaction.eraseReminders(of: account)
      _ = try await transaction.eraseGrants(of: account)
      if change.mayHaveScores { _ = try await transaction.run(boardErasure, [.text(account.text)]) }
    case .merge(let account, let other):
      try await transaction.eraseReplies(of: account)
      try await transaction.moveMemberships(of: account, to: other)
      try await transaction.moveReminders(of: account, to: other)
      try await transaction.moveGrants(of: account, to: other)
      guard change.mayHaveScores else { return }
      try await ScoreMerge(boards: namespace.boards, erasure: boardErasure).run(account, into: other, in: transaction)
    }
  }
}

extension PersonalChange {
  fileprivate var isErasure: Bool { if case .erase = work { true } else { false } }
}

extension HostTransaction {
  /// Raises a value of the namespace's state.
  /// - Returns: whether it was less.
  @discardableResult
  func advance(_ key: String, to value: Int64) async throws -> Bool {
    try await !run(HostStatements.advanceState, [.text(key), .integer(value)]).isEmpty
  }

  /// Forgets what may hold words of anybody.
  fileprivate func forgetWords() async throws {
    try await emptyReplies()
    try await forgetLiveEvents()
  }

  /// Nobody's replies, those of the account `""`, are nobody's and stay.
  fileprivate func eraseReplies(of account: AccountID) async throws {
    guard !account.text.isEmpty else { return }
    _ = try await run(HostStatements.eraseReplies, [.text(account.text)])
  }
}
