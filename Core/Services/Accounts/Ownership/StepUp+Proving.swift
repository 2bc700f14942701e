internal import FieldhouseKit
internal import Foundation

extension StepUp {
  /// What somebody shows.
  enum Proof: Sendable {
    case password(String)
    case secondFactor(String)
    case code(String, MoreIdentifiers.Identifier)
  }

  /// Sends a code to a number or address of the caller's account.
  /// - Returns: until when it can be used.
  /// - Throws: ``Problem`` 404 for one that is not the account's, 429.
  func send(
    to identifier: MoreIdentifiers.Identifier, _ call: Call, in transaction: any Transaction
  ) async throws -> Date {
    let account = try call.account.id
    guard try await isOwn(identifier, of: account, in: transaction) else { throw MoreIdentifiers.unknown }
    let client = Client(call)
    let own = LimitUse(.codesPerAccount, .account(account))
    try await messages.take(.identifier, to: identifier, from: client, with: [own], in: transaction)
    let issued = try await challenger.issue(
      .stepUp, try target(identifier, call), device: client.device, in: transaction)
    let message = Messages(context: context).identifierCode(issued.code, to: identifier, language: call.language)
    try await outbox.add(message, now: context.clock.now, in: transaction)
    return issued.expiresAt
  }

  /// Checks a proof; from then on the session counts as proved.
  /// - Throws: ``Problem`` 401 for a wrong one, which is counted; 429 after too many.
  func prove(_ proof: Proof, _ call: Call) async throws {
    let account = try call.account.id
    let isRightPassword = try await checkPassword(proof, of: account)
    let problem = try await context.storage.write { transaction -> Problem? in
      if let problem = try await refusal(proof, isRightPassword, call, in: transaction) { return problem }
      try await SessionStore.prove(try call.sessionID, of: account, now: context.clock.now, in: transaction)
      return nil
    }
    if let problem { throw problem }
  }

  /// Passwords are compared outside the transaction, after a token was taken for the guess.
  private func checkPassword(_ proof: Proof, of account: AccountID) async throws -> Bool {
    guard case .password(let given) = proof else { return false }
    let hash = try await context.storage.write { [limits] transaction in
      try await limits.take(.passwordChecksPerAccount, .account(account), in: transaction)
      return try await CredentialStore.hash(of: account, in: transaction)
    }
    return try await passwords.verify(given, hash)
  }

  private func refusal(
    _ proof: Proof, _ isRightPassword: Bool, _ call: Call, in transaction: any Transaction
  ) async throws -> Problem? {
    let account = try call.account.id
    switch proof {
    case .password:
      guard isRightPassword else { return Self.wrong }
      try await limits.reset(.passwordChecksPerAccount, .account(account), in: transaction)
      return nil
    case .secondFactor(let code):
      switch try await secondFactor.verdict(on: code, of: account, in: transaction) {
      case .shown: return nil
      case .notUsed: return SecondFactor.missing
      case .refused(let problem): return problem
      }
    case .code(let code, let identifier):
      return try await refusal(code, identifier, call, in: transaction)
    }
  }

  /// A code counts only while the number or address is still the account's.
  private func refusal(
    _ code: String, _ identifier: MoreIdentifiers.Identifier, _ call: Call, in transaction: any Transaction
  ) async throws -> Problem? {
    let verdict = try await challenger.check(
      code, .stepUp, try target(identifier, call), by: .init(client: Client(call)), in: transaction)
    switch verdict {
    case .exhausted: return PhoneLogin.exhausted
    case .wrong: return PhoneLogin.wrongCode
    case .limited(let problem): return problem
    case .proved:
      let isOwn = try await isOwn(identifier, of: try call.account.id, in: transaction)
      return isOwn ? nil : MoreIdentifiers.unknown
    }
  }

  private func isOwn(
    _ identifier: MoreIdentifiers.Identifier, of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> Bool {
    try await IdentifierStore.owner(identifier, in: transaction) == account
  }

  /// A code is for one session: another one of the account does not gain by it.
  private func target(_ identifier: MoreIdentifiers.Identifier, _ call: Call) throws -> String {
    "\(try call.account.id.text)/step-up/\(try call.sessionID)/\(identifier.kind.rawValue)/\(identifier.value)"
  }
}
