internal import FieldhouseKit

/// The routes for the own account.
struct MeRoutes: RouteGroup {
  let context: AccountsContext
  let directory: Directory
  let leaving: Leaving
  let profiles: Profiles
  let sessions: Sessions
  let pictures: Pictures?
  let parts: PersonalParts

  func declare(_ routes: inout Routes) {
    routes.add(ownRoute)
    routes.add(exportRoute)
    routes.add(
      Route(
        method: .patch, path: "/me", summary: "Change my profile", access: .account, input: ProfileInput.schema,
        output: Me.schema, status: 200, problems: [StepUp.needed([])], handler: changeHandler))
    routes.delete(
      "/me", "Delete my account and everything it has, after a time in which I can take it back", access: .guest,
      problems: [StepUp.needed([]), SuperAdmins.last]
    ) { [self] (_: NoInput, call) in
      try await leaving.leave(call)
      return NoContent()
    }
    routes.action("/me/reset", "Reset my profile to the defaults, shown to nobody", access: .account, status: 204) {
      [self] (_: NoInput, call) in
      let picture = try await directory.member(try call.account.id)?.person.picture
      try await profiles.reset(try call.account.id)
      if let picture { try await pictures?.removeUnlessShown(picture, storage: context.storage) }
      return NoContent()
    }
    routes.post("/me/consents", "Accept a version of a document", access: .account) {
      (input: ConsentInput, call, transaction) in
      let account = try call.account.id
      try await ConsentStore.accept(
        input.document, version: input.version, by: account, at: call.now, in: transaction)
      return Consent(document: input.document, version: input.version, acceptedAt: call.now)
    }
  }

  private var ownRoute: Route {
    Route(
      method: .get, path: "/me", summary: "My account", access: .guest, input: NoInput.schema, output: Me.schema,
      status: 200, cookies: SessionCookie.names,
      handler: Route.Handler(plain: { [self] _, call in
        var response = try await me(call)
        response.cookies = try await renewedCookie(call)
        return response
      }))
  }

  private var exportRoute: Route {
    Route(
      method: .get, path: "/me/export", summary: "Everything that is kept of me", access: .guest,
      input: NoInput.schema, output: .any, status: 200,
      handler: Route.Handler(plain: { [self] _, call in
        let id = try call.account.id
        var export = try await context.storage.read { try await Export.make(id, in: $0) }
        for (name, part) in try await parts.all(of: id) { export[name] = part }
        var body: [UInt8] = []
        JSON.object(export).append(to: &body)
        return RawResponse(status: 200, contentType: "application/json", body: body)
      }))
  }

  /// Reads the input as every typed route does, and answers the remembered bytes.
  private var changeHandler: Route.Handler {
    var typed = Routes()
    typed.patch("/me", "", access: .account) { [self] (input: ProfileInput, call) in
      try await profiles.update(call, input)
      return NoContent()
    }
    let change = typed.all[0].handler.plain
    return Route.Handler(plain: { [self] request, call in
      _ = try await change?(request, call)
      return try await me(call)
    })
  }

  /// The web app asks who it is whenever it is opened: its cookie lasts as long as the session does again. One that was just
  /// given, or that lasts until the browser is closed, stays as it is, so that an answer that is late does not bring back a
  /// session in whose place another one has come.
  private func renewedCookie(_ call: Call) async throws -> [Cookie] {
    guard let token = call.cookies[SessionCookie.name], call.cookies[SessionCookie.brief] == nil,
      let id = call.principal?.session, let seconds = try await sessions.secondsToRenew(token, id: id)
    else { return [] }
    return [SessionCookie.holding(token, seconds: seconds, untilClosed: false)]
  }

  private func me(_ call: Call) async throws -> RawResponse {
    try await directory.feed.freshen()
    let body = try await profiles.encodedMe(try call.account.id)
    return RawResponse(status: 200, contentType: "application/json", body: body)
  }
}

struct ConsentInput: RouteInput {
  let document: String
  let version: String

  static var schema: Schema {
    .object(
      [
        (
          "document",
          .enumeration(
            [.string("terms"), .string("privacy"), .string(Bodies.document)])
        ),
        ("version", .string(minLength: 1, maxLength: 40)),
      ], required: ["document", "version"])
  }
}
