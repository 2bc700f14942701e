import FieldhouseKernel
import FieldhouseKit
import Foundation

/// A plugin with everything that operators decide about it.
struct PluginDetail: RouteOutput, Codable {
  let id: String
  let name: String
  let description: String
  let version: String
  /// How this worker found it: `serving`, `disabled`, `dropped` or `quarantined`.
  let state: String
  /// What is wrong, or how it is doing.
  let detail: String
  /// Whether it is to run; `state` follows once the host has taken that over.
  let isEnabled: Bool
  /// Whether the console has the say in that, else the manifest.
  let isEnabledHere: Bool
  let permissions: [PermissionView]
  let settings: [SettingView]
  /// What the checks say of the plugin as it is decided now.
  let problems: [PluginProblem]
  /// What it did to the host within the last day.
  let faults: [PluginFault]
  /// How often the console has changed something; named in a change.
  let revision: Int
  /// Whether this worker runs with what is decided now.
  let isInUse: Bool
  /// Whether the host takes a change over by itself; otherwise it does so when it is started next.
  let isTakenOver: Bool
}

/// Something that a plugin asks for.
struct PermissionView: RouteOutput, Codable, Hashable {
  /// `http` or `media`.
  let kind: String
  /// The host that it calls; for media nothing.
  let host: String?
  let isGranted: Bool
  /// Whether the manifest grants it, which the console cannot take back.
  let isFixed: Bool
}

/// One setting.
struct SettingView: RouteOutput, Codable {
  /// Where it is in the settings.
  let pointer: JSONPointer
  /// The titles of the objects that it is in, and its own.
  let titles: [String]
  /// What it may be, as a JSON schema.
  let schema: JSON
  let isRequired: Bool
  /// Whether the value is not told, but that there is one, and references to one.
  let isSecret: Bool
  /// Whether the plugin's version of now has the setting.
  let isKnown: Bool
  /// Where the value comes from. What the manifest says the console cannot change.
  let source: PluginSetting.Source
  /// The value that counts.
  let value: JSON?
  /// What it is when nobody sets it.
  let fallback: JSON?

  private enum CodingKeys: String, CodingKey {
    case pointer, titles, schema, isRequired, isSecret, isKnown, source, value
    case fallback = "default"
  }

  init(_ setting: PluginSetting) {
    (pointer, titles, schema) = (setting.pointer, setting.titles, setting.schema.json)
    (isRequired, isSecret, isKnown) = (setting.isRequired, setting.isSecret, setting.isKnown)
    (source, value, fallback) = (setting.source, setting.value, setting.fallback)
  }
}

/// Something that the checks found.
struct PluginProblem: RouteOutput, Codable {
  /// `error`, `warning`, or `notice` of a plugin that is switched off.
  let severity: String
  let code: String
  /// The place in the manifest; settings are below `/settings`.
  let pointer: String
  let detail: String
  let remedy: String

  init(_ problem: ManifestProblem) {
    (severity, code) = (problem.severity.rawValue, problem.code.rawValue)
    (pointer, detail, remedy) = (problem.pointer.description, problem.message, problem.remedy)
  }
}

/// What a plugin did to the host.
struct PluginFault: RouteOutput, Codable {
  let at: Date
  let detail: String
  /// Whether it is kept out for it.
  let isKeptOut: Bool
}

/// What would miss a plugin.
struct PluginUses: RouteOutput, Codable {
  /// The ids of the plugins that need it and stop with it.
  let dependents: [String]
  /// The ids of the plugins that ask it, and get no answer without it.
  let askedBy: [String]
  /// The ids of the plugins that hear its events.
  let heardBy: [String]
  /// The events that it hears; they wait for it until they are too old.
  let hears: [String]
  /// Its leaderboards, which nobody sees without it.
  let boards: [String]
  /// How many rows it keeps, which stay; nothing where it does not run.
  let rows: Int?
}

/// Which plugin.
struct PluginInput: RouteInput {
  let id: String

  static var schema: Schema { .object([("id", id)], required: ["id"]) }
  static let id = Schema.string(minLength: 1, maxLength: 40, description: "The plugin's id.")
}

/// What operators decide; what is left out stays.
struct PluginChangeInput: RouteInput {
  struct Grants: Decodable, Sendable {
    let http: [String]
    let media: Bool
  }

  let id: String
  let revision: Int
  let isEnabled: Bool?
  let settings: JSON?
  let grants: Grants?
  let isTest: Bool?

  static var schema: Schema {
    .object(
      [
        ("id", PluginInput.id),
        ("revision", .integer(0...Int64(Int32.max), description: "That of the plugin as it was shown.")),
        ("isEnabled", .boolean(description: "Whether it is to run.")),
        (
          "settings",
          Schema(["type": "object"]).described(
            "Settings to change, in the shape of the settings (RFC 7396). Null takes back what the console has set.")
        ),
        (
          "grants",
          .object(
            [("http", .array(of: .string(maxLength: 300), count: 0...100)), ("media", .boolean)],
            required: ["http", "media"],
            description: "All that the console grants beside the manifest, of what the plugin asks for.")
        ), ("isTest", .boolean(description: "Only tests the change, as it is tested before it is kept.")),
      ], required: ["id", "revision"])
  }
}
