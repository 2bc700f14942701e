internal import FieldhouseKit
internal import Foundation

/// People whom others make responsible for something by their e-mail address, whether or not they have an account.
struct Responsible: Sendable {
  /// How long a password works that was mailed, in days.
  static let days = 14

  let context: AccountsContext
  let outbox: Outbox
  let passwords: Passwords

  /// The account of an address; where nobody has it, a new one that nobody can sign in to until login data was sent.
  /// - Throws: ``Problem`` 409 `person-unavailable` for an account that is shut or about to be erased.
  func account(of email: EmailAddress, name: String?, language: String) async throws -> AccountID {
    try await context.storage.write { transaction in
      let now = context.clock.now
      if let owner = try await IdentifierStore.owner(IdentifierKey(email), in: transaction) {
        guard try await PersonStore.find(owner, in: transaction)?.isOpen == true else { throw Self.unavailable }
        return owner
      }
      var person = Person(id: context.newAccount, kind: .user, now: now)
      try await PersonStore.insert(person, in: transaction)
      try await IdentifierStore.insert(IdentifierKey(email), of: person.id, now: now, in: transaction)
      (person.name, person.language) = (name, language)
      try await PersonStore.update(person, in: transaction)
      try await ProvisionalStore.put(person.id, until: now, in: transaction)
      return person.id
    }
  }

  /// Mails somebody how to sign in: with a new password to whom has chosen none so far, which takes the one before away.
  /// - Parameter thing: what the person is responsible for.
  /// - Throws: ``Problem`` 409 `person-unavailable` for who has no e-mail address (any more).
  func sendLoginData(to account: AccountID, about thing: String, by actor: String) async throws {
    let password = GeneratedPassword.random()
    let isNew = try await context.storage.read { try await ProvisionalStore.expiry(of: account, in: $0) } != nil
    let hash = isNew ? try await passwords.hash(password) : nil
    try await context.storage.write { transaction in
      let emails = try await IdentifierStore.emails(of: [account], in: transaction)
      guard let person = try await PersonStore.find(account, in: transaction), person.isOpen,
        let email = emails[account]
      else { throw Self.unavailable }
      let (now, language) = (context.clock.now, person.language ?? "en")
      let messages = Messages(context: context)
      var message = messages.responsible(for: thing, email: email, language: language)
      if let hash, try await ProvisionalStore.expiry(of: account, in: transaction) != nil {
        try await CredentialStore.set(hash, of: account, in: transaction)
        let end = now.addingTimeInterval(context.settings.stretched(Self.days * 86_400))
        try await ProvisionalStore.put(account, until: end, in: transaction)
        message = messages.loginData(for: thing, email: email, password: password, language: language)
      }
      try await outbox.add(message, now: now, in: transaction)
      try await AuditLog(context: context).append(
        "account.login-data", by: AccountID(actor), on: account.text, in: transaction)
    }
  }

  static let unavailable = Problem.conflict(
    "person-unavailable", "The account of this e-mail address is shut or about to be erased. Choose another address.")
}

extension Messages {
  /// The mail to somebody who can sign in already.
  func responsible(for thing: String, email: String, language: String) -> DeliveryMessage {
    login("accounts.responsible", thing, email, language, [:])
  }

  /// The mail with a password that works once.
  func loginData(for thing: String, email: String, password: String, language: String) -> DeliveryMessage {
    login("accounts.login-data", thing, email, language, ["password": password, "days": String(Responsible.days)])
  }

  private func login(
    _ key: String, _ thing: String, _ email: String, _ language: String, _ more: [String: String]
  ) -> DeliveryMessage {
    let link = "\(context.settings.publicURL)/login"
    var arguments = more
    (arguments["thing"], arguments["email"], arguments["link"]) = (PlainText.line(thing), email, link)
    return DeliveryMessage(
      id: newID, channel: .email, to: email,
      subject: PlainText.line(text("\(key).subject", language, ["thing": PlainText.line(thing)])),
      text: text("\(key).text", language, arguments), link: link)
  }
}
