public import FieldhouseKit

// Whom others make responsible for something.
extension Accounts {
  /// The account of an e-mail address; where nobody has it, a new one that nobody can sign in to until login data was sent.
  /// - Parameters:
  ///   - email: as it was typed.
  ///   - name: the full name of somebody new, at most 50 characters.
  /// - Throws: ``Problem`` 422 `invalid-input` for what is no address, 409 `person-unavailable`; ``StorageError``.
  public func responsible(email: String, name: String?, by call: Call) async throws -> AccountID {
    try await responsible.account(of: EmailAddress(email), name: name, language: call.language)
  }

  /// Mails somebody how to sign in: with a new password to who has chosen none so far, which takes the one before away. It
  /// works for fourteen days, once: then the person chooses another one.
  /// - Parameter thing: the name of what the person is responsible for.
  /// - Throws: ``Problem`` 409 `person-unavailable`; ``StorageError``.
  public func sendLoginData(to account: AccountID, about thing: String, by actor: AccountID) async throws {
    try await responsible.sendLoginData(to: account, about: thing, by: actor.text)
  }

  /// The e-mail address of each of some accounts, the one proved first; without those that have none.
  /// - Throws: ``StorageError``.
  public func emails(of accounts: [AccountID]) async throws -> [AccountID: String] {
    try await context.storage.read { try await IdentifierStore.emails(of: accounts, in: $0) }
  }

  /// The user name of each of some accounts, to whomever its owner shows it; without those that have none.
  /// - Throws: ``StorageError``.
  public func usernames(of accounts: [AccountID]) async throws -> [AccountID: String] {
    let people = try await context.storage.read { try await PersonStore.find(accounts, in: $0) }
    return people.reduce(into: [:]) { names, person in names[person.id] = person.username }
  }

  /// Whether a text is the code of a country (ISO 3166-1 alpha-2).
  public static func isCountry(_ code: String) -> Bool { Countries.all.contains { $0.code == code } }
}
