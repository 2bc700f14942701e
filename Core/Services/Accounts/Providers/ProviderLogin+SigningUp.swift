internal import FieldhouseKit
internal import Foundation

extension ProviderLogin {
  /// Makes an account for an identity that nobody has. An address that an account has already is a reason to stop: only
  /// whoever can sign in to that account may add the identity to it.
  func signUp(
    _ identity: ProviderIdentity, _ back: Return, guest: Account?, from client: Client,
    in transaction: any Transaction
  ) async throws -> Result<Arrivals.Arrival, Problem> {
    if let email = identity.email.flatMap(EmailAddress.init(lenient:)),
      try await IdentifierStore.owner(IdentifierKey(email), in: transaction) != nil
    {
      return .failure(Self.emailKnown)
    }
    guard let accepted = back.accepted else { return .failure(DocumentVersions.needed) }
    guard
      var arrival = try await arrivals.arrive(
        IdentifierKey(identity: identity.value), guest: guest, from: client.address, in: transaction)
    else { return .failure(Self.stale) }
    var person = arrival.person
    person.name = person.name ?? identity.name
    person.language = person.language ?? back.language
    try await PersonStore.update(person, in: transaction)
    try await ConsentStore.accept(accepted, by: person.id, at: context.clock.now, in: transaction)
    try await KnownDevices.remember(client.device, of: person.id, now: context.clock.now, in: transaction)
    try await invitations.join(back.invitation, person, in: transaction)
    arrival.person = person
    return .success(arrival)
  }

  /// Adds an identity to the account that asked for it, which must still be the one that is signed in.
  func add(
    _ identity: ProviderIdentity, to account: AccountID, _ attempt: ProviderAttempt, _ back: Return,
    by caller: Principal?, in transaction: any Transaction
  ) async throws -> Result<Outcome, Problem> {
    guard caller?.account.id == account else { return .failure(Self.stale) }
    let owner = try await IdentifierStore.owner(IdentifierKey(identity: identity.value), in: transaction)
    guard owner == nil || owner == account else { return .failure(MoreIdentifiers.taken) }
    if owner == nil {
      let before = try await ownership.before(account, language: back.language, in: transaction)
      try await IdentifierStore.insert(
        IdentifierKey(identity: identity.value), of: account, now: context.clock.now, in: transaction)
      let title = try provider(attempt.provider).title
      try await ownership.tell(.identityAdded(title), before, in: transaction)
    }
    try await ChangeLog.record(account, in: transaction)
    return .success(.added(back: attempt.secrets.back))
  }
}
