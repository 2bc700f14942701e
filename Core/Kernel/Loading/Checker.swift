internal import FieldhouseKit

/// Checks every manifest and library of an installation, without running any plugin's code in this process.
public struct Checker: Sendable {
  /// What the checks need to know.
  public let configuration: CheckerConfiguration

  /// A checker for an installation.
  public init(_ configuration: CheckerConfiguration) {
    self.configuration = configuration
  }

  /// Reads every manifest and finds every problem of each in one pass. A plugin with an error is left out, and those that
  /// need it; of a circle only its members and those that need them. What disabled plugins lack is noticed, as far as that can
  /// be seen in their files and settings.
  public func run() async -> CheckReport {
    let readings = ManifestFolder(path: configuration.manifestsFolder, parts: configuration.parts).read()
    let context = CheckContext(readings: readings, configuration: configuration)
    var ledger = ProblemLedger(files: readings.map(\.file))
    for reading in readings { ledger.add(reading.problems) }
    for draft in context.drafts { ledger.add(Self.form(draft, context)) }
    let inspections = inspect(context, &ledger)
    let disabled = notice(context, &ledger)
    let resting = disabled.healthy
    await tryOut(inspections.filter { !ledger.hasError($0.draft.file) }, &ledger)
    let plans = await plan(inspections.filter { !ledger.hasError($0.draft.file) }, &ledger)
    _ = await plan(resting, &ledger)
    let fit = await tryDeeply(inspections, resting, &ledger)
    return Verdict(
      context: context, inspections: inspections, disabled: disabled.all, plans: plans, fit: fit
    ).report(ledger)
  }

  private static func form(_ draft: PluginDraft, _ context: CheckContext) -> [ManifestProblem] {
    IdentityCheck(context: context).problems(draft) + RangeCheck(configuration: context.configuration).problems(draft)
      + DuplicateCheck().problems(draft) + RightsCheck().problems(draft) + GroupCheck().problems(draft)
      + ShareCheck().problems(draft) + PageCheck().problems(draft) + AccentCheck().problems(draft)
      + QuarantineCheck(quarantined: context.configuration.quarantined).problems(draft)
  }

  /// Everything that can be found without running anything.
  private func inspect(_ context: CheckContext, _ ledger: inout ProblemLedger) -> [PluginInspection] {
    let dependencies = DependencyCheck(context: context, graph: DependencyGraph(context.enabled))
    let subscriptions = SubscriptionCheck(context: context)
    let asks = AskCheck(context: context)
    let inspections = context.enabled.map { PluginInspection($0, configuration) }
    for inspection in inspections {
      ledger.add(inspection.integrity)
      ledger.add(dependencies.problems(inspection.draft))
      ledger.add(PermissionCheck().problems(inspection.draft))
      ledger.add(inspection.settingsProblems)
      ledger.add(subscriptions.problems(inspection.draft))
      ledger.add(asks.problems(inspection.draft))
    }
    ledger.add(ConflictCheck().problems(context.enabled))
    for inspection in inspections { ledger.add(inspection.contents) }
    return inspections
  }

  /// - Returns: the disabled plugins, and those of them of which nothing worse is known than that they are disabled.
  private func notice(
    _ context: CheckContext, _ ledger: inout ProblemLedger
  ) -> (all: [PluginInspection], healthy: [PluginInspection]) {
    var (all, healthy): ([PluginInspection], [PluginInspection]) = ([], [])
    for draft in context.drafts where !draft.manifest.enabled {
      let inspection = PluginInspection(draft, configuration)
      all.append(inspection)
      let found =
        inspection.integrity + PermissionCheck().problems(draft) + inspection.settingsProblems + inspection.contents
      ledger.add(found.map(\.asNotice))
      if !found.contains(where: { $0.severity == .error }) { healthy.append(inspection) }
    }
    return (all, healthy)
  }

  private func tryOut(_ inspections: [PluginInspection], _ ledger: inout ProblemLedger) async {
    guard let probe = configuration.probe else { return }
    let findings = await probe.findings(inspections.compactMap(\.target), contract: configuration.contract)
    for inspection in inspections {
      ledger.add(findings[inspection.draft.id, default: []].map { inspection.draft.source.problem($0) })
    }
  }

  private func plan(
    _ inspections: [PluginInspection], _ ledger: inout ProblemLedger
  ) async -> [String: [PlannedMigration]] {
    guard let planner = configuration.migrationPlanner else { return [:] }
    var plans: [String: [PlannedMigration]] = [:]
    for inspection in inspections {
      let isEnabled = inspection.draft.manifest.enabled
      switch await planner.outcome(inspection.draft, inspection.migrations) {
      case .success(let plan):
        if isEnabled { plans[inspection.draft.id] = plan }
        let found = StatementCheck(planner: planner).problems(inspection.draft, inspection.migrations, plan)
        ledger.add(isEnabled ? found : found.map(\.asNotice))
      case .failure(let fault): ledger.add([isEnabled ? fault.problem : fault.problem.asNotice])
      }
    }
    return plans
  }

  /// Tries those of which nothing is known that keeps them from running.
  /// - Returns: the disabled plugins in which no error was found.
  private func tryDeeply(
    _ inspections: [PluginInspection], _ resting: [PluginInspection], _ ledger: inout ProblemLedger
  ) async -> [String] {
    guard let trials = configuration.trials else { return [] }
    var fit: [String] = []
    let quarantine: [ProblemCode] = [.pluginQuarantined]
    let open = inspections.filter { [[], quarantine].contains(ledger.errorCodes($0.draft.file)) }
    let candidates = (open + resting).compactMap(\.checked)
    for plugin in candidates {
      let found = await trials.problems(of: plugin)
      ledger.add(plugin.manifest.enabled ? found : found.map(\.asNotice))
      if !plugin.manifest.enabled, !found.contains(where: { $0.severity == .error }) { fit.append(plugin.id) }
    }
    return fit
  }
}

extension ManifestSource {
  /// A finding of the probe as a problem of this manifest.
  func problem(_ finding: ProbeFinding) -> ManifestProblem {
    problem(
      finding.code, at: (try? JSONPointer(parsing: finding.pointer)) ?? .root, finding.message, found: finding.found,
      expected: finding.expected, remedy: finding.remedy)
  }
}
