internal import FieldhouseKit
internal import Foundation

/// Sign-up by e-mail address and password. Nothing is kept of somebody until the address is proved.
struct Registration: Sendable {
  /// What somebody who signs up has given; sealed until the address is proved.
  struct Application: Sendable, Codable {
    let name: String
    let username: String?
    let email: String
    let passwordHash: String
    let termsVersion: String
    let acceptedAt: Date
    let language: String
    /// The secret of the invitation that led here.
    let invitation: String?
  }

  /// Three mails at once to an address, then one every ten minutes.
  static let perEmail = Limit(name: "mail", burst: 3, seconds: 600)
  /// Twenty registrations at once from an address, then one a minute.
  static let perAddress = Limit(name: "register-address", burst: 20, seconds: 60)

  let context: AccountsContext
  let limits: RateLimits
  let challenger: Challenger
  let outbox: Outbox
  let arrivals: Arrivals
  let invitations: Invitations

  /// Refuses more mails than somebody can want, before any other work.
  func checkLimits(_ email: EmailAddress, from address: ClientAddress) throws {
    try limits.check(Self.perEmail, email.text)
    try limits.check(Self.perAddress, address)
  }

  /// Sends the code and link, or, when the address has an account already, a mail that says so. The caller learns
  /// nothing of it.
  func apply(
    _ application: Application, from address: ClientAddress, in transaction: any Transaction
  ) async throws {
    try await limits.take(Self.perAddress, address, in: transaction)
    try await limits.take(Self.perEmail, application.email, in: transaction)
    let payload = try JSON(encoding: application).serialized()
    let issued = try await challenger.issue(.registration, application.email, payload: payload, in: transaction)
    let messages = Messages(context: context)
    let owner = try await IdentifierStore.owner(.email, application.email, in: transaction)
    if owner != nil { try await ChallengeStore.remove(.registration, application.email, in: transaction) }
    let message =
      owner == nil
      ? messages.verification(issued, to: application.email, language: application.language)
      : messages.alreadyRegistered(application.email, language: application.language)
    try await outbox.add(message, now: context.clock.now, in: transaction)
  }

  /// Makes the account once the address is proved, from the guest if one is given, and signs it in.
  /// - Throws: ``Problem`` 401 when the address has come to another account since: that one is left as it is.
  func complete(
    _ payload: String, guest: Account?, from address: ClientAddress, in transaction: any Transaction
  ) async throws -> Arrivals.Arrival {
    let application = try JSONValueDecoder().decode(Application.self, from: try JSON(parsing: payload))
    guard
      let arrival = try await arrivals.arrive(.email, application.email, guest: guest, from: address, in: transaction)
    else { throw PhoneLogin.wrongCode }
    var person = arrival.person
    person.name = application.name
    person.language = application.language
    person.username = try await freeUsername(application.username, for: person.id, in: transaction)
    try await PersonStore.update(person, in: transaction)
    try await CredentialStore.set(application.passwordHash, of: person.id, in: transaction)
    for document in ["terms", "privacy"] {
      try await ConsentStore.accept(
        document, version: application.termsVersion, by: person.id, at: application.acceptedAt, in: transaction)
    }
    try await invitations.join(application.invitation, person, in: transaction)
    return Arrivals.Arrival(person: person, token: arrival.token, isNew: true)
  }

  /// The user name, unless somebody took it since.
  private func freeUsername(
    _ username: String?, for account: AccountID, in transaction: any ReadTransaction
  ) async throws -> String? {
    guard let username else { return nil }
    let owner = try await Username.owner(username, in: transaction)
    return owner == nil || owner == account ? username : nil
  }
}
