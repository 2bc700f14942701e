import FieldhouseKit
import Foundation

extension TeamManagement {
  func logRoutes(_ routes: inout Routes) {
    routes.get(
      "/teams/{team}/log", "What those who look after the team have done, the latest first",
      access: .permission(Permission.view, in: "team")
    ) { (input: LogInput, _) in try await log(input) }
  }

  private func log(_ input: LogInput) async throws -> Page<LogOutput> {
    let limit = input.limit ?? 50
    let found = try await host.storage.read { transaction in
      try await TeamLog.entries(of: input.team, before: input.after.flatMap(Int.init), limit: limit, in: transaction)
    }
    let people = try await host.authentication.accounts(
      Array(Set(found.flatMap { [$0.actor, $0.account].compactMap { $0 } })))
    let items = found.map { entry in
      LogOutput(
        kind: entry.kind, by: entry.actor.flatMap { people[$0] }.map(PersonOutput.init),
        person: entry.account.flatMap { people[$0] }.map(PersonOutput.init), subject: entry.subject, at: entry.at)
    }
    return Page(items: items, next: found.count == limit ? found.last.map { String($0.id) } : nil)
  }
}

struct LogInput: RouteInput {
  var team: String
  /// 1 to 100; 50 unless given.
  var limit: Int?
  var after: String?

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id), ("limit", .integer(1...100)),
        ("after", .string(minLength: 1, maxLength: 20, pattern: "^[0-9]+$")),
      ], required: ["team"])
  }
}

/// Something that was done.
struct LogOutput: RouteOutput, Decodable {
  /// Such as `event-changed` or `card-opened`.
  var kind: String
  /// Who did it; nil for the host itself, and for who has left the platform.
  var by: PersonOutput?
  /// Whom it is about.
  var person: PersonOutput?
  /// What it is about, such as an event by its name; empty for nothing.
  var subject: String
  var at: Date
}
