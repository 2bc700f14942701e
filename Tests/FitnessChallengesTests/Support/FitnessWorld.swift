import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@testable import FitnessChallenges

/// The plugin in a host, with short words for what coaches and athletes do. The clock stands at 2025-08-15T12:00:00Z.
struct FitnessWorld: Sendable {
  static let area = "/v1/fitness-challenges"
  static let challenges = "\(area)/challenges"

  let host: TestHost

  /// Runs a test in a world of its own on one engine.
  static func run(
    on engine: TestHost.Engine, settings: JSONObject = [:], _ body: (FitnessWorld) async throws -> Void
  ) async throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let plugin = try TestPlugin(
      FitnessChallenges.self, manifest: root.appending(path: "manifests/fitness-challenges.json"),
      folder: root.appending(path: "Plugins/FitnessChallenges"), settings: settings)
    try await TestHost.run(plugin, on: engine) { host in try await body(FitnessWorld(host: host)) }
  }

  func coach(_ name: String) async throws -> TestPerson {
    let person = try await host.person(name)
    #expect(try await host.put("\(Self.area)/me/coach", as: person)["isCoach"] == true)
    return person
  }

  func athlete(_ name: String) async throws -> TestPerson {
    let person = try await host.person(name)
    #expect(try await host.put("\(Self.area)/me/athlete", as: person).status == 204)
    return person
  }

  /// A challenge of 20 km in ten days from today on in UTC, with what a test wants otherwise.
  static func draft(_ changes: JSONObject = [:]) -> JSON {
    var body: JSONObject = [
      "kind": "individual", "title": "Run twenty", "difficulty": 4, "days": 10, "start": "2025-08-15", "zone": "UTC",
      "exercises": [["name": "Run", "measure": "distance", "unit": "km", "goal": "total >= 20"]],
    ]
    for (key, value) in changes { body[key] = value }
    return .object(body)
  }

  /// - Returns: the id.
  func made(by coach: TestPerson, _ changes: JSONObject = [:]) async throws -> String {
    let reply = try await host.post(Self.challenges, Self.draft(changes), as: coach)
    #expect(reply.status == 201, "\(reply.text)")
    return try #require(reply["id"]?.string)
  }

  static func path(_ challenge: String) -> String { "\(challenges)/\(challenge)" }

  @discardableResult
  func join(_ challenge: String, as person: TestPerson, _ body: JSON = [:]) async throws -> TestReply {
    try await host.post("\(Self.path(challenge))/join", body, as: person)
  }

  @discardableResult
  func log(
    _ value: JSON, _ challenge: String, as person: TestPerson, day: String = "2025-08-15", exercise: String = "e1",
    entry: String = "one", saidAt: String? = nil
  ) async throws -> TestReply {
    var body: JSONObject = ["value": value]
    if let saidAt { body["saidAt"] = .string(saidAt) }
    let path = "\(Self.path(challenge))/days/\(day)/exercises/\(exercise)/entries/\(entry)"
    return try await host.put(path, .object(body), as: person)
  }

  func challenge(_ id: String, as person: TestPerson) async throws -> JSON {
    let reply = try await host.get(Self.path(id), as: person)
    #expect(reply.status == 200, "\(reply.text)")
    return reply.json
  }
}

extension TestHost {
  /// Somebody agrees that the routes of activities are kept.
  func keepRoutes(of person: TestPerson) async throws {
    let reply = try await put("\(FitnessWorld.area)/me/route-consent", as: person)
    #expect(reply.status == 200 && reply["isGiven"] == true, "\(reply.text)")
  }
}
