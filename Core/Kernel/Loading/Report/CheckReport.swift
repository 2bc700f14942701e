/// What the checks found: every problem of every manifest, and the plugins that may run.
public struct CheckReport: Sendable {
  /// Every problem, by file, then in the order of the checks.
  public let problems: [ManifestProblem]
  /// The plugins that may run, each after those it depends on.
  public let plugins: [CheckedPlugin]
  /// The enabled plugins that are left out.
  public let dropped: [DroppedPlugin]
  /// The disabled plugins' ids.
  public let disabled: [String]
  /// What the migrations of each plugin will do, where a store plans them.
  public let migrationPlans: [String: [PlannedMigration]]

  /// Whether nothing is left out.
  public var isClean: Bool { !problems.contains { $0.severity == .error } }
}

/// A plugin that is left out.
public struct DroppedPlugin: Sendable, Hashable, Codable {
  /// The id; nil where the manifest does not tell it.
  public let id: String?
  /// The manifest's path.
  public let file: String
  /// The codes of its errors.
  public let codes: [ProblemCode]
}

extension CheckReport: Encodable {
  private enum Key: String, CodingKey {
    case problems, plugins, dropped, disabled, migrationPlans
  }

  /// Encodes problems and plugins without settings.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(problems, forKey: .problems)
    try container.encode(plugins.map(PluginSummary.init), forKey: .plugins)
    try container.encode(dropped, forKey: .dropped)
    try container.encode(disabled, forKey: .disabled)
    try container.encode(migrationPlans, forKey: .migrationPlans)
  }
}

/// What may be shown of a plugin.
public struct PluginSummary: Sendable, Hashable, Codable {
  /// The id.
  public let id: String
  /// What people read.
  public let name: String
  /// The version.
  public let version: String
  /// The manifest's path.
  public let file: String
  /// The library's path.
  public let library: String
  /// The ids of the plugins it depends on, sorted.
  public let dependencies: [String]

  /// The summary of a checked plugin.
  public init(_ plugin: CheckedPlugin) {
    id = plugin.id
    name = plugin.manifest.name
    version = plugin.manifest.version.description
    file = plugin.file
    library = plugin.library
    dependencies = plugin.manifest.dependencies.keys.sorted()
  }
}
