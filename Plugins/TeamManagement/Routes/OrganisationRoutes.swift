import FieldhouseKit
import Foundation

/// An organisation is a group that teams belong to; people found and join it through the host's routes for groups.
enum Organisation {
  static let kind = "organisation"
}

extension TeamManagement {
  func organisationRoutes(_ routes: inout Routes) {
    routes.get(
      "/organisations/{organisation}", "An organisation with its teams, by name",
      access: .permission("view-organisation", in: "organisation")
    ) { (input: OrganisationInput, _) in try await organisation(input.organisation) }
    routes.put(
      "/organisations/{organisation}", "Say where an organisation is",
      access: .permission("edit-organisation", in: "organisation")
    ) { (input: OrganisationChange, _, transaction) in
      try await transaction.execute(
        """
        insert into organisations (organisation, location) values (\(input.organisation), \(input.location))
        on conflict (organisation) do update set location = excluded.location
        """)
      return NoContent()
    }
  }

  /// Teams that only who is invited sees are left out.
  private func organisation(_ id: String) async throws -> OrganisationOutput {
    guard let group = try await host.groups.group(id) else { throw Problem.notFound() }
    let (location, ids) = try await host.storage.read { transaction in
      (
        try await transaction.first("select location from organisations where organisation = \(id)")?["location"] ?? "",
        try await transaction.query("select team from teams where organisation = \(id) limit 1000")
          .map { try $0["team"] as String }
      )
    }
    var teams: [OrganisationName] = []
    for team in ids {
      guard let group = try await host.groups.group(team), group.archivedAt == nil, group.visibility != .private else {
        continue
      }
      teams.append(OrganisationName(id: group.id, name: group.name))
    }
    return OrganisationOutput(
      id: group.id, name: group.name, location: location, teams: teams.sorted { ($0.name, $0.id) < ($1.name, $1.id) })
  }
}

struct OrganisationInput: RouteInput {
  var organisation: String
  static var schema: Schema { .object([("organisation", Fields.id)], required: ["organisation"]) }
}

struct OrganisationChange: RouteInput {
  var organisation: String
  var location: String
  static var schema: Schema {
    .object(
      [("organisation", Fields.id), ("location", .string(maxLength: 200))], required: ["organisation", "location"])
  }
}

struct OrganisationOutput: RouteOutput, Decodable {
  var id: String
  var name: String
  /// Empty when it is not told.
  var location: String
  var teams: [OrganisationName]
}
