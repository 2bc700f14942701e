internal import Foundation

/// What a trial's process is asked to do.
public struct TrialRequest: Codable, Sendable {
  /// The plugin's manifest.
  public var manifest: String
  /// The folder with the copy of its data, in which the process may do what it likes.
  public var folder: String
  /// The beginning of the names of the copy's schemas on a server; nil for files in the folder.
  public var schemaPrefix: String?
  /// How much the plugin may take.
  public var limits: TrialLimits
  /// What operators decided apart from the manifest, or would decide, by plugin.
  public var parts: [String: OperatorPart] = [:]
  /// Whether the plugin is tried without its data, in files of its own in the folder, whatever database the host has.
  public var isOfSettings = false
  /// Leaves the plugin's code alone.
  public var isOfMigrationsOnly = false

  /// A request to try everything.
  public init(manifest: String, folder: String, schemaPrefix: String?, limits: TrialLimits) {
    self.manifest = manifest
    self.folder = folder
    self.schemaPrefix = schemaPrefix
    self.limits = limits
  }

  /// The request that stands in standard input.
  public static func received() throws -> TrialRequest {
    try JSONDecoder().decode(TrialRequest.self, from: FileHandle.standardInput.readDataToEndOfFile())
  }
}

extension CheckedPlugin {
  /// A plugin that was checked in another process, enabled or not; nil when its files have changed so that they cannot be
  /// read.
  public init?(manifest file: String, _ configuration: CheckerConfiguration) {
    let written = ManifestReading(file: file)
    let reading = written.with(written.id.flatMap { configuration.parts[$0] })
    guard let source = reading.source, let manifest = reading.manifest,
      let checked = PluginInspection(PluginDraft(source: source, manifest: manifest), configuration).checked
    else { return nil }
    self = checked
  }
}
