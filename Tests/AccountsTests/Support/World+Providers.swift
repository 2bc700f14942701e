import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// A browser that has begun a sign-in, and what it was sent back with.
struct Journey: Sendable {
  let provider: String
  let cookie: String
  /// The body for the return.
  var body: JSONObject

  /// The same journey with other things in its body.
  func with(_ changes: JSONObject) -> Journey {
    var journey = self
    for (key, value) in changes { journey.body[key] = value }
    return journey
  }
}

extension OpenIDProvider {
  /// What an operator sets to offer tenants of this provider.
  func settings(_ tenants: String..., change: (inout AccountsSettings) -> Void = { _ in }) -> AccountsSettings {
    var settings = AccountsSettings()
    settings.publicURL = "https://play.club.example"
    settings.providers = tenants.map { tenant in
      IdentityProvider(
        id: tenant, title: "The \(tenant)", issuer: issuer(tenant), clientID: "fieldhouse+\(tenant)",
        clientSecret: "client-secret-canary/ü")
    }
    change(&settings)
    return settings
  }
}

extension World {
  /// Runs a test with a provider whose tenants `club` and `school` are offered, on every engine.
  static func withProvider(
    change: (inout AccountsSettings) -> Void = { _ in }, _ body: (World, OpenIDProvider) async throws -> Void
  ) async throws {
    let provider = try OpenIDProvider(http: http)
    try await with(settings: provider.settings("club", "school", change: change)) { world in
      for tenant in ["club", "school"] {
        let now = JSON.integer(Int64(world.clock.now.timeIntervalSince1970))
        try await provider.set(["reset": true, "now": now, "secret": "client-secret-canary/ü"], of: tenant)
      }
      try await body(world, provider)
    }
    provider.stop()
  }

  /// Begins a sign-in, goes to the provider and comes back to the point where the host is told of it.
  func journey(
    _ provider: OpenIDProvider, _ tenant: String = "club", back: String? = nil, adding token: String? = nil,
    address: String = "203.0.113.7"
  ) async throws -> Journey {
    let path = token == nil ? "/auth/providers/\(tenant)" : "/me/identities/\(tenant)"
    let body: JSON = back.map { ["back": .string($0)] } ?? [:]
    let begun = try await call(.post, path, body, token: token, address: address)
    try #require(begun.status == 200, "\(begun.body)")
    let authorization = try #require(begun.body["authorizationUrl"]?.string)
    let redirect = try #require(try await provider.visit(authorization), "the provider refuses \(authorization)")
    #expect(redirect.address == "https://play.club.example/sign-in/\(tenant)")
    let cookie = try #require(begun.cookie("fieldhouse_sign_in")).value
    return Journey(
      provider: tenant, cookie: cookie, body: JSONObject(redirect.query.map { ($0.key, .string($0.value)) }))
  }

  /// Tells the host what the provider sent the browser back with.
  func finish(
    _ journey: Journey, terms: Bool = true, token: String? = nil, cookie: String? = nil, device: String? = nil,
    address: String = "203.0.113.7", isWeb: Bool = false
  ) async throws -> Answer {
    var body = journey.body
    if terms { body["acceptsTerms"] = true }
    return try await call(
      .post, "/auth/providers/\(journey.provider)/return", .object(body), token: token, address: address,
      cookie: cookie ?? journey.cookie, device: device, isWeb: isWeb)
  }

  /// Signs somebody in through a provider.
  func signIn(
    _ provider: OpenIDProvider, _ tenant: String = "club", subject: String = "person-1", guest: String? = nil
  ) async throws -> Answer {
    try await provider.set(["subject": .string(subject)], of: tenant)
    return try await finish(try await journey(provider, tenant), token: guest)
  }

  /// How many attempts are under way, and how many people there are.
  func counts() async throws -> (attempts: Int, people: Int) {
    try await storage.read { transaction in
      (
        try await transaction.first("select count(*) from provider_attempts")?[0] ?? -1,
        try await transaction.first("select count(*) from people")?[0] ?? -1
      )
    }
  }
}
