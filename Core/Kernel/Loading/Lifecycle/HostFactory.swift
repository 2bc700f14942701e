public import FieldhouseKit

/// What the lifecycle asks of the host's composition.
public protocol HostFactory: Sendable {
  /// The services of a plugin, scoped to it.
  /// - Throws: when they cannot be made; the message goes to the operator.
  func host(for plugin: CheckedPlugin) async throws -> PluginHost

  /// Applies the plugin's migrations.
  /// - Throws: when one fails; the message goes to the operator.
  func migrate(_ plugin: CheckedPlugin) async throws
}
