/// A feature of the host.
public protocol Plugin: Sendable {
  /// Takes the services.
  init(host: PluginHost) throws
  /// Declares the routes.
  func routes(_ routes: inout Routes)
  /// Starts what the plugin does.
  func start() async throws
}

extension Plugin {
  public func routes(_ routes: inout Routes) {}
  public func start() async throws {}
}
