internal import FieldhouseKit

/// Which organisations to list.
struct OrganisationListInput: RouteInput {
  let kind: String
  let parent: String?
  let limit: Int?
  let after: String?
  static var schema: Schema {
    .object(
      [
        ("kind", Fields.kind),
        ("parent", .string(minLength: 1, maxLength: 64, description: "Only those that lie in this group.")),
        ("limit", Fields.limit), ("after", Fields.cursor),
      ], required: ["kind"])
  }
}

/// An organisation to be made.
struct OrganisationDraftInput: RouteInput {
  let kind: String
  let name: String
  let parent: String?
  let about: String?
  let visibility: GroupVisibility?
  let admission: GroupAdmission?
  let country: String?
  let email: String?
  let contactName: String?

  var draft: GroupDraft {
    GroupDraft(
      kind: kind, name: name, parent: parent, about: about ?? "", visibility: visibility, admission: admission)
  }

  static var schema: Schema {
    .object(
      [("kind", Fields.kind), ("parent", Fields.id)] + OrganisationFields.group
        + OrganisationFields.responsible, required: ["kind", "name"])
  }
}

/// A change of an organisation; what is left out stays.
struct OrganisationEditInput: RouteInput {
  let kind: String
  let group: String
  let version: Int?
  let name: String?
  let about: String?
  let visibility: GroupVisibility?
  let admission: GroupAdmission?
  let country: String?
  let email: String?
  let contactName: String?

  var edit: GroupEdit { GroupEdit(name: name, about: about, visibility: visibility, admission: admission) }

  static var schema: Schema {
    .object(
      [
        ("kind", Fields.kind), ("group", Fields.id), ("version", Fields.version),
      ] + OrganisationFields.group + OrganisationFields.responsible, required: ["kind", "group"])
  }
}

/// An organisation by its id.
struct OrganisationInput: RouteInput {
  let kind: String
  let group: String
  static var schema: Schema {
    .object([("kind", Fields.kind), ("group", Fields.id)], required: ["kind", "group"])
  }
}

private enum OrganisationFields {
  static var group: [(String, Schema)] { Fields.group.filter { $0.0 != "capacity" } }
  static var responsible: [(String, Schema)] {
    [
      ("country", .string(minLength: 2, maxLength: 2, description: "ISO 3166-1 alpha-2.")),
      (
        "email",
        .string(
          minLength: 1, maxLength: 254,
          description: "Of who is responsible and becomes admin; an account is made where there is none."
        ).text(.pasted)
      ),
      ("contactName", .string(minLength: 1, maxLength: 50, description: "The full name of somebody new.")),
    ]
  }
}
