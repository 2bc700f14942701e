internal import FieldhouseKit
internal import Foundation

struct InvitationInput: RouteInput {
  let kind: String?
  let subject: String?
  let days: Int?
  let places: Int?
  let email: String?

  static var schema: Schema {
    .object([
      (
        "kind",
        .string(
          maxLength: 100, pattern: "^(friend|[a-z0-9-]+/[a-z0-9-]+)$",
          description: "`friend` (without it), or `<plugin>/<what>` of the plugin that adds the person.")
      ), ("subject", .string(maxLength: 200, description: "The id of what people join.")), ("days", .integer(1...90)),
      ("places", .integer(1...1000)), ("email", Inputs.email),
    ])
  }

  /// The input, read; an invitation lasts a week and lets a hundred people join unless said otherwise.
  func offer() throws -> Invitations.Offer {
    Invitations.Offer(
      kind: kind ?? Invitation.friend, subject: subject ?? "", days: days ?? 7, places: places ?? 100,
      email: try email.map { try EmailAddress($0) })
  }
}

struct InvitationView: RouteOutput, Decodable {
  let id: String
  let kind: String
  let subject: String
  /// The link to hand out; told only when the invitation is made.
  let link: String?
  /// How many people may still join.
  let remaining: Int
  let joined: Int
  let expiresAt: Date

  init(_ invitation: Invitation, link: String? = nil, joined: Int = 0) {
    id = invitation.id
    kind = invitation.kind
    subject = invitation.subject
    self.link = link
    remaining = invitation.remaining
    self.joined = joined
    expiresAt = invitation.expiresAt
  }

  static var schema: Schema { .derived(from: Self.self).refining("link", .string().secret) }
}

/// What somebody sees who opens an invitation link.
struct OpenInvitation: RouteOutput, Decodable {
  let inviter: AccountView
  let kind: String
  let subject: String
  let expiresAt: Date
  /// Whether the caller has joined with it, e.g. while signing up.
  let isJoined: Bool
}

/// Somebody who came through a link or a code of mine.
struct NewcomerView: RouteOutput, Decodable {
  let account: AccountView
  let joinedAt: Date
  /// When it came to count as a new person; null while it does not.
  let countedAt: Date?
}

struct InvitationToken: RouteInput {
  let token: String

  static var schema: Schema { .object([("token", Inputs.linkToken)], required: ["token"]) }
}

/// The routes for invitation links.
struct InvitationRoutes: RouteGroup {
  let context: AccountsContext
  let directory: Directory
  let invitations: Invitations

  /// Making one is not kept for a repeated request: the link is a secret.
  func declare(_ routes: inout Routes) {
    routes.action(
      "/me/invitations", "Make an invitation link", access: .account, status: 201, problems: [.tooManyAttempts]
    ) { [self] (input: InvitationInput, call) in try await invite(input, call) }
    routes.get("/me/invitations", "My open invitation links", access: .account) { [self] (_: NoInput, call) in
      let (me, now) = (try call.account.id, call.now)
      let found = try await context.storage.read { try await InvitationStore.list(of: me, now: now, in: $0) }
      return Page(items: found.map { InvitationView($0.invitation, joined: $0.joined) })
    }
    routes.delete("/me/invitations/{id}", "End an invitation link", access: .account) {
      [self] (input: IDInput, call) in
      let me = try call.account.id
      let found = try await context.storage.write { try await InvitationStore.remove(input.id, of: me, in: $0) }
      guard found else { throw Problem.notFound("invitation-unknown", "There is no such invitation.") }
      return NoContent()
    }
    routes.get(
      "/me/newcomers", "Who has signed up through my links and codes, and since when it counts", access: .account
    ) { [self] (input: PageInput, call) in try await newcomers(of: try call.account.id, input) }
    openingRoutes(&routes)
  }

  private func newcomers(of me: AccountID, _ input: PageInput) async throws -> Page<NewcomerView> {
    let (limit, cursor) = (input.limit ?? 20, try Cursor(input.after, secret: context.secret))
    let found = try await context.storage.read {
      try await NewcomerStore.list(of: me, after: cursor, limit: limit + 1, in: $0)
    }
    let shown = found.prefix(limit)
    let members = try await directory.members(shown.map(\.account))
    let items = shown.compactMap { newcomer in
      members[newcomer.account].map {
        NewcomerView(account: AccountView($0.account), joinedAt: newcomer.joinedAt, countedAt: newcomer.countedAt)
      }
    }
    let last = found.count > limit ? shown.last : nil
    return Page(
      items: items, next: last.map { Cursor(at: $0.joinedAt, id: $0.account.text).text(secret: context.secret) })
  }

  private func openingRoutes(_ routes: inout Routes) {
    routes.get(
      "/invitations/{token}", "What an invitation link is for", access: .everyone, problems: [Invitations.ended]
    ) { [self] (input: InvitationToken, call) in
      let me = call.principal?.account.id
      let (invitation, isJoined) = try await context.storage.read { transaction in
        let invitation = try await invitations.open(InvitationSecret(text: input.token), in: transaction)
        return (invitation, try await InvitationStore.isUsed(invitation.id, by: me, in: transaction))
      }
      guard let inviter = try await directory.member(invitation.inviter) else { throw Invitations.ended }
      return OpenInvitation(
        inviter: AccountView(inviter.account), kind: invitation.shownKind, subject: invitation.subject,
        expiresAt: invitation.expiresAt, isJoined: isJoined)
    }
    routes.put(
      "/invitations/{token}/acceptance", "Join through an invitation link", access: .account,
      problems: [Invitations.ended, Relations.yourself, Relations.personBlocked, Relations.friendsMany]
    ) { [self] (input: InvitationToken, call) in try await join(input, call) }
  }

  private func invite(_ input: InvitationInput, _ call: Call) async throws -> InvitationView {
    let (me, offer) = (try call.account, try input.offer())
    let made = try await context.storage.write { transaction in
      try await invitations.make(offer, by: me, from: Client(call), in: transaction)
    }
    return InvitationView(made.invitation, link: invitations.link(made.secret))
  }

  private func join(_ input: InvitationToken, _ call: Call) async throws -> NoContent {
    let me = try call.account.id
    try await context.storage.write { transaction in
      let invitation = try await invitations.open(InvitationSecret(text: input.token), in: transaction)
      guard let person = try await PersonStore.find(me, in: transaction) else { throw Problem.notFound() }
      try await invitations.join(invitation, person, in: transaction)
    }
    return NoContent()
  }
}
