internal import FieldhouseKit
internal import Foundation

/// What somebody chooses at the first sign-in, in place of a password that the host made and mailed.
struct ChosenPassword: Sendable {
  /// Who signs in, as it was typed.
  let identifier: String
  let password: String
  let confirmation: String
  let agreement: Agreement
  let language: String
}

// Signing in with a password that was mailed.
extension Login {
  /// What is kept once somebody has chosen a password: its hash, the versions of the documents agreed to, and the language
  /// that they were shown in.
  struct FirstPassword: Sendable {
    let hash: String
    let versions: [String: String]
    let language: String
  }

  /// Says what is still missing to somebody who knows the mailed password; it costs them no guesses.
  func prepare(
    _ chosen: ChosenPassword?, mailed: String, until end: Date,
    givingBack: @escaping @Sendable (any Transaction) async throws -> Void
  ) async throws -> FirstPassword {
    do {
      guard end > context.clock.now else { throw Self.expired }
      guard let chosen else { throw Self.changeNeeded }
      let mistakes = passwords.rules.mistakes(
        of: chosen.password, confirmation: chosen.confirmation, personal: [chosen.identifier, mailed])
      guard mistakes.isEmpty else { throw Problem.invalid(mistakes.map(Self.ofNewPassword)) }
      let agreed = try await context.documents.versions(of: chosen.agreement, language: chosen.language)
      guard let agreed else { throw DocumentVersions.needed }
      let hash = try await passwords.hash(chosen.password)
      return FirstPassword(hash: hash, versions: agreed, language: chosen.language)
    } catch let problem as Problem {
      try await context.steps.write { try await givingBack($0) }
      throw problem
    }
  }

  /// Notes what comes with the first password: who read the mail has shown that the address is theirs, and reads another
  /// language perhaps than who made the account.
  /// - Throws: ``Problem`` 401 when the password was mailed anew, or chosen, meanwhile.
  func take(_ first: FirstPassword, of account: AccountID, in transaction: any Transaction) async throws {
    guard try await ProvisionalStore.expiry(of: account, in: transaction) != nil else { throw Self.failed }
    let now = context.clock.now
    try await ConsentStore.accept(first.versions, by: account, at: now, in: transaction)
    try await IdentifierStore.prove(account, now: now, in: transaction)
    if var person = try await PersonStore.find(account, in: transaction) {
      person.language = first.language
      try await PersonStore.update(person, in: transaction)
    }
    try await AuditLog(context: context).append("password.chosen", by: account, on: account.text, in: transaction)
  }

  /// The mistake of a password as it stands in this input.
  private static func ofNewPassword(_ mistake: Problem.Field) -> Problem.Field {
    var mistake = mistake
    mistake.pointer = mistake.pointer.replacing("/password", with: "/newPassword")
    return mistake
  }

  /// The answer to a password that was mailed. Nothing is used up: the same call with a new one goes on.
  static let changeNeeded = Problem.conflict(
    "password-change-needed", "This password was mailed to you. Choose one of your own.")

  /// The answer to a password that was mailed too long ago.
  static let expired = Problem(
    status: 403, code: "password-expired",
    detail: "This password was mailed too long ago. Ask for a link to a new one with 'Forgot Password'.")
}
