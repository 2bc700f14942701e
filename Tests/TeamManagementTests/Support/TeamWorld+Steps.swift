import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

extension TeamWorld {
  /// Some people, in the order of their names here.
  func people(_ names: String...) async throws -> [TestPerson] {
    var people: [TestPerson] = []
    for name in names { people.append(try await host.person(name)) }
    return people
  }

  /// An event as it is to be: that of ``plan(_:)`` but for the changes.
  func change(
    _ event: String, of team: String, _ changes: JSONObject, by person: TestPerson
  ) async throws -> TestReply {
    try await host.put(path(team, "/events/\(event)"), Self.plan(changes), as: person)
  }

  func shown(_ event: String, of team: String, as person: TestPerson) async throws -> TestReply {
    try await host.get(path(team, "/events/\(event)"), as: person)
  }

  /// The ids of the events on a team's calendar in the year from the host's August on.
  func ids(_ team: String, as person: TestPerson) async throws -> [String] {
    try await list(team, as: person).compactMap { $0["id"]?.string }
  }

  /// Where the reminders of somebody lead.
  func reminders(of person: TestPerson) async throws -> Set<String> {
    try await host.settled()
    return Set(try await host.get("/v1/me/reminders", as: person).items.compactMap { $0["link"]?.string })
  }

  func page(_ event: String, of team: String) -> String { "/team-management/teams/\(team)/events/\(event)" }

  /// Gives somebody a position on the roster.
  func place(
    _ position: JSON, of person: TestPerson, in team: String, by admin: TestPerson, number: JSON = .null
  ) async throws -> TestReply {
    try await host.put(path(team, "/roster/\(person.id)"), ["position": position, "number": number], as: admin)
  }

  /// What a query for `n` finds.
  func count(_ query: SQL) async throws -> Int {
    try await host.services.storage.read { try await $0.query(query)[0]["n"] }
  }

  func write(_ statements: [SQL]) async throws {
    try await host.services.storage.write { transaction in
      for statement in statements { try await transaction.execute(statement) }
    }
  }
}

extension JSONObject {
  /// The members with others in their place, or beside them.
  func with(_ changes: JSONObject) -> JSONObject {
    var result = self
    for (name, value) in changes { result[name] = value }
    return result
  }
}
