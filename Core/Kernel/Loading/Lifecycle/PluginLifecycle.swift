public import FieldhouseKit

/// Brings checked plugins to life in their order, and ends them in the reverse one.
///
/// First every plugin is loaded, made, asked for its routes and validated: nothing has changed yet. Then each is
/// migrated, started and asked for its health, before those that need it. A plugin that fails at a step is reported and
/// left out, and those that need it with it.
public actor PluginLifecycle {
  /// How long a step may take, in seconds.
  public struct Limits: Sendable {
    /// Making and validating.
    public var validate: Double = 10
    /// Starting.
    public var start: Double = 30
    /// Health and stopping.
    public var stop: Double = 10

    /// The usual limits.
    public init() {}
  }

  private let factory: any HostFactory
  private let load: @Sendable (CheckedPlugin) throws -> PluginEntry
  private let limits: Limits
  private let watch: LifecycleWatch
  private var running: [RunningPlugin] = []

  /// A lifecycle that takes libraries into this process.
  public init(
    factory: any HostFactory, loader: PluginLoader = PluginLoader(), limits: Limits = Limits(),
    watch: LifecycleWatch = .none
  ) {
    self.init(factory: factory, limits: limits, watch: watch) { plugin in try loader.load(plugin) }
  }

  /// A lifecycle that gets entries from elsewhere, such as plugins linked into the host.
  public init(
    factory: any HostFactory, limits: Limits = Limits(), watch: LifecycleWatch = .none,
    load: @escaping @Sendable (CheckedPlugin) throws -> PluginEntry
  ) {
    self.factory = factory
    self.limits = limits
    self.watch = watch
    self.load = load
  }

  /// Brings plugins to life that stand in load order.
  public func start(_ plugins: [CheckedPlugin]) async -> StartReport {
    defer { watch.ended() }
    var failures = LifecycleFailures()
    var prepared: [RunningPlugin] = []
    for plugin in plugins where failures.admits(plugin) {
      if let plugin = await prepare(plugin, &failures) { prepared.append(plugin) }
    }
    for plugin in prepared where failures.admits(plugin.checked) {
      if await activate(plugin, &failures) { running.append(plugin) }
    }
    return StartReport(running: running, problems: failures.problems)
  }

  /// Ends every plugin, each before those it depends on.
  public func stop() async {
    defer { watch.ended() }
    for plugin in running.reversed() { await end(plugin) }
    running = []
  }

  private func prepare(_ plugin: CheckedPlugin, _ failures: inout LifecycleFailures) async -> RunningPlugin? {
    do {
      watch.began(.load, plugin)
      let entry = try load(plugin)
      watch.began(.make, plugin)
      let host = try await factory.host(for: plugin)
      let made = RunningPlugin(checked: plugin, plugin: try entry.make(host))
      let problems = made.differences
      guard problems.isEmpty else { return failures.add(plugin, problems) }
      return await validated(made, &failures)
    } catch let error as LoadError {
      return failures.add(plugin, .load(error))
    } catch {
      return failures.add(plugin, .step(.provisionFailed, error))
    }
  }

  private func validated(_ plugin: RunningPlugin, _ failures: inout LifecycleFailures) async -> RunningPlugin? {
    do {
      watch.began(.validate, plugin.checked)
      try await TimeLimit.run(seconds: limits.validate) { try await plugin.plugin.validate() }
      return plugin
    } catch {
      return failures.add(plugin.checked, .step(.validateFailed, error))
    }
  }

  private func activate(_ plugin: RunningPlugin, _ failures: inout LifecycleFailures) async -> Bool {
    var step = ProblemCode.migrateFailed
    do {
      watch.began(.migrate, plugin.checked)
      try await factory.migrate(plugin.checked)
      step = .startFailed
      watch.began(.start, plugin.checked)
      try await factory.catchUp(plugin)
      try await TimeLimit.run(seconds: limits.start) { try await plugin.plugin.start() }
      step = .healthDown
      watch.began(.health, plugin.checked)
      let health = try await TimeLimit.run(seconds: limits.stop) { await plugin.plugin.health() }
      if health.state != .down {
        await factory.began(plugin)
        return true
      }
      failures.add(plugin.checked, .step(.healthDown, HealthFault(detail: health.detail)))
    } catch {
      failures.add(plugin.checked, .step(step, error))
    }
    if step != .migrateFailed { await end(plugin) }
    return false
  }

  private func end(_ plugin: RunningPlugin) async {
    watch.began(.stop, plugin.checked)
    try? await TimeLimit.run(seconds: limits.stop) { await plugin.plugin.stop() }
  }
}

/// A plugin that says it does not work.
struct HealthFault: Error, CustomStringConvertible {
  let detail: String

  var description: String { detail }
}
