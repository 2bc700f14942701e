public import FieldhouseKit

/// A plugin that passed every check, with its files found and its settings resolved.
///
/// Its settings hold secrets in clear: it is never encoded, logged or shown as a whole.
public struct CheckedPlugin: Sendable {
  /// The manifest's path.
  public let file: String
  /// The manifest.
  public let manifest: Manifest
  /// The bundle folder.
  public let folder: String
  /// The library's full path; empty for a plugin that is part of this process.
  public let library: String
  /// The rule modules, with full paths.
  public let rules: [RuleModuleDeclaration]
  /// The migrations, in order.
  public let migrations: [MigrationFile]
  /// The table of texts of each language.
  public let texts: [String: [String: String]]
  /// The settings: the operator's values over the schema's defaults, secrets filled in.
  public let settings: JSON

  /// The plugin's id.
  public var id: String { manifest.id }

  let source: ManifestSource
}

/// A migration of a plugin.
public struct MigrationFile: Sendable, Hashable {
  /// The file's name without its folders, by which the store remembers it.
  public let name: String
  /// The full path.
  public let path: String
  /// The statements.
  public let sql: String
  /// The line of the file in which they begin, from 1.
  let firstLine: Int
}
