@testable import FieldhouseKitTesting
import FieldhouseKit
import FieldhouseTestSupport
import Testing

/// What tests of organisations ask of a host; leagues are such ones, and teams lie in them.
struct OrganisationWorld {
  static let root = "/v1/organisations/clubs"
  /// What people choose in place of a password that was mailed.
  static let chosen = "a phrase that nobody else has"

  let host: TestHost
  var world: ClubWorld { ClubWorld(host: host) }

  static func run(
    on engine: TestHost.Engine, _ body: (OrganisationWorld) async throws -> Void
  ) async throws {
    try await ClubWorld.run(on: engine) { try await body(OrganisationWorld(host: $0.host)) }
  }

  /// Makes an organisation as the operator.
  func make(_ kind: String, _ name: String, _ more: JSONObject = [:]) async throws -> TestReply {
    var body: JSONObject = ["name": .string(name)]
    for (key, value) in more { body[key] = value }
    return try await host.post("\(Self.root)/\(kind)", .object(body), as: host.operator)
  }

  /// The group of an answer.
  func group(_ reply: TestReply) throws -> TestGroup {
    let id = try #require(reply["group"]?["id"]?.string, "\(reply.text)")
    return TestGroup(id: id, path: "\(ClubWorld.root)/\(id)")
  }

  /// The mails to an address once there are so many.
  func mails(to email: String, _ count: Int) async throws -> [JSON] {
    func all() -> [JSON] { host.installation.lines("data/deliveries.jsonl").filter { $0["to"]?.string == email } }
    try await eventually { all().count >= count }
    return all()
  }

  /// The password in the mail of this number, beginning with 1.
  func password(to email: String, _ number: Int = 1) async throws -> String {
    let text = try #require(try await mails(to: email, number)[number - 1]["text"]?.string)
    return String(try #require(text.firstMatch(of: /Password: (\S+)/)?.1))
  }

  func logIn(
    _ email: String, _ password: String, _ more: JSONObject = [:], language: String = "en"
  ) async throws -> TestReply {
    var body: JSONObject = ["identifier": .string(email), "password": .string(password)]
    for (key, value) in more { body[key] = value }
    return try await host.post(
      "/v1/auth/login", .object(body), as: nil, headers: ["Accept-Language": language])
  }

  /// What is chosen at the first log-in.
  static var choice: JSONObject {
    ["newPassword": .string(chosen), "newPasswordConfirmation": .string(chosen), "acceptsTerms": true]
  }

  /// Somebody who has signed in with a mailed password.
  func enter(_ email: String, language: String = "en") async throws -> TestPerson {
    let reply = try await logIn(email, try await password(to: email), Self.choice, language: language)
    let id = try #require(reply["account"]?["id"]?.string, "\(reply.text)")
    return TestPerson(
      id: AccountID(id), name: reply["account"]?["name"]?.string ?? "", token: try #require(reply["token"]?.string),
      phone: nil, address: "198.18.250.1")
  }

  /// The names in an overview with their members, countries and addresses.
  func overview(_ query: String = "league") async throws -> [String] {
    try await host.get("\(Self.root)/\(query)", as: host.operator).items.map { item in
      let group = item["group"]
      return [
        group?["name"]?.string, (group?["members"]?.int).map { "\($0)" }, item["country"]?.string,
        item["email"]?.string, item["contact"]?["name"]?.string, group?["archivedAt"] == nil ? nil : "archived",
      ].compactMap { $0 }.joined(separator: " ")
    }
  }
}
