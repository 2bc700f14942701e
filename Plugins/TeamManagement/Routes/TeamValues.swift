import FieldhouseKit
import Foundation

struct SportInput: RouteInput {
  /// How the name, or a word of it, begins.
  var query: String?
  static var schema: Schema { .object([("query", .string(maxLength: 60))]) }
}

struct SportOutput: RouteOutput, Decodable { var name: String }

struct TeamName: RouteOutput, Decodable { var team: String }

/// A team to be started.
struct TeamDraftInput: RouteInput {
  var name: String
  var sport: String
  /// The id of an organisation that I am a member of.
  var organisation: String?
  var about: String?
  var visibility: GroupVisibility?
  var admission: GroupAdmission?

  static var fields: [(String, Schema)] {
    [
      ("name", Fields.teamName), ("sport", Fields.sport), ("organisation", .nullable(Fields.id)),
      ("about", .nullable(.string(maxLength: 500).text(.lines))),
      ("visibility", .nullable(.enumeration(["listed", "private"]))),
      ("admission", .nullable(.enumeration(["request", "invitation"]))),
    ]
  }
  static var schema: Schema { .object(fields, required: ["name", "sport"]) }
}

/// What a team is to be.
struct TeamChangeInput: RouteInput {
  var team: String
  var name: String
  var sport: String
  /// None unless given.
  var organisation: String?
  var about: String?
  var visibility: GroupVisibility?
  var admission: GroupAdmission?

  static var schema: Schema {
    .object([("team", Fields.id)] + TeamDraftInput.fields, required: ["team", "name", "sport"])
  }
}

/// A team as one of its members sees it.
struct TeamOutput: RouteOutput {
  var id: String
  var name: String
  var about: String
  var picture: String?
  var sport: String
  var organisation: OrganisationName?
  var members: Int
  var visibility: GroupVisibility
  var admission: GroupAdmission
  /// Since when it is archived.
  var archivedAt: Date?
  /// What I may do, by the names of the manifest.
  var permissions: [String]
  /// Whether I may do more once I have shown a second factor in this session.
  var needsSecondFactor = false

  init(_ group: Group, _ team: Team, _ organisation: Group?, _ permissions: [String]) {
    (id, name, about, picture) = (group.id, group.name, group.about, group.picture)
    (sport, members, archivedAt) = (team.sport, group.members, group.archivedAt)
    (visibility, admission, self.permissions) = (group.visibility, group.admission, permissions)
    self.organisation = organisation.map { OrganisationName(id: $0.id, name: $0.name) }
  }

  static var schema: Schema {
    .object(
      [
        ("id", .string()), ("name", .string()), ("about", .string()), ("picture", .string()), ("sport", .string()),
        ("organisation", OrganisationName.schema), ("members", .integer()), ("visibility", .string()),
        ("admission", .string()), ("archivedAt", Fields.instant), ("permissions", .array(of: .string())),
        ("needsSecondFactor", .boolean),
      ],
      required: [
        "id", "name", "about", "sport", "members", "visibility", "admission", "permissions", "needsSecondFactor",
      ])
  }
}

struct OrganisationName: RouteOutput, Decodable {
  var id: String
  var name: String
}
