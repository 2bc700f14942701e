import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@testable import FolfScoring

/// The plugin in a host, with short words for what people do in a round.
struct FolfWorld: Sendable {
  static let area = "/v1/folf-scoring"
  /// The smallest picture that a reader takes for a JPEG.
  static let picture: [UInt8] = [
    0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9,
  ]

  let host: TestHost

  /// Runs a test in a world of its own on one engine.
  /// - Parameter settings: the operator's.
  static func run(on engine: TestHost.Engine, settings: JSONObject = [:], _ body: (FolfWorld) async throws -> Void)
    async throws
  {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let plugin = try TestPlugin(
      FolfScoring.self, manifest: root.appending(path: "manifests/folf-scoring.json"),
      folder: root.appending(path: "Plugins/FolfScoring"), settings: settings)
    try await TestHost.run(plugin, on: engine) { host in try await body(FolfWorld(host: host)) }
  }

  /// Opens a round, which the others join and the first one starts.
  func started(_ people: TestPerson..., game: String = "stroke", course: JSON = "harbour-park") async throws -> String {
    let round = try await opened(by: people[0], game: game, course: course)
    let code = try #require(try await card(round, as: people[0])["code"]?.string)
    for person in people.dropFirst() {
      #expect(try await host.post("\(Self.area)/rounds/join", ["code": .string(code)], as: person).status == 200)
    }
    #expect(try await host.post("\(path(round))/start", as: people[0]).status == 204)
    return round
  }

  /// Has somebody finish a round alone, of which one hole was played.
  func played(_ person: TestPerson) async throws {
    let round = try await started(person)
    try await fill([3], try await row(person.name, round, as: person), round, as: person)
    #expect(try await host.post("\(path(round))/finish", as: person).status == 204)
  }

  func opened(by person: TestPerson, game: String = "stroke", course: JSON = "harbour-park") async throws -> String {
    var body: JSONObject = ["games": [["kind": .string(game)]]]
    if course != .null { body["course"] = course }
    let reply = try await host.post("\(Self.area)/rounds", .object(body), as: person)
    #expect(reply.status == 201, "\(reply.text)")
    return try #require(reply["round"]?.string)
  }

  /// Makes two people friends.
  func befriend(_ one: TestPerson, _ other: TestPerson) async throws {
    #expect(try await host.put("/v1/me/friends/\(other.id)", as: one).status == 204)
    #expect(try await host.put("/v1/me/friends/\(one.id)", as: other).status == 204)
  }

  func path(_ round: String) -> String { "\(Self.area)/rounds/\(round)" }

  func card(_ round: String, as person: TestPerson) async throws -> JSON {
    let reply = try await host.get(path(round), as: person)
    #expect(reply.status == 200, "\(reply.text)")
    return reply.json
  }

  /// The id of the row of a name.
  func row(_ name: String, _ round: String, as person: TestPerson) async throws -> String {
    let players = try await card(round, as: person)["players"]?.array ?? []
    return try #require(players.first { $0["name"]?.string == name }?["id"]?.string)
  }

  /// Sends entries from a phone.
  @discardableResult
  func enter(_ entries: [JSON], _ round: String, as person: TestPerson, since: Int = 0) async throws -> TestReply {
    try await host.post(
      "\(path(round))/entries",
      ["device": .string("phone-\(person.id)"), "entries": .array(entries), "since": .integer(Int64(since))], as: person
    )
  }

  /// An entry as a phone makes it.
  static func entry(
    _ id: String, _ player: String, _ hole: Int, _ value: Int, mark: String = "throws", base: [String] = [],
    more: [Int] = []
  ) -> JSON {
    var entry: JSONObject = [
      "id": .string(id), "player": .string(player), "hole": .integer(Int64(hole)), "mark": .string(mark),
      "value": .integer(Int64(value)),
      "base": .array(base.map { .string($0) }), "enteredAt": "2025-08-15T11:30:00Z",
    ]
    if !more.isEmpty { entry["more"] = .array(more.map { .integer(Int64($0)) }) }
    return .object(entry)
  }

  /// Enters a row from the first hole on.
  func fill(_ values: [Int], _ player: String, _ round: String, as person: TestPerson) async throws {
    let entries = values.enumerated().map { Self.entry("\(player)-\($0)", player, $0 + 1, $1) }
    let reply = try await enter(entries, round, as: person)
    #expect(reply.status == 200 && reply["refused"]?.array == [], "\(reply.text)")
  }
}
