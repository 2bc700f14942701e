public import FieldhouseKit

/// A manifest: what a plugin is (the author's part) and what to do with it (the operator's part).
///
/// The format is `manifests/plugin.schema.json`. Paths are relative to the plugin's bundle folder.
public struct Manifest: Sendable, Hashable {
  /// The name of the plugin's data; it never changes.
  public let id: String
  /// The name under which routes, boards, topics, events and pages appear; the id unless given.
  public let area: String
  /// What people read.
  public let name: String
  /// What the plugin is for.
  public let description: String
  /// The plugin's version.
  public let version: SemanticVersion
  /// The versions of FieldhouseKit it works with.
  public let kit: VersionRange
  /// The versions of the host it works with.
  public let host: VersionRange
  /// The folder of this version inside the plugin's folder; nil when the files lie in the plugin's folder itself.
  public let bundle: String?
  /// The dynamic library.
  public let library: LibraryReference
  /// The plugins that run before this one.
  public let dependencies: [String: VersionRange]
  /// What the plugin asks the operator for.
  public let permissions: HostPermissions
  /// What the plugin adds to the host.
  public let contributions: Contributions
  /// Whether advertisements may stand beside the plugin's pages, if the operator wants any; true unless given.
  public let acceptsAdvertisements: Bool
  /// SQL files in the order in which they are applied.
  public let migrations: [String]
  /// Other files that the plugin reads in its bundle folder.
  public let otherFiles: [String]
  /// The schema of the settings; nil when there are none.
  public let settingsSchema: Schema?
  /// The operator's part: whether the plugin runs.
  public let enabled: Bool
  /// The operator's part: values as they are written, with references to secrets.
  public let settings: JSON
  /// The operator's part: what of the permissions is granted.
  public let grants: HostPermissions
}

/// The library of a plugin.
public struct LibraryReference: Sendable, Hashable, Codable {
  /// The file in the bundle folder.
  public let path: String
  /// The C name of the entry point.
  public let symbol: String
  /// 64 lower-case hexadecimal digits; nil where the manifest gives no hash.
  public let sha256: String?
}

/// What a plugin asks of the host, or what is granted of it.
public struct HostPermissions: Sendable, Hashable, Codable {
  /// Hosts that may be called, over `https` unless the entry begins with `http://`.
  public let http: [String]
  /// Whether files may be stored.
  public let media: Bool

  /// Permissions; none unless given.
  public init(http: [String] = [], media: Bool = false) {
    self.http = http
    self.media = media
  }

  /// Reads what is there; what is left out is not asked for.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    http = try values.list(.http)
    media = try values.decodeIfPresent(Bool.self, forKey: .media) ?? false
  }
}

extension KeyedDecodingContainer {
  /// The items of a list, none where the key is missing.
  func list<Item: Decodable>(_ key: Key) throws -> [Item] {
    try decodeIfPresent([Item].self, forKey: key) ?? []
  }
}
