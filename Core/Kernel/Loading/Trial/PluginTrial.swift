internal import FieldhouseKit

/// Tries a plugin with everything that a start of the host would do with it: its library is loaded, it is made with its
/// settings, its routes, answers, schedules and subscriptions are compared with the manifest, it validates itself, its
/// migrations run, it starts and tells its health. Each step is tried that can be after what failed before, so that one
/// problem does not hide another.
///
/// It runs in a process of its own, on a copy of the plugin's data; see ``TrialProcess``.
public struct PluginTrial: Sendable {
  private let factory: any TrialFactory
  private let loader: PluginLoader
  private let limits: PluginLifecycle.Limits
  private let watch: LifecycleWatch

  /// A trial with a host's composition.
  public init(
    factory: any TrialFactory, loader: PluginLoader = PluginLoader(), limits: PluginLifecycle.Limits,
    watch: LifecycleWatch
  ) {
    self.factory = factory
    self.loader = loader
    self.limits = limits
    self.watch = watch
  }

  /// What is wrong with the plugin.
  public func problems(of plugin: CheckedPlugin) async -> [ManifestProblem] {
    var found = LifecycleFailures()
    let made = await prepare(plugin, &found)
    let isMigrated = await migrate(plugin, &found)
    if let made, isMigrated { await start(made, &found) }
    let record = factory.record
    watch.ended()
    return found.problems.map { excused($0, record, plugin) }
      + RegistrationComparison(plugin: plugin, record: record, hasStarted: made != nil && isMigrated).problems()
  }

  /// What is wrong with the plugin's migrations; its code is left alone.
  public func problemsOfMigrations(of plugin: CheckedPlugin) async -> [ManifestProblem] {
    var found = LifecycleFailures()
    _ = await migrate(plugin, &found)
    watch.ended()
    return found.problems
  }

  private func prepare(_ plugin: CheckedPlugin, _ found: inout LifecycleFailures) async -> RunningPlugin? {
    let made: RunningPlugin
    do {
      watch.began(.load, plugin)
      let entry = try loader.load(plugin)
      watch.began(.make, plugin)
      made = RunningPlugin(checked: plugin, plugin: try entry.make(try await factory.host(for: plugin)))
    } catch let error as LoadError {
      return found.add(plugin, .load(error))
    } catch {
      return found.add(plugin, .step(.provisionFailed, error))
    }
    let differences = made.differences
    if !differences.isEmpty { found.add(plugin, differences) }
    do {
      watch.began(.validate, plugin)
      try await TimeLimit.run(seconds: limits.validate) { try await made.plugin.validate() }
      return made
    } catch {
      return found.add(plugin, .step(.validateFailed, error))
    }
  }

  private func migrate(_ plugin: CheckedPlugin, _ found: inout LifecycleFailures) async -> Bool {
    do {
      watch.began(.migrate, plugin)
      try await factory.migrate(plugin)
      return true
    } catch {
      found.add(plugin, .step(.migrateFailed, error))
      return false
    }
  }

  private func start(_ plugin: RunningPlugin, _ found: inout LifecycleFailures) async {
    var step = ProblemCode.startFailed
    do {
      watch.began(.start, plugin.checked)
      try await TimeLimit.run(seconds: limits.start) { try await plugin.plugin.start() }
      step = .healthDown
      watch.began(.health, plugin.checked)
      let health = try await TimeLimit.run(seconds: limits.stop) { await plugin.plugin.health() }
      if health.state == .down { found.add(plugin.checked, .step(.healthDown, HealthFault(detail: health.detail))) }
    } catch {
      found.add(plugin.checked, .step(step, error))
    }
  }

  /// Whoever needs another server for a step cannot end it here: that says nothing about a start.
  private func excused(
    _ problem: ManifestProblem, _ record: TrialRecord, _ plugin: CheckedPlugin
  ) -> ManifestProblem {
    let steps: Set<ProblemCode> = [.provisionFailed, .validateFailed, .startFailed, .healthDown, .stepTimeout]
    guard steps.contains(problem.code), !record.servers.isEmpty else { return problem }
    return plugin.source.problem(
      problem.code, at: problem.pointer, severity: .warning, problem.message, found: problem.found,
      expected: problem.expected,
      remedy: "The plugin wanted to call \(record.servers.joined(separator: ", ")), which a trial does not let it: see "
        + "whether it starts with that.")
  }
}
