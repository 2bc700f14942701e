/// What the checks found: every problem of every manifest, and the plugins that may run.
public struct CheckReport: Sendable {
  /// Every problem, by file, then in the order of the checks.
  public let problems: [ManifestProblem]
  /// The plugins that may run, each after those it depends on.
  public let plugins: [CheckedPlugin]
  /// Every manifest with the state of its plugin, in the order of the files.
  public let listing: [PluginListing]
  /// What the migrations of each plugin will do, where a store plans them.
  public let migrationPlans: [String: [PlannedMigration]]

  /// Which plugin asks which.
  public let questions: [AskedQuestion]

  /// The plugins that are kept out for what they did to the host, and those that need them.
  public let heldBack: [HeldBackPlugin]

  /// The ids of disabled plugins that were tried as a whole, and would serve.
  public let fit: [String]

  /// The texts of each plugin by language, also of one that does not run: what it has told people stays readable.
  public let texts: [String: [String: [String: String]]]

  /// Whether nothing is left out.
  public var isClean: Bool { !problems.contains { $0.severity == .error } }

  /// The plugins that have an error, or need one that has.
  public var dropped: [PluginListing] { listing.filter { $0.state == .leftOut || $0.state == .quarantined } }

  /// The ids of the plugins that the operator has switched off.
  public var disabled: [String] { resting.compactMap(\.id) }

  /// The plugins that the operator has switched off.
  public var resting: [PluginListing] { listing.filter { $0.state == .disabled } }
}

/// A plugin that would serve, were it or one it needs not kept out.
public struct HeldBackPlugin: Sendable, Hashable {
  /// The id.
  public let id: String
  /// The name in paths.
  public let area: String
  /// What it would answer.
  public let routes: [RouteDeclaration]
}

extension CheckReport: Encodable {
  private enum Key: String, CodingKey {
    case problems, plugins, listing, migrationPlans, questions, fit
  }

  /// Encodes problems and plugins without settings.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(problems, forKey: .problems)
    try container.encode(plugins.map(PluginSummary.init), forKey: .plugins)
    try container.encode(listing, forKey: .listing)
    try container.encode(migrationPlans, forKey: .migrationPlans)
    try container.encode(questions, forKey: .questions)
    try container.encode(fit, forKey: .fit)
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
