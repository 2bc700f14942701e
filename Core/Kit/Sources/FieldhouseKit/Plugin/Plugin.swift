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

  /// Whether somebody may watch a live topic for which the manifest says `"access": "plugin"`. Nobody may, unless the
  /// plugin says so.
  ///
  /// It is asked when a stream begins, when a transaction says ``Transaction/reviewWatchers(of:)``, and every 15 seconds
  /// while the stream is open. A stream does not begin without an answer within two seconds; one that is open goes on
  /// when an error is thrown. The operator's token may watch without being asked for.
  /// - Parameter caller: nil when nobody is signed in.
  /// - Returns: false answers 401 `unauthenticated` to who is not signed in and 404 `not-found` to everybody else.
  func mayWatch(_ topic: LiveTopic, _ caller: Principal?) async throws -> Bool
}

extension Plugin {
  public func routes(_ routes: inout Routes) {}
  public func validate() async throws {}
  public func start() async throws {}
  public func stop() async {}
  public func health() async -> Health { .ok }
  public func mayWatch(_ topic: LiveTopic, _ caller: Principal?) async throws -> Bool { false }
}
