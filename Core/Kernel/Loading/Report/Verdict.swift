internal import FieldhouseKit

/// Says which plugins may run when every problem is known.
struct Verdict {
  let context: CheckContext
  let inspections: [PluginInspection]
  let disabled: [PluginInspection]
  let plans: [String: [PlannedMigration]]
  /// The disabled plugins that were tried, without those in which something was found.
  let fit: [String]

  func report(_ found: ProblemLedger) -> CheckReport {
    var ledger = found
    let graph = DependencyGraph(context.enabled)
    let dependents = graph.dependents(of: failed(ledger))
    for draft in context.enabled {
      if let (direct, root) = dependents[draft.id] { ledger.add([dependent(draft, direct, root, ledger)]) }
    }
    let ready = inspections.filter { !ledger.hasError($0.draft.file) }
    let plugins = ordered(ready.compactMap(\.checked))
    return CheckReport(
      problems: ledger.all, plugins: plugins,
      listing: context.readings.map { PluginListing($0, codes: ledger.errorCodes($0.file)) },
      migrationPlans: plans.filter { id, _ in ready.contains { $0.draft.id == id } },
      questions: AskedQuestion.all(of: plugins, installed: Set(context.ids)), heldBack: heldBack(graph, ledger),
      fit: fit,
      texts: Dictionary(
        (inspections + disabled).map { ($0.draft.id, $0.texts) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Those whose only error is a quarantine, their own or that of one they need.
  private func heldBack(_ graph: DependencyGraph, _ ledger: ProblemLedger) -> [HeldBackPlugin] {
    let quarantined = context.enabled.filter { ledger.errorCodes($0.file) == [.pluginQuarantined] }.map(\.id)
    let dependents = graph.dependents(of: Set(quarantined))
    return context.enabled.filter { draft in
      quarantined.contains(draft.id)
        || (dependents[draft.id] != nil && ledger.errorCodes(draft.file) == [.dependencyFailed])
    }.map { HeldBackPlugin(id: $0.id, area: $0.manifest.area, routes: $0.manifest.contributions.routes) }
  }

  /// The ids of plugins that have an error of their own, or that are needed and not there.
  private func failed(_ ledger: ProblemLedger) -> Set<String> {
    let broken = context.readings.filter { ledger.hasError($0.file) }.compactMap(\.id)
    return Set(broken)
  }

  private func dependent(
    _ draft: PluginDraft, _ direct: String, _ root: String, _ ledger: ProblemLedger
  ) -> ManifestProblem {
    let file = context.readings.first { $0.id == root }?.file ?? ""
    let codes = ledger.errorCodes(file).filter { $0 != .dependencyFailed }.map(\.rawValue).joined(separator: ", ")
    let way = direct == root ? "" : ", by way of \"\(direct)\""
    return draft.source.problem(
      .dependencyFailed, at: ["dependencies", direct],
      "The plugin needs \"\(root)\"\(way), which is left out (\(codes)).", found: "\"\(root)\" left out",
      expected: "\"\(root)\" running", remedy: "Mend \"\(root)\" first.")
  }

  private func ordered(_ plugins: [CheckedPlugin]) -> [CheckedPlugin] {
    let byID = Dictionary(plugins.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let ids = Set(byID.keys)
    let graph = DependencyGraph(byID.mapValues { Set($0.manifest.dependencies.keys).intersection(ids) })
    return graph.order.compactMap { byID[$0] }
  }
}
