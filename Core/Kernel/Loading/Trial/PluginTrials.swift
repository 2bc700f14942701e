/// Tries plugins on copies of their data.
public protocol PluginTrials: Sendable {
  /// What is wrong with a plugin that has no error so far. Nothing of its data changes, nothing is sent.
  func problems(of plugin: CheckedPlugin) async -> [ManifestProblem]
}
