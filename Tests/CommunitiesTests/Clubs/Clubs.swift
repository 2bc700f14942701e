import FieldhouseKit
import FieldhouseKitTesting
import Foundation

/// A plugin of groups that writes down what it is told of them, and refuses a member of a certain club.
struct Clubs: Plugin {
  static let picky = "Picky"

  private let host: PluginHost

  init(host: PluginHost) throws { self.host = host }

  func start() async throws {
    try await host.events.subscribe("accounts.newcomer-settled") { event, transaction in
      let words = ["inviter", "account", "kind", "subject"].map { event.payload[$0]?.string ?? "?" }
      try await Self.note("newcomer \(words.joined(separator: " "))", in: transaction)
    }
  }

  func groupChanged(_ change: GroupChange, in transaction: any Transaction) async throws {
    if change.kind == .joined, change.group.name == Self.picky, change.by != nil, change.group.members > 1 {
      throw Problem.conflict("not-you", "This club takes nobody.")
    }
    let words = [change.kind.name, change.group.name, change.role, "\(change.group.members)"].compactMap { $0 }
    try await Self.note(words.joined(separator: " "), in: transaction)
  }

  private static func note(_ line: String, in transaction: any Transaction) async throws {
    let rows = try await transaction.query("select count(*) as number from notes")
    try await transaction.execute(
      "insert into notes (number, line) values (\(rows[0]["number"] as Int), \(line))")
  }

  /// There is one stadium for everybody, and one that only Ada knows of.
  func mayWatch(_ topic: LiveTopic, _ caller: Principal?) async throws -> Bool {
    guard topic.pattern == "feeds/stadium/{thing}", let stadium = topic.parameters["thing"] else { return false }
    return stadium == "wembley" || stadium == "attic" && caller?.account.name == "Ada"
  }

  static func plugin() throws -> TestPlugin { try TestPlugin(Self.self) }

  /// The same plugin with stadiums and no clubs.
  static func withoutGroups() throws -> TestPlugin {
    let manifest = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "manifest.json")
    return try TestPlugin(Self.self, manifest: manifest) { manifest in
      manifest["contributions"] = [
        "subscriptions": ["accounts.newcomer-settled"], "feeds": [["kind": "stadium"]],
      ]
    }
  }
}

/// What the tests of groups ask of a host.
struct ClubWorld {
  static let root = "/v1/groups/clubs"

  let host: TestHost

  static func run(
    on engine: TestHost.Engine = .sqlite, settings: JSONObject = [:], _ body: (ClubWorld) async throws -> Void
  ) async throws {
    try await TestHost.run(Clubs.plugin(), on: engine, settings: settings) { try await body(ClubWorld(host: $0)) }
  }

  /// Founds a group.
  func found(
    _ kind: String, _ name: String, by person: TestPerson, _ more: JSONObject = [:]
  ) async throws -> TestGroup {
    var body: JSONObject = ["kind": .string(kind), "name": .string(name)]
    for (key, value) in more { body[key] = value }
    let reply = try await host.post("\(Self.root)/", .object(body), as: person)
    guard reply.status == 201, let id = reply["id"]?.string else { throw Unexpected(reply: reply.text) }
    return TestGroup(id: id, path: "\(Self.root)/\(id)")
  }

  /// The names of a group's members with their roles, by standing.
  func members(of group: TestGroup, as person: TestPerson? = nil) async throws -> [String] {
    try await host.get("\(group.path)/members?limit=100", as: person).items.map { item in
      let roles = item["roles"]?.array?.compactMap(\.string).joined(separator: "+") ?? ""
      return "\(item["person"]?["name"]?.string ?? "?"): \(roles)"
    }
  }

  /// What the plugin was told, in order.
  func notes() async throws -> [String] {
    try await host.services.storage.read { transaction in
      try await transaction.query("select line from notes order by number").map { try $0["line"] }
    }
  }

  @discardableResult
  func join(_ group: TestGroup, as person: TestPerson) async throws -> TestReply {
    try await host.post("\(group.path)/join", as: person)
  }

  struct Unexpected: Error { let reply: String }
}

struct TestGroup: Hashable {
  let id: String
  let path: String
}
