import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The log` {
  private static let canaries = ["canary-token-7f3a", "canary@example.org", "+4915177777777", "canary passphrase 99"]

  @Test(.tags(.pl70)) func `holds no token, code, password, address or number, whatever is called`() async throws {
    let environment = ["FIELDHOUSE_LOG_LEVEL": "debug"]
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z", environment: environment) { host in
      var secrets = Self.canaries + ["4915177777777", RunningHost.token]
      secrets += try await Self.signInEveryWay(host)
      let person = try await host.signIn("+4915112345999")
      let routes = try await DeclaredRoute.all(of: host)
      for route in routes where !["/v1/me", "/v1/auth/logout"].contains(route.path) || route.method == "GET" {
        for canary in Self.canaries { try await Self.call(host, route, canary, person) }
      }
      secrets += [person.token, "4915112345999"]
      let log = host.log
      for secret in Set(secrets) { #expect(!log.contains(secret), "the log holds \(secret)") }
      print(
        "security: \(routes.count) routes × \(Self.canaries.count) canaries: 0 of \(secrets.count) secrets in the log")
    }
  }

  /// Calls a route with a canary in every place: path, query, body, token and cookie.
  private static func call(
    _ host: RunningHost, _ route: DeclaredRoute, _ canary: String, _ person: Person
  ) async throws {
    let part = canary.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let values = Dictionary(route.parameters.map { ($0, part) }, uniquingKeysWith: { $1 })
    let hasBody = ["POST", "PUT", "PATCH"].contains(route.method)
    let path = route.filled(values) + (hasBody ? "" : "?q=\(part)")
    let fields = [
      "email", "phone", "code", "token", "password", "passwordConfirmation", "identifier", "name", "text", "query",
    ]
    let body = JSON.object(JSONObject(fields.map { ($0, .string(canary)) }))
    for token in [canary, person.token, nil] {
      let cookie = ["Cookie": "fieldhouse_session=\(part)"]
      let reply = try await host.call(
        route.method, path, as: token, body: hasBody ? body : nil, headers: token == nil ? cookie : [:])
      #expect(reply.status < 500, "\(route.name): \(reply.json)")
    }
    guard hasBody else { return }
    for field in fields.prefix(4) {
      _ = try await host.call(
        route.method, route.filled(values), as: person.token, body: .object([field: .string(canary)]))
    }
  }

  /// Goes through registration, verification, login, reset and second factor.
  /// - Returns: the secrets that were sent or received on the way.
  private static func signInEveryWay(_ host: RunningHost) async throws -> [String] {
    let (address, password) = ("jane.log@example.org", "a secret phrase for the log")
    let registration: JSON = [
      "name": "Jane Doe", "email": .string(address), "password": .string(password),
      "passwordConfirmation": .string(password), "acceptsTerms": true,
    ]
    try await host.call("POST", "/v1/auth/register", body: registration)
    let mail = try await host.message(to: address)
    let code = try #require(mail["code"]?.string)
    let proof: JSON = ["email": .string(address), "code": .string(code)]
    let verified = try await host.call("POST", "/v1/auth/verify", body: proof)
    let token = try #require(verified["token"]?.string)
    let login: JSON = ["identifier": .string(address), "password": .string(password)]
    let second = try await host.call("POST", "/v1/auth/login", body: login)
    _ = try await host.call(
      "POST", "/v1/auth/login", body: ["identifier": .string(address), "password": "wrong canary"])
    let begun = try await host.call("POST", "/v1/me/second-factor", as: token, body: [:])
    try await host.call("POST", "/v1/auth/password/forgot", body: ["email": .string(address)])
    let link = try await host.message(to: address, after: 1)["link"]?.string ?? ""
    return [address, password, token, link, begun["secret"]?.string ?? "-", second["token"]?.string ?? "-"]
  }
}

extension RunningHost {
  /// The message to an address after those that were there before.
  func message(to address: String, after count: Int = 0) async throws -> JSON {
    for _ in 0..<2000 {
      let text = (try? installation.folder.read("data/deliveries.jsonl")) ?? ""
      let messages = text.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }
      if let message = messages.filter({ $0["to"]?.string == address }).dropFirst(count).first { return message }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw NotReady(errors: "no message to \(address)\n\(log)")
  }
}
