internal import FieldhouseKit

/// Lets people in who have proved a phone number or an e-mail address: known ones sign in, others get an account.
struct Arrivals: Sendable {
  /// Somebody who has come in.
  struct Arrival: Sendable {
    var person: Person
    let token: SessionToken
    /// How long the session lasts when it is not used, in seconds as people wait through them.
    let seconds: Int
    /// Whether the account was made just now.
    let isNew: Bool
  }

  let context: AccountsContext
  let sessions: Sessions

  /// Makes an account for an identifier that nobody has, from the guest if one is given, and signs it in.
  /// - Parameter isFree: whether the transaction has found that nobody has it.
  /// - Returns: nil when somebody has the identifier.
  func arrive(
    _ key: IdentifierKey, isFree: Bool = false, guest: Account?, from address: ClientAddress,
    in transaction: any Transaction
  ) async throws -> Arrival? {
    let id = guest.flatMap { $0.kind == .guest ? $0.id : nil } ?? context.newAccount
    let now = context.clock.now
    guard try await IdentifierStore.claim(key, isFree: isFree, for: id, now: now, in: transaction) else { return nil }
    let person = try await make(id, from: guest, in: transaction)
    return try await enter(person, isNew: true, from: address, in: transaction)
  }

  /// A guest: an account without any identifier.
  func guest(from address: ClientAddress, in transaction: any Transaction) async throws -> Arrival {
    let person = Person(id: context.newAccount, kind: .guest, now: context.clock.now)
    try await PersonStore.insert(person, in: transaction)
    return try await enter(person, isNew: true, from: address, in: transaction)
  }

  /// Opens a session for an account.
  /// - Parameters:
  ///   - isStrong: whether the second factor was shown.
  ///   - keeping: whether somebody whose account is leaving takes it back.
  ///   - guest: who has signed in; a guest becomes part of the account.
  /// - Throws: ``Problem`` 403 when it is shut, or leaving and not taken back.
  func enter(
    _ account: AccountID, isNew: Bool, isStrong: Bool = false, keeping: Bool = false, guest: Account? = nil,
    from address: ClientAddress, in transaction: any Transaction
  ) async throws -> Arrival {
    guard var person = try await PersonStore.hold(account, in: transaction) else { throw Problem.notFound() }
    if person.leavingAt != nil, person.disabledAt == nil {
      guard keeping else { throw Self.leaving }
      try await takeBack(account, in: transaction)
      person.leavingAt = nil
    }
    let arrival = try await enter(person, isNew: isNew, isStrong: isStrong, from: address, in: transaction)
    try await takeIn(guest, to: account, in: transaction)
    return arrival
  }

  private func takeIn(_ guest: Account?, to account: AccountID, in transaction: any Transaction) async throws {
    guard let guest, guest.kind == .guest, guest.id != account,
      let person = try await PersonStore.find(guest.id, in: transaction), person.kind == .guest
    else { return }
    try await Merging(context: context).merge(guest.id, into: account, in: transaction)
  }

  private func takeBack(_ account: AccountID, in transaction: any Transaction) async throws {
    _ = try await LeavingStore.takeBack(account, in: transaction)
    try await AuditLog(context: context).append("account.kept", by: account, on: account.text, in: transaction)
  }

  private func enter(
    _ person: Person, isNew: Bool, isStrong: Bool = false, from address: ClientAddress,
    in transaction: any Transaction
  ) async throws -> Arrival {
    guard person.disabledAt == nil else { throw Self.shut }
    let opened = try await sessions.open(
      person.id, address: address.text, isStrong: isStrong, in: transaction)
    return Arrival(
      person: person, token: opened.token, seconds: sessions.secondsLeft(of: opened.session), isNew: isNew)
  }

  /// The answer to somebody whose account is leaving. Nothing is used up: the same call with `keep` takes it back.
  static let leaving = Problem(
    status: 403, code: "account-leaving",
    detail: "This account is about to be erased, as its owner asked. Sign in with 'keep' to keep it.")

  /// The answer to somebody whose account was shut.
  static let shut = Problem(
    status: 403, code: "account-disabled", detail: "This account has been disabled. Contact the administrators.")

  private func make(_ id: AccountID, from guest: Account?, in transaction: any Transaction) async throws -> Person {
    if let guest, guest.kind == .guest, var person = try await PersonStore.hold(guest.id, in: transaction) {
      try await SessionStore.endAll(of: guest.id, in: transaction)
      try await PersonStore.promote(guest.id, in: transaction)
      person.kind = .user
      return person
    }
    let person = Person(id: id, kind: .user, now: context.clock.now)
    try await PersonStore.insert(person, in: transaction)
    return person
  }
}
