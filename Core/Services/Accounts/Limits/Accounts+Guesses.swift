public import FieldhouseKit

// What other services of the host ask of accounts before they do something for somebody.
extension Accounts {
  /// Answers a call that may be a guess at a secret of a group, such as a code that lets people join. Wrong ones are
  /// counted by the caller's address and account; one that was right takes nothing from either.
  /// - Parameter isWrong: whether a problem says that there is no such secret.
  /// - Throws: ``Problem`` 429 `too-many-attempts`; what `answer` throws.
  public func guess<Value: Sendable>(
    _ call: Call, isWrong: @Sendable (Problem) -> Bool, _ answer: () async throws -> Value
  ) async throws -> Value {
    let uses = uses(of: [.groupGuessesPerAddress, .groupGuessesPerAccount], by: call)
    // Taken before it is known, so that of many at once no more than that many are tried.
    try await take(uses)
    do {
      let value = try await answer()
      await giveBack(uses)
      return value
    } catch {
      let isGuess = (error as? Problem).map(isWrong) ?? false
      if !isGuess { await giveBack(uses) }
      throw error
    }
  }

  /// What was done is done, whether or not this succeeds.
  private func giveBack(_ uses: [LimitUse]) async {
    do {
      try await context.steps.write { [limits] transaction in
        for use in uses { try await limits.giveBack(use.name, use.subject, in: transaction) }
      }
    } catch {
      context.log.error("a guess that was right stays counted", ["cause": "\(error)"])
    }
  }

  /// Lets a call through whose session was proved in the last ten minutes; the operator's token needs no proof, and
  /// guests have none to give.
  /// - Throws: ``Problem`` 403 `step-up-needed` with the ways to prove it, 401 for a session that has ended.
  public func checkProof(of call: Call) async throws {
    guard call.principal?.isOperator != true else { return }
    try await context.storage.read { [stepUp] in try await stepUp.check(call, in: $0) }
  }
}
