internal import FieldhouseKit
internal import Foundation

/// Sign-up by e-mail address and password. Nothing is kept of somebody until the address is proved. Each registration is
/// an application of its own, with its own code and link; several may be open for one address, and the first that is
/// confirmed ends the others. Confirming proves the mailbox, not who chose the password: that one counts only where the
/// confirmation shows that it comes from who applied.
struct Registration: Sendable {
  /// What somebody who signs up has given; sealed until the address is proved.
  struct Application: Sendable, Codable {
    let name: String
    let username: String?
    let email: String
    let passwordHash: String
    /// The versions of the documents that were agreed to, by document.
    let versions: [String: String]
    let acceptedAt: Date
    let language: String
    /// The secret of the invitation that led here.
    let invitation: String?
  }

  /// How somebody confirms an address.
  enum Confirmation: Sendable {
    case code(String, EmailAddress)
    case link(String)
  }

  /// Somebody whose address is proved.
  struct Confirmed: Sendable {
    let arrival: Arrivals.Arrival
    /// The hash of the application's password, when nothing shows who chose it; the account has none then.
    let unclaimedHash: String?
  }

  let context: AccountsContext
  let limits: RateLimits
  let messages: MessageBudget
  let challenger: Challenger
  let outbox: Outbox
  let arrivals: Arrivals
  let passwords: Passwords
  let invitations: Invitations

  /// Refuses more registrations than somebody can want, before any other work.
  func checkLimits(_ email: EmailAddress, from client: Client) throws {
    try limits.check(.registrationsPerTarget, .target(IdentifierKey(email)))
    try limits.check(.registrationsPerTargetAndAddress, .target(IdentifierKey(email), client.address))
    try limits.check(.registrationsPerAddress, .address(client.address))
  }

  /// Sends the code and link, or, when the address has an account already, a mail that says so. The caller learns
  /// nothing of it: there is a challenge either way, but nobody knows its answer.
  /// - Parameter path: where the link of the mail leads on to.
  /// - Returns: the token that shows later who applied.
  func apply(
    _ application: Application, _ email: EmailAddress, from client: Client, back path: ReturnPath,
    in transaction: any Transaction
  ) async throws -> String {
    let key = IdentifierKey(email)
    let address = LimitUse(.registrationsPerAddress, .address(client.address))
    try await messages.take(.registration, to: key, from: client, with: [address], in: transaction)
    let isTaken = try await IdentifierStore.owner(key, in: transaction) != nil
    let payload = try JSON(encoding: application).serialized()
    let issued = try await challenger.issue(
      .registration, key.value, device: client.device, replacing: .none, payload: isTaken ? "" : payload,
      in: transaction)
    let texts = Messages(context: context)
    let message =
      isTaken
      ? texts.alreadyRegistered(key.value, language: application.language)
      : texts.verification(
        issued, to: key.value, language: application.language, back: path)
    try await outbox.add(message, now: context.clock.now, in: transaction)
    return issued.token
  }

  /// Makes the account once the address is proved and signs it in, from the guest if one calls.
  /// - Returns: the failure when the try failed; it has been counted.
  func confirm(
    _ confirmation: Confirmation, token: String?, from client: Client, in transaction: any Transaction
  ) async throws -> Result<Confirmed, Problem> {
    switch try await verdict(on: confirmation, .init(client: client, token: token), in: transaction) {
    case .proved(let proof):
      guard let payload = proof.payload, !payload.isEmpty else { return .failure(PhoneLogin.wrongCode) }
      let application = try JSONValueDecoder().decode(Application.self, from: try JSON(parsing: payload))
      return .success(
        try await complete(application, isBound: proof.isOwn || proof.isOnly, from: client, in: transaction))
    case .wrong: return .failure(PhoneLogin.wrongCode)
    case .exhausted: return .failure(PhoneLogin.exhausted)
    case .limited(let problem): return .failure(problem)
    }
  }

  /// Takes the application's password over after all, when the one who confirmed it knows it.
  /// - Returns: whether the account has a password now.
  func claim(_ password: String?, for confirmed: Confirmed) async throws -> Bool {
    guard let hash = confirmed.unclaimedHash else { return true }
    guard let password, try await passwords.verify(password, hash) else { return false }
    let account = confirmed.arrival.person.id
    return try await context.storage.write { transaction in
      guard try await CredentialStore.hash(of: account, in: transaction) == nil else { return false }
      try await CredentialStore.set(hash, of: account, in: transaction)
      return true
    }
  }

  private func verdict(
    on confirmation: Confirmation, _ answerer: Challenger.Answerer, in transaction: any Transaction
  ) async throws -> Challenger.Verdict {
    switch confirmation {
    case .code(let code, let email):
      try await challenger.check(code, .registration, IdentifierKey(email).value, by: answerer, in: transaction)
    case .link(let link): try await challenger.check(link: link, .registration, by: answerer, in: transaction)
    }
  }

  /// - Throws: ``Problem`` 401 when the address has come to another account since: that one is left as it is.
  private func complete(
    _ application: Application, isBound: Bool, from client: Client, in transaction: any Transaction
  ) async throws -> Confirmed {
    let key = IdentifierKey(try EmailAddress(application.email))
    guard var arrival = try await arrivals.arrive(key, guest: client.account, from: client.address, in: transaction)
    else { throw PhoneLogin.wrongCode }
    try await ChallengeStore.removeAll(.registration, key.value, in: transaction)
    let person = try await fill(arrival.person, from: application, in: transaction)
    arrival.person = person
    if isBound { try await CredentialStore.set(application.passwordHash, of: person.id, in: transaction) }
    try await messages.settle(.registration, to: key, from: client, in: transaction)
    try await KnownDevices.remember(client.device, of: person.id, now: context.clock.now, in: transaction)
    return Confirmed(arrival: arrival, unclaimedHash: isBound ? nil : application.passwordHash)
  }

  private func fill(
    _ newcomer: Person, from application: Application, in transaction: any Transaction
  ) async throws -> Person {
    var person = newcomer
    person.name = application.name
    person.language = application.language
    person.username = try await freeUsername(application.username, for: person.id, in: transaction)
    try await PersonStore.update(person, in: transaction)
    try await ConsentStore.accept(
      application.versions, by: person.id, at: application.acceptedAt, in: transaction)
    try await invitations.join(application.invitation, person, in: transaction)
    return person
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
