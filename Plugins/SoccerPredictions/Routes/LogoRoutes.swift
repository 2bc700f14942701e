import FieldhouseKit
import Foundation

/// Which logo.
struct LogoInput: RouteInput {
  var logo: String
  static var schema: Schema { .object([("logo", .string(pattern: "^[0-9a-f]{16}$"))], required: ["logo"]) }
}

extension SoccerPredictions {
  private static var unknownLogo: Problem { .notFound("picture-unknown", "There is no such logo.") }
  private static var noPicture: Problem {
    Problem(
      status: 415, code: "picture-type",
      detail: "Send a JPEG, PNG or WebP picture of at most \(Logo.mostGiven / 1000) kB as the body of the request.")
  }

  func logoRoutes(_ routes: inout Routes) {
    routes.add(shownLogo)
    routes.add(
      givenLogo(
        "/leagues/{league}/logo", "Give a league a logo, instead of the provider's", FavouriteLeagueInput.schema,
        Catalogue.unknownLeague
      ) { request in try leagueOwner(request.parameters["league"] ?? "") })
    routes.add(
      givenLogo(
        "/teams/{team}/logo", "Give a team a logo, instead of the provider's", FavouriteTeamInput.schema,
        Self.unknownTeam
      ) { request in try teamOwner(request.parameters["team"] ?? "") })
    routes.delete(
      "/leagues/{league}/logo", "Take a league's logo back; the provider's is shown again", access: .operators,
      problems: [Catalogue.unknownLeague]
    ) { (input: FavouriteLeagueInput, call) in
      try await give(nil, to: leagueOwner(input.league), at: call.now)
      return NoContent()
    }
    routes.delete(
      "/teams/{team}/logo", "Take a team's logo back; the provider's is shown again", access: .operators,
      problems: [Self.unknownTeam]
    ) { (input: FavouriteTeamInput, call) in
      try await give(nil, to: teamOwner(input.team), at: call.now)
      return NoContent()
    }
  }

  /// Its id follows from its content: who has it need not ask again. Nothing in it may run.
  private var shownLogo: Route {
    Route(
      method: .get, path: "/logos/{logo}", summary: "The logo of a league or team", access: .everyone,
      input: LogoInput.schema, output: .string(), status: 200, contentType: "image/png", problems: [Self.unknownLogo],
      handler: Route.Handler(plain: { [host] request, _ in
        let id = request.parameters["logo"] ?? ""
        let found = try await host.storage.read { try await LogoStore.logo(id, in: $0) }
        guard let found else { throw Self.unknownLogo }
        return RawResponse(
          status: 200, contentType: found.type,
          headers: [
            "etag": "\"\(id)\"", "cache-control": "public, max-age=31536000, immutable",
            "content-security-policy": "default-src 'none'; sandbox",
          ], body: found.bytes)
      }))
  }

  private func givenLogo(
    _ path: String, _ summary: String, _ input: Schema, _ unknown: Problem,
    owner: @escaping @Sendable (RawRequest) throws -> LogoOwner
  ) -> Route {
    var route = Route(
      method: .put, path: path, summary: summary, access: .operators, input: input, output: nil, status: 204,
      problems: [unknown, Self.noPicture],
      handler: Route.Handler(plain: { request, call in
        let target = try owner(request)
        guard let logo = Logo(request.body, most: Logo.mostGiven) else { throw Self.noPicture }
        try await give(logo, to: target, at: call.now)
        return RawResponse(status: 204)
      }))
    route.bodyTypes = Logo.types
    route.maximumBodyBytes = Logo.mostGiven
    return route
  }

  private func leagueOwner(_ id: String) throws -> LogoOwner {
    guard catalogue.reading.calendars[id] != nil else { throw Catalogue.unknownLeague }
    return .league(id)
  }

  private func teamOwner(_ id: String) throws -> LogoOwner {
    let reading = catalogue.reading
    let team = reading.team(called: id)
    guard reading.matches.values.contains(where: { $0.home.id == team || $0.away.id == team }) else {
      throw Self.unknownTeam
    }
    return .team(team)
  }

  /// Shows a logo here at once and, within a poll, on other hosts.
  private func give(_ logo: Logo?, to owner: LogoOwner, at now: Date) async throws {
    try await ChangeNotes.shared.around {
      try await host.storage.write { transaction in
        try await LogoStore.give(logo, to: owner, in: transaction)
        try await IdentityStore.note("logo", owner.id, at: now, in: transaction)
      }
    }
    try await tracker.readGivenLogos()
  }
}
