/// Everything a plugin gets from its host.
public struct PluginHost: Sendable {
  /// The plugin's id.
  public let pluginID: String
  /// Time.
  public let clock: any HostClock
  /// The plugin's log.
  public let log: any Log
}
