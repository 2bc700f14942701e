/// A feature of the host: the type a library's entry point exports.
///
/// The steps run in this order, each only when the one before succeeded; a failure drops this plugin and those that
/// depend on it, and the rest of the host serves:
/// `init(host:)` → ``validate()`` → (migrations) → ``start()`` → ``health()``; ``stop()`` when the host ends.
public protocol Plugin: Sendable {
  /// Takes the services and reads the settings. Nothing is stored or scheduled yet.
  /// - Throws: when the settings do not make sense; the message goes to the operator.
  init(host: PluginHost) throws

  /// Declares the routes. Each must be named in the manifest, and each named there must be declared.
  func routes(_ routes: inout Routes)

  /// Checks what settings and files say before anything changes.
  func validate() async throws

  /// Starts schedules and subscriptions. The plugin's tables are there.
  func start() async throws

  /// Ends what `start` began, within 10 seconds.
  func stop() async

  /// How the plugin is doing; asked every few seconds.
  func health() async -> Health
}

extension Plugin {
  public func routes(_ routes: inout Routes) {}
  public func validate() async throws {}
  public func start() async throws {}
  public func stop() async {}
  public func health() async -> Health { .ok }
}
