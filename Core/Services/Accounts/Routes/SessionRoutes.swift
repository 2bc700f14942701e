internal import FieldhouseKit
internal import Foundation

/// A session in the list of its owner.
struct SessionView: RouteOutput, Decodable {
  let id: String
  let address: String
  let createdAt: Date
  let seenAt: Date
  let expiresAt: Date
  /// Whether this is the session of the call.
  let current: Bool

  init(_ session: Session, current: String?) {
    id = session.id
    address = session.address
    createdAt = session.createdAt
    seenAt = session.seenAt
    expiresAt = session.expiresAt
    self.current = session.id == current
  }
}

/// The id in a path.
struct IDInput: RouteInput {
  let id: String

  static var schema: Schema { .object([("id", .string(minLength: 1, maxLength: 64))], required: ["id"]) }
}

/// The routes for the sessions of a person, and coming in as a guest.
struct SessionRoutes: RouteGroup {
  let context: AccountsContext
  let limits: RateLimits
  let arrivals: Arrivals
  let sessions: Sessions

  func declare(_ routes: inout Routes) {
    routes.cookieAction(
      "/auth/guest", "Continue as guest", access: .everyone, status: 201, cookies: SessionCookie.names,
      problems: [.tooManyAttempts]
    ) { [self] (_: NoInput, call) in
      let arrival = try await guest(call)
      return CookieAnswer(arrival, for: call) { SignedIn(arrival, token: $0) }
    }
    routes.cookieAction("/auth/logout", "End this session", access: .guest, cookies: SessionCookie.names) {
      [self] (_: NoInput, call) in
      let nothing = try await end(try call.sessionID, of: try call.account.id)
      return CookieAnswer(nothing, cookies: call.wantsSessionCookie ? SessionCookie.ended(for: call) : [])
    }
    routes.get("/auth/sessions", "My sessions", access: .guest) { [self] (_: NoInput, call) in
      Page(items: try await list(call))
    }
    routes.delete("/auth/sessions/{id}", "End one of my sessions", access: .guest) { [self] (input: IDInput, call) in
      try await end(input.id, of: try call.account.id)
    }
    routes.delete("/auth/sessions", "End all my sessions but this one", access: .guest) {
      [self] (_: NoInput, call) in try await endOthers(call)
    }
  }

  private func guest(_ call: Call) async throws -> Arrivals.Arrival {
    guard context.settings.methods.guest else { throw Problem.methodOff }
    let address = ClientAddress(call.remoteAddress)
    try limits.check(.guestsPerAddress, .address(address))
    return try await context.steps.write { transaction in
      let arrival = try await arrivals.guest(from: address, in: transaction)
      // The last thing: until the commit nobody else of this address comes in.
      try await limits.take(.guestsPerAddress, .address(address), in: transaction)
      return arrival
    }
  }

  private func list(_ call: Call) async throws -> [SessionView] {
    let (id, now, current) = (try call.account.id, call.now, call.principal?.session)
    try await sessions.touches.flush(into: context.steps)
    return try await context.storage.read { try await SessionStore.list(id, now: now, in: $0) }
      .map { SessionView($0, current: current) }
  }

  private func end(_ session: String, of account: AccountID) async throws -> NoContent {
    let found = try await context.storage.write { try await SessionStore.end(session, of: account, in: $0) }
    guard found else { throw Problem.notFound("session-unknown", "There is no such session.") }
    return NoContent()
  }

  private func endOthers(_ call: Call) async throws -> NoContent {
    let (account, kept) = (try call.account.id, try call.sessionID)
    try await context.storage.write { try await SessionStore.endAll(of: account, except: kept, in: $0) }
    return NoContent()
  }
}

extension Call {
  /// The id of the caller's session.
  /// - Throws: ``Problem`` 401 when there is none.
  var sessionID: String {
    get throws {
      guard let session = principal?.session else { throw Problem.unauthenticated() }
      return session
    }
  }
}

extension Problem {
  /// What a limit answers.
  static let tooManyAttempts = Problem(
    status: 429, code: "too-many-attempts", detail: "Too many attempts. Please wait and try again.")

  /// The answer to a way of signing in that is switched off.
  static let methodOff = Problem(
    status: 403, code: "sign-in-method-off", detail: "This way of signing in is not offered here.")
}
