internal import FieldhouseKit

/// One line of the list of plugins.
public struct PluginListing: Sendable, Hashable, Codable {
  /// Whether a plugin runs.
  public enum State: String, Sendable, Hashable, Codable {
    /// It passed every check.
    case ready
    /// The operator has switched it off.
    case disabled
    /// It has an error, or needs a plugin that has one.
    case leftOut = "left-out"
    /// It is kept out for what it did to the host.
    case quarantined
  }

  /// The id; nil when the manifest does not tell it.
  public let id: String?
  /// What people read; nil when the manifest does not tell it.
  public let name: String?
  /// The version; nil when the manifest does not tell it.
  public let version: String?
  /// Whether it runs.
  public let state: State
  /// The manifest's path.
  public let file: String
  /// The codes of its errors.
  public let codes: [ProblemCode]
}

extension PluginListing {
  init(_ reading: ManifestReading, codes: [ProblemCode]) {
    id = reading.id
    name = reading.source?.json["name"]?.string
    version = reading.source?.json["version"]?.string
    file = reading.file
    self.codes = codes
    let isEnabled = reading.manifest?.enabled != false
    state =
      codes.isEmpty ? (isEnabled ? .ready : .disabled) : codes == [.pluginQuarantined] ? .quarantined : .leftOut
  }
}
