internal import FieldhouseKit

/// A group by its id.
struct GroupInput: RouteInput {
  let group: String
  static var schema: Schema { .object([("group", Fields.id)], required: ["group"]) }
}

/// Somebody in a group.
struct GroupPersonInput: RouteInput {
  let group: String
  let account: AccountID
  static var schema: Schema {
    .object([("group", Fields.id), ("account", Fields.id)], required: ["group", "account"])
  }
}

/// A role of somebody in a group.
struct GroupRoleInput: RouteInput {
  let group: String
  let account: AccountID
  let role: String
  static var schema: Schema {
    .object(
      [("group", Fields.id), ("account", Fields.id), ("role", .string(minLength: 1, maxLength: 64))],
      required: ["group", "account", "role"])
  }
}

/// What to list of a group.
struct GroupListInput: RouteInput {
  let group: String
  let limit: Int?
  let after: String?
  static var schema: Schema {
    .object([("group", Fields.id), ("limit", Fields.limit), ("after", Fields.cursor)], required: ["group"])
  }
}

/// Which members to list.
struct MemberListInput: RouteInput {
  let group: String
  let search: String?
  let limit: Int?
  let after: String?
  static var schema: Schema {
    .object(
      [
        ("group", Fields.id),
        (
          "search",
          .string(minLength: 1, maxLength: 100, description: "The beginnings of words of the name or user name.")
        ), ("limit", Fields.limit), ("after", Fields.cursor),
      ], required: ["group"])
  }
}

/// Which groups to list.
struct DirectoryInput: RouteInput {
  let kind: String?
  let parent: String?
  let search: String?
  let limit: Int?
  let after: String?
  static var schema: Schema {
    .object([
      ("kind", Fields.kind), ("parent", Fields.id),
      ("search", .string(minLength: 1, maxLength: 100, description: "The beginnings of words of the name.")),
      ("limit", Fields.limit), ("after", Fields.cursor),
    ])
  }
}

/// A group to be founded.
struct FoundingInput: RouteInput {
  let kind: String
  let name: String
  let parent: String?
  let about: String?
  let visibility: GroupVisibility?
  let admission: GroupAdmission?
  let capacity: Int?

  var draft: GroupDraft {
    GroupDraft(
      kind: kind, name: name, parent: parent, about: about ?? "", visibility: visibility, admission: admission,
      capacity: capacity)
  }

  static var schema: Schema {
    .object(
      [("kind", Fields.kind), ("parent", Fields.id)] + Fields.group,
      required: ["kind", "name"])
  }
}

/// A change of a group.
struct EditInput: RouteInput {
  let group: String
  let version: Int?
  let name: String?
  let about: String?
  let visibility: GroupVisibility?
  let admission: GroupAdmission?
  let capacity: Int?

  var edit: GroupEdit {
    GroupEdit(name: name, about: about, visibility: visibility, admission: admission, capacity: capacity)
  }

  static var schema: Schema {
    .object(
      [
        ("group", Fields.id),
        ("version", Fields.version),
      ] + Fields.group, required: ["group"])
  }
}

/// Leaving a group.
struct LeaveInput: RouteInput {
  let group: String
  let successor: AccountID?
  static var schema: Schema {
    .object(
      [("group", Fields.id), ("successor", .string(minLength: 1, maxLength: 64, description: "Who becomes admin."))],
      required: ["group"])
  }
}

/// Asking to become a member.
struct AskInput: RouteInput {
  let group: String
  let message: String?
  let sharesContact: Bool?
  static var schema: Schema {
    .object(
      [("group", Fields.id), ("message", .string(maxLength: 500).text(.lines)), Fields.sharesContact],
      required: ["group"])
  }
}

/// A code that people join with.
struct CodeInput: RouteInput {
  let code: String
  static var schema: Schema { .object([("code", .string(minLength: 1, maxLength: 40))], required: ["code"]) }

  /// As groups have it: people write in either case and divide it as they like.
  var normal: String { Self.normal(code) }

  static func normal(_ code: String) -> String { code.uppercased().filter { $0.isLetter || $0.isNumber } }
}

/// Joining with a code.
struct CodeJoinInput: RouteInput {
  let code: String
  let sharesContact: Bool?
  static var schema: Schema {
    .object([("code", .string(minLength: 1, maxLength: 40)), Fields.sharesContact], required: ["code"])
  }
}

/// What the fields of several inputs allow.
enum Fields {
  static var id: Schema { .string(minLength: 1, maxLength: 64) }
  static var kind: Schema { .string(minLength: 1, maxLength: 64) }
  static var limit: Schema { .integer(1...100) }
  /// Some hold a name, whose characters may each have many bytes.
  static var cursor: Schema { .string(minLength: 1, maxLength: 6_000) }
  static var sharesContact: (String, Schema) {
    (
      "sharesContact",
      .nullable(
        .boolean.described(
          "Whether those who look after the group may see user name and e-mail address; needed after `group-consent-needed`."
        ))
    )
  }

  /// The lengths are the kind's affair, which the answer then names.
  static var group: [(String, Schema)] {
    [
      ("name", .string(maxLength: 1_000)), ("about", .string(maxLength: 5_000).text(.lines)),
      ("visibility", .enumeration(GroupVisibility.allCases.map { .string($0.rawValue) })),
      ("admission", .enumeration(GroupAdmission.allCases.map { .string($0.rawValue) })),
      ("capacity", .integer(1...Int64(GroupKind.largestCapacity))),
    ]
  }
}
