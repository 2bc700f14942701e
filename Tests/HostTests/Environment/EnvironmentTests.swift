import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseHost

@Suite struct `Development, staging and production` {
  private static let clock = "2025-08-15T12:00:00Z"
  private static let password = "a password for testers"

  private static func staging(_ more: [String: String] = [:]) -> [String: String] {
    ["FIELDHOUSE_ENVIRONMENT": "staging"].merging(more) { $1 }
  }

  @Test(.tags(.pl89, .wc80), arguments: TestEngine.allCases)
  func `are apart: data serve in the one that they were made in, and in no other`(on engine: TestEngine) async throws {
    try await Self.on(engine) { installation, database in
      try await RunningHost.run(installation, clock: Self.clock, environment: Self.staging(database)) {
        (host) async throws in
        #expect(try await host.get("/v1/app")["environment"] == "staging")
        #expect(try await host.call("GET", "/v1/app", as: RunningHost.token)["environment"] == "staging")
      }
      for other in ["production", "development"] {
        let environment = database.merging(["FIELDHOUSE_ENVIRONMENT": other]) { $1 }
        let start = try await Tool.fieldhouse(
          ["serve", "--listen", "127.0.0.1:0"] + installation.flags, environment: environment)
        #expect(start.code == 2)
        #expect(start.errors.contains("environment-mismatch: The data are of staging, and this host is for \(other)."))
        let doctor = try await Tool.fieldhouse(["doctor", "--json"] + installation.flags, environment: environment)
        let finding = try doctor.json.array?.first { $0["code"] == "environment" }
        #expect(doctor.code == 1 && finding?["severity"] == "problem")
        #expect(finding?["message"]?.string?.contains("The data are of staging") == true)
      }
      let doctor = try await Tool.fieldhouse(
        ["doctor", "--json"] + installation.flags, environment: Self.staging(database))
      #expect(
        try doctor.json.array?.first { $0["code"] == "environment" }?["message"] == "Host and data are for staging.")
    }
  }

  @Test(.tags(.pl89, .wc80), arguments: TestEngine.allCases)
  func `never share people: a backup of production is refused in staging, and serves in production`(
    on engine: TestEngine
  ) async throws {
    try await Self.on(engine) { installation, database in
      try await RunningHost.run(installation, clock: Self.clock, environment: database) { (host) async throws in
        #expect(try await host.get("/v1/app")["environment"] == nil)
        _ = try await host.signIn("+4915112345601")
      }
      let backup = installation.folder("production.backup")
      let made = try await Tool.fieldhouse(
        ["backup", backup] + installation.flags, environment: database)
      #expect(made.code == 0, "\(made.errors)")
      try await Self.on(engine) { other, elsewhere in
        let restored = try await Tool.fieldhouse(["restore", backup] + other.flags, environment: elsewhere)
        #expect(restored.code == 0, "\(restored.errors)")
        let start = try await Tool.fieldhouse(
          ["serve", "--listen", "127.0.0.1:0"] + other.flags, environment: Self.staging(elsewhere))
        #expect(start.code == 2)
        #expect(start.errors.contains("People's data are not tested with"))
        try await RunningHost.run(other, clock: Self.clock, environment: elsewhere) { (host) async throws in
          #expect(try await host.get("/readyz").status == 200)
        }
      }
    }
  }

  @Test(.tags(.pl89, .wc80)) func `are apart for people, too: outside production messages reach those who test alone`()
    async throws
  {
    let gateways = try await Gateways()
    defer { gateways.stop() }
    let environment = gateways.environment.merging(
      Self.staging(["FIELDHOUSE_TEST_RECIPIENTS": "@club.example, +4915112345602"])
    ) { $1 }
    let installation = try Installation()
    try await RunningHost.run(installation, clock: Self.clock, environment: environment) { (host) async throws in
      for phone in ["+4915112345601", "+4915112345602"] {
        #expect(try await host.call("POST", "/v1/auth/otp", body: ["phone": .string(phone)]).status == 202)
      }
      for email in ["ada@example.org", "tess@club.example"] {
        let body: JSON = [
          "name": "Jane Doe", "email": .string(email), "password": "a long enough phrase 7",
          "passwordConfirmation": "a long enough phrase 7", "acceptsTerms": true,
        ]
        #expect(try await host.call("POST", "/v1/auth/register", body: body).status == 202)
      }
      _ = try await gateways.wait(for: 1, "sms")
      _ = try await gateways.wait(for: 1, "mail")
      try await eventually {
        let kept = (try? String(contentsOfFile: "\(installation.data)/deliveries.jsonl", encoding: .utf8)) ?? ""
        return kept.contains("+4915112345601") && kept.contains("ada@example.org")
      }
      #expect(gateways.taken("sms").map { $0["to"] } == ["+4915112345602"])
      #expect(gateways.taken("mail").map { $0["recipients"] } == [["<tess@club.example>"]])
      // Nor are devices pushed to.
      let device: JSON = ["endpoint": "https://push.example.org/one", "keys": SampleDevice.keys]
      let person = try await host.signIn("+4915112345603")
      let reply = try await host.call("PUT", "/v1/me/push-subscriptions", as: person.token, body: device)
      #expect(reply.status == 422 && "\(reply.json)".contains("This host is for tests"))
    }
  }

  @Test(.tags(.pl89, .wc80)) func `are secured: whoever has not shown the password sees nothing of a host for tests`()
    async throws
  {
    let environment = Self.staging(["FIELDHOUSE_ACCESS_PASSWORD": Self.password])
    let installation = try Installation()
    try await RunningHost.run(installation, clock: Self.clock, environment: environment) { (host) async throws in
      for path in ["/livez", "/readyz"] { #expect(try await host.get(path).status == 200) }
      for path in ["/v1/app", "/", "/app.js", "/openapi.json", "/metrics", "/v1/ping", "/readyz/", "/nothing"] {
        let reply = try await host.get(path)
        #expect(reply.status == 401 && reply.code == "access-password-needed", "\(path)")
      }
      // A token is none.
      #expect(try await host.call("GET", "/v1/console/plugins", as: RunningHost.token).status == 401)
      let page = try await host.call("GET", "/", headers: ["Accept": "text/html", "Accept-Language": "ar"])
      let text = String(decoding: page.body, as: UTF8.self)
      #expect(page.status == 401 && text.contains("هذا المكان للتجربة") && text.contains("dir=\"rtl\""))
      #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
      #expect(!text.contains(Self.password))
      func send(_ password: String) async throws -> Reply {
        var exchange = Exchange(port: host.port, method: "POST", path: "/access", headers: [:])
        exchange.headers["Content-Type"] = "application/x-www-form-urlencoded"
        exchange.body = Array("password=\(password.replacing(" ", with: "+"))".utf8)
        return try await exchange.run()
      }
      let wrong = try await send("another password")
      #expect(wrong.status == 403 && wrong.cookies.isEmpty)
      #expect(String(decoding: wrong.body, as: UTF8.self).contains("That is another password."))
      let right = try await send(Self.password)
      let pair = try #require(right.cookiePairs.first)
      #expect(right.status == 303 && right.headers["location"] == "/" && !pair.contains(Self.password))
      #expect(right.cookies[0].contains("HttpOnly") && right.cookies[0].contains("SameSite=Lax"))
      #expect(try await host.call("GET", "/v1/app", headers: ["Cookie": "a=b; \(pair)"])["environment"] == "staging")
      #expect(try await host.call("GET", "/v1/app", headers: ["Cookie": "\(pair)x"]).status == 401)
      let shown = ["Fieldhouse-Access": Self.password]
      #expect(try await host.call("GET", "/v1/app", headers: shown).status == 200)
      // Nobody tries all of them: after so many the right one is refused, too, and who is in stays in.
      for number in 0..<40 {
        _ = try await host.call("GET", "/v1/app", headers: ["Fieldhouse-Access": "wrong \(number)"])
      }
      #expect(try await host.call("GET", "/v1/app", headers: shown).status == 401)
      #expect(try await send(Self.password).status == 403)
      #expect(try await host.call("GET", "/v1/app", headers: ["Cookie": pair]).status == 200)
    }
  }

  @Test(
    .tags(.pl89, .wc80),
    arguments: [
      (["FIELDHOUSE_LISTEN": "0.0.0.0:0"], false), (["FIELDHOUSE_LISTEN": "127.0.0.1:0"], true),
      (["FIELDHOUSE_LISTEN": "[::1]:0"], true),
      (["FIELDHOUSE_LISTEN": "127.0.0.1:0", "FIELDHOUSE_PUBLIC_URL": "https://staging.club.example"], false),
      (["FIELDHOUSE_LISTEN": "0.0.0.0:0", "FIELDHOUSE_ACCESS_PASSWORD": "twelve chars"], true),
      (["FIELDHOUSE_LISTEN": "127.0.0.1:0", "FIELDHOUSE_ACCESS_PASSWORD": "eleven char"], false),
    ])
  func `are not open to others by mistake`(_ settings: [String: String], isFine: Bool) throws {
    func configuration(_ kind: String) throws -> HostConfiguration {
      let environment = settings.merging(["FIELDHOUSE_ENVIRONMENT": kind]) { $1 }
      return try HostConfiguration(SettingsResolver(flags: [:], environment: environment, path: "/nowhere/at/all.json"))
    }
    for kind in ["staging", "development"] {
      if isFine {
        #expect(try configuration(kind).environment.kind.rawValue == kind)
      } else {
        #expect(throws: SettingsError.self) { try configuration(kind) }
      }
    }
    #expect(throws: SettingsError.self) { try configuration("live") }
    guard settings["FIELDHOUSE_ACCESS_PASSWORD"]?.count != 11 else { return }
    // Production is for everybody: the password is none of its business.
    #expect(try configuration("production").environment.password == nil)
  }

  /// Runs something with an installation of its own and the environment that names its database.
  private static func on(
    _ engine: TestEngine, _ body: (Installation, [String: String]) async throws -> Void
  ) async throws {
    switch engine {
    case .sqlite: try await body(try Installation(), [:])
    case .postgresql:
      try await PostgreSQLDatabase.run { database in
        try await body(try Installation(), ["FIELDHOUSE_DATABASE": database.address])
      }
    }
  }
}
