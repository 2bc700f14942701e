internal import FieldhouseKit

/// A well-formed manifest on its way through the checks.
struct PluginDraft: Sendable {
  let source: ManifestSource
  let manifest: Manifest

  var id: String { manifest.id }
  var file: String { source.file }
}

/// All manifests together.
struct CheckContext: Sendable {
  let configuration: CheckerConfiguration
  let readings: [ManifestReading]
  let drafts: [PluginDraft]
  /// The enabled ones, in the order of their files.
  let enabled: [PluginDraft]

  init(readings: [ManifestReading], configuration: CheckerConfiguration) {
    self.configuration = configuration
    self.readings = readings
    drafts = readings.compactMap { reading in
      guard let source = reading.source, let manifest = reading.manifest else { return nil }
      return PluginDraft(source: source, manifest: manifest)
    }
    enabled = drafts.filter(\.manifest.enabled)
  }

  /// The well-formed manifest of an id.
  func draft(_ id: String) -> PluginDraft? { drafts.first { $0.id == id } }

  /// Every id that a manifest gives, well-formed or not.
  var ids: [String] { readings.compactMap(\.id) }
}
