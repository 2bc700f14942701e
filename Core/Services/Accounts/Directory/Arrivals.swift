internal import FieldhouseKit

/// Lets people in who have proved a phone number or an e-mail address: known ones sign in, others get an account.
struct Arrivals: Sendable {
  /// Somebody who has come in.
  struct Arrival: Sendable {
    let person: Person
    let token: SessionToken
    /// Whether the account was made just now.
    let isNew: Bool
  }

  let context: AccountsContext
  let sessions: Sessions

  /// Signs in the owner of an identifier, or makes an account for it, from the guest if one is given.
  func arrive(
    _ kind: IdentifierStore.Kind, _ value: String, guest: Account?, from address: ClientAddress,
    in transaction: any Transaction
  ) async throws -> Arrival {
    if let owner = try await IdentifierStore.owner(kind, value, in: transaction) {
      return try await enter(owner, isNew: false, from: address, in: transaction)
    }
    let person = try await make(guest: guest, in: transaction)
    try await IdentifierStore.insert(kind, value, of: person.id, now: context.clock.now, in: transaction)
    return try await enter(person, isNew: true, from: address, in: transaction)
  }

  /// A guest: an account without any identifier.
  func guest(from address: ClientAddress, in transaction: any Transaction) async throws -> Arrival {
    let person = Person(id: AccountID(Identifier.random()), kind: .guest, now: context.clock.now)
    try await PersonStore.insert(person, in: transaction)
    return try await enter(person, isNew: true, from: address, in: transaction)
  }

  /// Opens a session for an account.
  /// - Throws: ``Problem`` 403 when it is shut.
  func enter(
    _ account: AccountID, isNew: Bool, from address: ClientAddress, in transaction: any Transaction
  ) async throws -> Arrival {
    guard let person = try await PersonStore.find(account, in: transaction) else { throw Problem.notFound() }
    return try await enter(person, isNew: isNew, from: address, in: transaction)
  }

  private func enter(
    _ person: Person, isNew: Bool, from address: ClientAddress, in transaction: any Transaction
  ) async throws -> Arrival {
    guard person.disabledAt == nil else { throw Self.shut }
    let opened = try await sessions.open(person.id, address: address.text, in: transaction)
    return Arrival(person: person, token: opened.token, isNew: isNew)
  }

  /// The answer to somebody whose account was shut.
  static let shut = Problem(
    status: 403, code: "account-disabled", detail: "This account has been disabled. Contact the administrators.")

  private func make(guest: Account?, in transaction: any Transaction) async throws -> Person {
    if let guest, guest.kind == .guest, var person = try await PersonStore.find(guest.id, in: transaction) {
      try await SessionStore.endAll(of: guest.id, in: transaction)
      try await PersonStore.promote(guest.id, in: transaction)
      person.kind = .user
      return person
    }
    let person = Person(id: AccountID(Identifier.random()), kind: .user, now: context.clock.now)
    try await PersonStore.insert(person, in: transaction)
    return person
  }
}
