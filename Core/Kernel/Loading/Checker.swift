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
    let readings = ManifestFolder(path: configuration.manifestsFolder).read()
    let context = CheckContext(readings: readings, configuration: configuration)
    var ledger = ProblemLedger(files: readings.map(\.file))
    for reading in readings { ledger.add(reading.problems) }
    for draft in context.drafts { ledger.add(Self.form(draft, context)) }
    let inspections = inspect(context, &ledger)
    notice(context, &ledger)
    await tryOut(inspections.filter { !ledger.hasError($0.draft.file) }, &ledger)
    let plans = await plan(inspections.filter { !ledger.hasError($0.draft.file) }, &ledger)
    return Verdict(context: context, inspections: inspections, plans: plans).report(ledger)
  }

  private static func form(_ draft: PluginDraft, _ context: CheckContext) -> [ManifestProblem] {
    IdentityCheck(context: context).problems(draft) + RangeCheck(configuration: context.configuration).problems(draft)
      + DuplicateCheck().problems(draft) + RightsCheck().problems(draft)
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

  private func notice(_ context: CheckContext, _ ledger: inout ProblemLedger) {
    for draft in context.drafts where !draft.manifest.enabled {
      let inspection = PluginInspection(draft, configuration)
      let found = inspection.integrity + PermissionCheck().problems(draft) + inspection.settingsProblems
      ledger.add((found + inspection.contents).map(\.asNotice))
    }
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
      switch await planner.outcome(inspection.draft, inspection.migrations) {
      case .success(let plan): plans[inspection.draft.id] = plan
      case .failure(let fault): ledger.add([fault.problem])
      }
    }
    return plans
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
