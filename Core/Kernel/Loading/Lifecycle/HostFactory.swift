public import FieldhouseKit

/// What the lifecycle asks of the host's composition.
public protocol HostFactory: Sendable {
  /// The services of a plugin, scoped to it.
  /// - Throws: when they cannot be made; the message goes to the operator.
  func host(for plugin: CheckedPlugin) async throws -> PluginHost

  /// Applies the plugin's migrations.
  /// - Throws: when one fails; the message goes to the operator.
  func migrate(_ plugin: CheckedPlugin) async throws

  /// Lets a plugin, whose tables are there and which does not serve yet, follow what has happened to people since it ran
  /// last.
  /// - Throws: when that cannot be begun; the message goes to the operator.
  func catchUp(_ plugin: RunningPlugin) async throws

  /// Is told that a plugin has come to life, before those that need it do.
  func began(_ plugin: RunningPlugin) async
}

extension HostFactory {
  public func catchUp(_ plugin: RunningPlugin) async throws {}
  public func began(_ plugin: RunningPlugin) async {}
}
