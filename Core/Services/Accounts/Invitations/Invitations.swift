internal import FieldhouseKit
internal import Foundation

/// Invitation links: somebody hands one out, whoever opens it joins – after signing up, if need be.
struct Invitations: Sendable {
  /// The event that tells plugins that somebody joined; its payload is `{"inviter", "account", "kind", "subject",
  /// "isNew"}`. The plugin that owns the kind adds the person, provided that the inviter may invite, and may reward the
  /// inviter once ``Newcomers/event`` has come; `isNew` says that the account was made after the invitation.
  static let event = "accounts.invitation-accepted"

  let context: AccountsContext
  let limits: RateLimits
  let messages: MessageBudget
  let outbox: Outbox
  let relations: Relations
  let newcomers: Newcomers

  /// What somebody invites to.
  struct Offer: Sendable {
    let kind: String
    let subject: String
    /// How long it can be used, in days.
    let days: Int
    /// How many people may join.
    let places: Int
    /// Where to send the link, if it is to be sent.
    let email: EmailAddress?
  }

  /// Makes an invitation; its secret is told this once.
  /// - Throws: ``Problem`` 429 when too many are made.
  func make(
    _ offer: Offer, by inviter: Account, from client: Client, in transaction: any Transaction
  ) async throws -> (invitation: Invitation, secret: InvitationSecret) {
    try await limits.take(.invitationsPerAccount, .account(inviter.id), in: transaction)
    let now = context.clock.now
    let invitation = Invitation(
      id: Identifier.random(), inviter: inviter.id, kind: offer.kind, subject: offer.subject,
      remaining: offer.places, createdAt: now, expiresAt: now.addingTimeInterval(Double(offer.days) * 86_400))
    let secret = InvitationSecret.random()
    try await InvitationStore.insert(invitation, secret: secret, in: transaction)
    if let email = offer.email {
      try await messages.take(.invitation, to: IdentifierKey(email), from: client, in: transaction)
      let message = Messages(context: context).invitation(
        from: inviter.name, link: link(secret), to: email.text, language: client.language)
      try await outbox.add(message, now: now, in: transaction)
    }
    return (invitation, secret)
  }

  /// The address that a secret is opened at.
  func link(_ secret: InvitationSecret) -> String { "\(context.settings.publicURL)/invitation?token=\(secret.text)" }

  /// An invitation that can still be used, by its secret.
  /// - Throws: ``Problem`` 404 when there is none.
  func open(_ secret: InvitationSecret, in transaction: any ReadTransaction) async throws -> Invitation {
    guard let invitation = try await InvitationStore.find(secret, in: transaction),
      invitation.isOpen(at: context.clock.now),
      let inviter = try await PersonStore.find(invitation.inviter, in: transaction), inviter.isOpen
    else { throw Self.ended }
    return invitation
  }

  /// A code of somebody who shows it to people who are there.
  /// - Throws: ``Problem`` 429 when too many are made.
  func makeCode(
    of me: AccountID, in transaction: any Transaction
  ) async throws -> (invitation: Invitation, secret: InvitationSecret) {
    try await limits.take(.invitationsPerAccount, .account(me), in: transaction)
    let now = context.clock.now
    let code = Invitation(
      id: Identifier.random(), inviter: me, kind: Invitation.friendCode, subject: "",
      remaining: Invitation.codePlaces, createdAt: now,
      expiresAt: now.addingTimeInterval(context.settings.stretched(Invitation.codeSeconds)))
    let secret = InvitationSecret.random()
    try await InvitationStore.insert(code, secret: secret, in: transaction)
    return (code, secret)
  }

  /// Joins somebody who has just signed up, if a link led here and still works. That it leads nowhere any more keeps
  /// nobody from having an account.
  func join(_ secret: String?, _ person: Person, in transaction: any Transaction) async throws {
    guard let secret else { return }
    do {
      let invitation = try await open(InvitationSecret(text: secret), in: transaction)
      try await join(invitation, person, isArriving: true, in: transaction)
    } catch let problem as Problem where [Self.ended.code, Relations.friendsMany.code].contains(problem.code) {
      return
    }
  }

  /// Joins somebody through an invitation. Doing it twice does it once; somebody who is blocked joins nothing.
  /// - Parameter isArriving: whether the person is just signing up.
  /// - Throws: ``Problem`` 409 `yourself`, `person-blocked`, `friends-many`; 404 `invitation-ended` when others were quicker.
  func join(
    _ invitation: Invitation, _ person: Person, isArriving: Bool = false, in transaction: any Transaction
  ) async throws {
    guard invitation.inviter != person.id else { throw Relations.yourself }
    guard try await !BlockingStore.blocks(person.id, invitation.inviter, in: transaction) else {
      throw Relations.personBlocked
    }
    guard try await !BlockingStore.blocks(invitation.inviter, person.id, in: transaction) else { return }
    let now = context.clock.now
    if invitation.makesFriends { try await relations.checkRoom(for: person.id, invitation.inviter, in: transaction) }
    guard try await InvitationStore.use(invitation, by: person.id, now: now, in: transaction) else { return }
    if invitation.makesFriends {
      try await relations.joinAsFriends(person.id, invitation.inviter, in: transaction)
    }
    if isArriving || Newcomer.isOne(createdAt: person.createdAt, joining: invitation.createdAt, at: now) {
      try await newcomers.note(
        person, through: invitation.inviter, kind: invitation.shownKind, subject: invitation.subject, in: transaction)
    }
    try await tell(invitation, person, in: transaction)
  }

  private func tell(_ invitation: Invitation, _ person: Person, in transaction: any Transaction) async throws {
    try await transaction.emit(
      Event(
        name: Self.event,
        payload: [
          "inviter": .string(invitation.inviter.text), "account": .string(person.id.text),
          "kind": .string(invitation.shownKind), "subject": .string(invitation.subject),
          "isNew": .bool(person.createdAt >= invitation.createdAt),
        ]))
    try await relations.notify(invitation.inviter, "invitation-accepted", from: person.id, in: transaction)
  }

  static let ended = Problem.notFound(
    "invitation-ended", "This invitation has ended. Ask for a new one.")
}
