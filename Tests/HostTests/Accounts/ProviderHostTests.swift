import FieldhouseKit
import FieldhouseRuntime
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A running host with an identity provider` {
  private static let clock = "2024-08-17T11:40:00Z"
  private static let browser = CurlHTTP(origins: nil, allowsPrivate: true, pool: OutgoingPool())
  private static let web = ["X-Fieldhouse-Session": "cookie"]

  @Test(.tags(.pl19, .pl16)) func `signs a browser in by cookie, though its clock is simulated`() async throws {
    let (provider, installation) = (try OpenIDProvider(http: Self.browser), try Installation())
    try await provider.set(["secret": "client-secret-canary"])
    try await RunningHost.run(
      installation, clock: Self.clock, environment: try Self.environment(provider, installation)
    ) { host in
      let departure = try await Self.depart(host, provider, back: "/people")
      let (redirect, cookie) = departure
      #expect(redirect.address == "http://127.0.0.1:8080/sign-in/club")
      let page = try await host.call("GET", "/sign-in/club?code=x&state=y", headers: ["Accept": "text/html"])
      #expect(page.body == (try await host.get("/").body))
      let origin = ["Origin": "http://127.0.0.1:\(host.port)"]
      let headers = Self.web.merging(origin) { $1 }.merging(["Cookie": cookie]) { $1 }
      let body = Self.body(redirect)
      let other = Self.web.merging(["Cookie": "fieldhouse_sign_in=another"]) { $1 }
      #expect(try await Self.finish(host, body, other).code == "provider-stale")
      let arrived = try await Self.finish(host, body, headers)
      #expect(arrived.status == 200, "\(arrived.json)")
      #expect(arrived["token"] == nil)
      #expect(arrived["back"]?.string == "/people")
      let names = arrived.cookiePairs.map { $0.prefix { $0 != "=" } }
      #expect(names == ["fieldhouse_session", "fieldhouse_device"])
      let session = try #require(arrived.cookiePairs.first)
      #expect(try await host.call("GET", "/v1/me", headers: ["Cookie": session]).status == 200)
      #expect(try await Self.finish(host, body, headers).code == "provider-stale")
      let secrets = redirect.query.values + [cookie.split(separator: "=")[1].description, "client-secret-canary"]
      for secret in secrets where secret.count > 8 { #expect(!host.log.contains(secret), "the log holds \(secret)") }
    }
    provider.stop()
  }

  @Test(.tags(.pl19)) func `that is killed meanwhile goes on where the person was`() async throws {
    let (provider, installation) = (try OpenIDProvider(http: Self.browser), try Installation())
    let environment = try Self.environment(provider, installation)
    let (redirect, cookie) = try await RunningHost.run(
      installation, clock: Self.clock, environment: environment
    ) { host in
      let departure = try await Self.depart(host, provider, back: "/")
      try await host.kill()
      return departure
    }
    try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
      let arrived = try await Self.finish(host, Self.body(redirect), ["Cookie": cookie])
      #expect(arrived.status == 200)
    }
    provider.stop()
  }

  @Test(.tags(.pl19)) func `says at the start which secret cannot be read, and never shows one`() async throws {
    let (provider, installation) = (try OpenIDProvider(http: Self.browser), try Installation())
    var environment = try Self.environment(provider, installation)
    let shown = try await Tool.fieldhouse(["config", "explain", "--json"], environment: environment)
    #expect(shown.output.contains("client.secret"))
    #expect(!shown.output.contains("client-secret-canary"))
    environment["FIELDHOUSE_IDENTITY_PROVIDERS"] = environment["FIELDHOUSE_IDENTITY_PROVIDERS"]?
      .replacing("client.secret", with: "missing")
    let tool = try await Tool.fieldhouse(["serve"] + installation.flags, environment: environment)
    #expect(tool.code == 2)
    #expect(tool.errors.contains("the 'clientSecretFile' of 'club' cannot be read"))
    environment["FIELDHOUSE_IDENTITY_PROVIDERS"] = "[]"
    environment["FIELDHOUSE_SIGN_IN_METHODS"] = "providers,guest"
    let nobody = try await Tool.fieldhouse(["serve"] + installation.flags, environment: environment)
    #expect(nobody.errors.contains("nobody could sign in"))
    provider.stop()
  }

  private static func environment(
    _ provider: OpenIDProvider, _ installation: Installation
  ) throws -> [String: String] {
    try installation.folder.write("client.secret", "client-secret-canary\n")
    let club: JSON = [
      "id": "club", "title": "The club", "issuer": .string(provider.issuer()), "clientId": "fieldhouse",
      "clientSecretFile": .string(installation.folder("client.secret")),
    ]
    return ["FIELDHOUSE_IDENTITY_PROVIDERS": JSON.array([club]).serialized(), "FIELDHOUSE_LOG_LEVEL": "debug"]
  }

  /// Begins, and lets the provider send the browser back.
  private static func depart(
    _ host: RunningHost, _ provider: OpenIDProvider, back: String
  ) async throws -> (OpenIDProvider.Redirect, cookie: String) {
    let begun = try await host.call(
      "POST", "/v1/auth/providers/club", body: ["back": .string(back)], headers: web)
    try #require(begun.status == 200, "\(begun.json)\n\(host.log)")
    let cookie = try #require(begun.cookiePairs.first)
    let redirect = try await provider.visit(try #require(begun["authorizationUrl"]?.string))
    return (try #require(redirect), cookie)
  }

  private static func body(_ redirect: OpenIDProvider.Redirect) -> JSON {
    .object(JSONObject(redirect.query.map { ($0.key, .string($0.value)) } + [("acceptsTerms", true)]))
  }

  private static func finish(_ host: RunningHost, _ body: JSON, _ headers: [String: String]) async throws -> Reply {
    try await host.call("POST", "/v1/auth/providers/club/return", body: body, headers: headers)
  }
}
