internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

/// What an advertisement is to be.
struct AdvertisementDraft: RouteInput {
  let name: String
  let title: String
  let text: String
  let link: String
  let startsAt: Date
  let endsAt: Date
  let countries: [String]?
  let places: [String]?

  static var fields: [(String, Schema)] {
    [
      ("name", .string(minLength: 1, maxLength: 100)), ("title", .string(minLength: 1, maxLength: 60)),
      ("text", .string(maxLength: 200)), ("link", .string(minLength: 1, maxLength: WebAddress.longest)),
      ("startsAt", .string(format: .dateTime)), ("endsAt", .string(format: .dateTime)),
      ("countries", .array(of: .string(pattern: "^[A-Z]{2}$"), count: 0...250)),
      (
        "places",
        .array(
          of: .string(maxLength: 300, pattern: "^[a-z][a-z0-9-]*(/[A-Za-z0-9._~-]+)*$"), count: 0...50,
          description: "Areas of plugins, or pages below them such as soccer-predictions/leagues/en.1.")
      ),
    ]
  }
  static let required = ["name", "title", "text", "link", "startsAt", "endsAt"]
  static var schema: Schema { .object(fields, required: required) }

  /// What the schema cannot say.
  /// - Throws: ``Problem`` 422 for a link that leads nowhere, or a time that ends before it begins.
  func check() throws {
    guard WebAddress.isPlain(link) else { throw Content.noAddress("/link") }
    guard startsAt < endsAt else {
      throw Problem.invalid("/endsAt", "period", "An advertisement must end after it begins.")
    }
  }
}

/// What one that there is already is to be.
struct AdvertisementChange: RouteInput {
  let id: String
  let version: Int
  let draft: AdvertisementDraft

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    id = try values.decode(String.self, forKey: .id)
    version = try values.decode(Int.self, forKey: .version)
    draft = try AdvertisementDraft(from: decoder)
  }

  private enum Key: String, CodingKey { case id, version }

  static var schema: Schema {
    .object(
      [
        ("id", AdvertisementInput.field),
        ("version", .integer(1...Int64(Int32.max), description: "The version that was edited.")),
      ] + AdvertisementDraft.fields, required: ["id", "version"] + AdvertisementDraft.required)
  }
}

/// An advertisement by its id.
struct AdvertisementInput: RouteInput {
  let id: String

  static var field: Schema { .string(minLength: 1, maxLength: 64) }
  static var schema: Schema { .object([("id", field)], required: ["id"]) }
}

/// A picture of an advertisement.
struct AdvertisementFileInput: RouteInput {
  let id: String
  let file: String

  static var schema: Schema {
    .object([("id", AdvertisementInput.field), ("file", ContentPictures.fileID)], required: ["id", "file"])
  }
}

/// Which advertisements to list.
struct AdvertisementListInput: RouteInput {
  let limit: Int?
  let after: String?

  static var schema: Schema {
    .object([("limit", .integer(1...100)), ("after", .string(minLength: 1, maxLength: 100))])
  }
}

/// Beside which page an advertisement is to be shown.
struct AdvertisementSlotInput: RouteInput {
  let area: String
  let path: String?

  static var schema: Schema {
    .object(
      [
        ("area", .string(minLength: 1, maxLength: 64)),
        ("path", .string(maxLength: 500, description: "The page's path below the area, without a slash before it.")),
      ], required: ["area"])
  }
}

/// Whether there are advertisements.
struct AdvertisingSwitch: RouteInput {
  let isOn: Bool
  static var schema: Schema { .object([("isOn", .boolean)], required: ["isOn"]) }
}

/// Whether there are advertisements beside the pages of a plugin.
struct PluginAdvertisingSwitch: RouteInput {
  let area: String
  let isOn: Bool

  static var schema: Schema {
    .object([("area", .string(minLength: 1, maxLength: 64)), ("isOn", .boolean)], required: ["area", "isOn"])
  }
}
