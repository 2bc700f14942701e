internal import FieldhouseKit
internal import Foundation

/// What draws a text as a picture for phones to read, as SVG.
public typealias CodeDrawing = @Sendable (String) throws -> String

/// A code that somebody shows to people who are there: whoever reads it in time becomes a friend. It is an invitation
/// that ends soon, and says nothing of the account.
struct FriendCodeView: RouteOutput, Decodable {
  /// What the picture holds; told only now.
  let link: String
  /// Where the picture is, for me alone; null where none can be drawn.
  let picture: String?
  let expiresAt: Date

  static var schema: Schema { .derived(from: Self.self).refining("link", .string().secret) }
}

/// The routes for codes to become friends with.
struct FriendCodeRoutes: RouteGroup {
  let context: AccountsContext
  let invitations: Invitations
  let draw: CodeDrawing?

  /// Making one is not kept for a repeated request: the link is a secret.
  func declare(_ routes: inout Routes) {
    routes.action(
      "/me/friend-code", "Make a code that whoever reads it within half an hour becomes my friend with",
      access: .account, status: 201, problems: [.tooManyAttempts]
    ) { [self] (_: NoInput, call) in
      let me = try call.account.id
      let made = try await context.storage.write { try await invitations.makeCode(of: me, in: $0) }
      let picture = draw.map { _ in "/v1/me/friend-code/\(made.secret.text)" }
      return FriendCodeView(
        link: invitations.link(made.secret), picture: picture, expiresAt: made.invitation.expiresAt)
    }
    if let draw { routes.add(picture(draw)) }
  }

  /// Nobody but its maker has it drawn, and only while it opens something.
  private func picture(_ draw: @escaping CodeDrawing) -> Route {
    Route(
      method: .get, path: "/me/friend-code/{token}", summary: "My code as a QR code", access: .account,
      input: InvitationToken.schema, output: .string(), status: 200, contentType: "image/svg+xml",
      problems: [Invitations.ended],
      handler: Route.Handler(plain: { [self] request, call in
        let (me, secret) = (try call.account.id, InvitationSecret(text: request.parameters["token"] ?? ""))
        let invitation = try await context.storage.read { try await invitations.open(secret, in: $0) }
        guard invitation.inviter == me else { throw Invitations.ended }
        return RawResponse(
          status: 200, contentType: "image/svg+xml",
          headers: ["cache-control": "private, no-store", "content-security-policy": "default-src 'none'; sandbox"],
          body: Array(try draw(invitations.link(secret)).utf8))
      }))
  }
}
