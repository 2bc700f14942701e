public import FieldhouseKit

/// What an operator decided about a plugin apart from its manifest. It lies over the manifest before anything is checked.
public struct OperatorPart: Sendable, Hashable, Codable {
  /// Whether the plugin runs; nil leaves that to the manifest.
  public var enabled: Bool?
  /// Values of settings by pointers into the settings. Where the manifest sets something there, the manifest counts.
  public var settings: [String: JSON]
  /// The pointers of those values that are secrets.
  public var secrets: Set<String>
  /// What is granted beside what the manifest grants.
  public var grants: HostPermissions

  /// A part; without anything it leaves all to the manifest.
  public init(
    enabled: Bool? = nil, settings: [String: JSON] = [:], secrets: Set<String> = [],
    grants: HostPermissions = HostPermissions()
  ) {
    self.enabled = enabled
    self.settings = settings
    self.secrets = secrets
    self.grants = grants
  }

  /// Whether it leaves all to the manifest.
  public var isEmpty: Bool { self == OperatorPart() }

  /// The values with their pointers, each after those that it lies in.
  var values: [(pointer: JSONPointer, value: JSON)] {
    settings.sorted { $0.key < $1.key }.compactMap { text, value in
      (try? JSONPointer(parsing: text)).map { ($0, value) }
    }
  }
}

extension Manifest {
  /// Whether the manifest itself says what a setting is, or what an object is that it would lie in.
  func sets(_ setting: JSONPointer) -> Bool {
    var value = settings
    for name in setting.tokens {
      guard let members = value.object else { return true }
      guard let member = members[name] else { return false }
      value = member
    }
    return true
  }

  /// The settings with what an operator decided beside them.
  func settings(with part: OperatorPart) -> JSON {
    part.values.filter { !sets($0.pointer) }.reduce(settings) { settings, entry in
      settings.setting(entry.pointer.tokens[...], to: entry.value, under: settingsSchema?.json)
    }
  }

  /// The manifest's grants and an operator's; what the plugin does not ask for is granted by nobody but the manifest.
  func grants(with part: OperatorPart) -> HostPermissions {
    let more = part.grants.http.filter { permissions.http.contains($0) && !grants.http.contains($0) }
    return HostPermissions(
      http: grants.http + more, media: grants.media || (part.grants.media && permissions.media))
  }
}

extension JSON {
  /// With a value at a place. An object on the way there that is not set begins with its default, which would count
  /// without the value.
  fileprivate func setting(_ path: ArraySlice<String>, to value: JSON, under schema: JSON?) -> JSON {
    guard let name = path.first else { return value }
    var members = object ?? [:]
    let part = schema?["properties"]?[name]
    let inner = members[name] ?? part?["default"] ?? .object([:])
    members[name] = inner.setting(path.dropFirst(), to: value, under: part)
    return .object(members)
  }
}
