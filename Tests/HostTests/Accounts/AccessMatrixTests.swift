import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Who may call what` {
  private static let clock = "2024-08-17T11:40:00Z"

  @Test(.tags(.pl22)) func `every route lets in whom it declares and nobody else`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let routes = try await DeclaredRoute.all(of: host)
      let callers = try await host.callers()
      var calls = 0
      for route in routes {
        let access = try #require(route.access, "\(route.name) does not declare who may call it")
        for caller in callers {
          let code = try await Self.knock(host, route, caller, isScoped: Caller.isScoped(access))
          #expect(code == caller.refusal(by: access), "\(route.name) (\(access)) called by \(caller.name)")
          calls += 1
        }
      }
      for caller in callers where caller.token != nil && caller.kind != .operatorToken {
        #expect(try await host.call("GET", "/v1/me", as: caller.token).status == 200, "\(caller.name) has vanished")
      }
      #expect(routes.count >= 60)
      print("security: access of \(routes.count) routes (100 %) × \(callers.count) callers: \(calls) calls")
    }
  }

  @Test(.tags(.pl22)) func `what belongs to somebody can be named by nobody else`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let (owner, other) = (try await host.signIn("+4915112345001"), try await host.signIn("+4915112345002"))
      let before = try await host.get("/v1/me/export", as: owner).body
      var count = 0
      for route in try await DeclaredRoute.all(of: host) where route.isAboutMe && !route.parameters.isEmpty {
        if Self.othersAreTheSubject.contains(route.path) { continue }
        let make = try #require(
          Self.owned[route.path], "\(route.name): say in AccessMatrixTests whose things its parameters name")
        let thing = try await make(host, owner)
        let stolen = route.filled(["id": thing, "token": thing])
        #expect(try await host.call(route.method, stolen, as: other.token).status == 404, "\(route.name) by another")
        #expect(try await host.call(route.method, stolen, as: owner.token).status < 300, "\(route.name) by its owner")
        count += 1
      }
      #expect(count >= Self.owned.count)
      let after = try await host.get("/v1/me/export", as: owner).json
      #expect(after["profile"] == (try JSON(parsing: before))["profile"])
      print("security: own and other's things on \(count) routes that name them")
    }
  }

  /// Routes below `/v1/me` whose parameter names another person, whom the caller does something with, a provider, or plugins.
  private static let othersAreTheSubject: Set = [
    "/v1/me/following/{id}", "/v1/me/blocked/{id}", "/v1/me/friends/{id}", "/v1/me/identities/{provider}",
    "/v1/me/sharing/{question}/{asker}",
  ]

  private typealias Make = @Sendable (RunningHost, Person) async throws -> String

  /// Makes a thing of a person's own for each route that names one.
  private static let owned: [String: Make] = [
    "/v1/auth/sessions/{id}": { host, owner in
      try await host.advance(by: 60)
      _ = try await host.signIn("+4915112345001")
      let sessions = try await host.get("/v1/auth/sessions", as: owner).items
      return try #require(sessions.first { $0["current"] == false }?["id"]?.string)
    },
    "/v1/me/friend-code/{token}": { host, owner in
      let made = try await host.call("POST", "/v1/me/friend-code", as: owner.token, body: [:])
      return try #require(made["picture"]?.string?.split(separator: "/").last.map(String.init))
    },
    "/v1/me/invitations/{id}": { host, owner in
      let made = try await host.call("POST", "/v1/me/invitations", as: owner.token, body: [:])
      return try #require(made["id"]?.string)
    },
  ]

  /// Calls a route with input that none takes, so that nothing is done.
  /// - Returns: the code when the caller was not let in.
  private static func knock(
    _ host: RunningHost, _ route: DeclaredRoute, _ caller: Caller, isScoped: Bool
  ) async throws -> String? {
    let hasBody = ["POST", "PUT", "PATCH"].contains(route.method)
    let path = route.filled([:]) + (hasBody ? "" : "?no-such-key=1")
    let reply = try await host.call(
      route.method, path, as: caller.token, body: hasBody ? ["noSuchKey": true] : nil)
    #expect(reply.status < 500, "\(route.name): \(reply.json)")
    let code = reply.code ?? ""
    let refusals = ["unauthenticated", "account-needed", "forbidden", "second-factor-required"]
    return (refusals + (isScoped ? ["not-found"] : [])).contains(code) ? code : nil
  }
}

extension RunningHost {
  /// Moves the clock forward by seconds.
  func advance(by seconds: Double) async throws {
    let now = try #require(try await get("/v1/app")["clock"]?["now"]?.string.flatMap { RFC3339.date(from: $0) })
    try await advance(to: try #require(RFC3339.string(from: now.addingTimeInterval(seconds))))
  }
}
