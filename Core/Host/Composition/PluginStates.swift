import FieldhouseKernel
import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseRuntime

/// What became of each plugin, for the console and `/readyz`.
struct PluginStates: Sendable {
  /// How long a plugin may take to say how it is.
  private static let patience = Duration.seconds(2)

  let report: CheckReport
  let started: StartReport
  /// The boards whose indices must be complete before the host is ready.
  var boards: Boards?
  /// Tells whether plugins follow what happens to people.
  var people: PeopleFollower?
  /// What plugins have left that are not installed any more.
  var kept: [KeptData] = []

  /// Every plugin with its state.
  func all() async -> [PluginStatus] {
    var result: [PluginStatus] = []
    for plugin in started.running {
      let health = await Bounded.run(Self.patience) { await overallHealth(of: plugin) } ?? .down("It does not answer.")
      result.append(
        status(
          plugin.checked, "serving", health.state == .ok ? "ok" : "\(health.state.rawValue): \(health.detail)"))
    }
    let running = Set(started.running.map(\.id))
    for plugin in report.plugins where !running.contains(plugin.id) {
      let reasons = started.problems.filter { $0.file == plugin.file }.map(\.message)
      result.append(status(plugin, "dropped", reasons.joined(separator: " ")))
    }
    result += report.dropped.map { dropped in
      let isQuarantined = dropped.state == .quarantined
      return PluginStatus(
        id: dropped.id ?? dropped.file, name: dropped.id ?? dropped.file,
        version: isQuarantined ? dropped.version ?? "" : "", state: isQuarantined ? "quarantined" : "dropped",
        detail: report.problems.filter { $0.file == dropped.file }.map(\.message).joined(separator: " "))
    }
    result += report.resting.map { resting in
      let id = resting.id ?? resting.file
      return PluginStatus(
        id: id, name: resting.name ?? id, version: resting.version ?? "", state: "disabled", detail: "")
    }
    return result + kept.map(PluginStatus.init)
  }

  /// How a plugin is doing, as it says itself and as the host sees it.
  func overallHealth(of plugin: RunningPlugin) async -> Health {
    let own = await plugin.plugin.health()
    guard let seen = await people?.health(of: plugin.id), seen.state != .ok else { return own }
    guard own.state != .ok else { return seen }
    return Health(own.state, reason: "\(own.detail) \(seen.reason)", remedy: seen.remedy)
  }

  private func status(_ plugin: CheckedPlugin, _ state: String, _ detail: String) -> PluginStatus {
    PluginStatus(
      id: plugin.id, name: plugin.manifest.name, version: plugin.manifest.version.description, state: state,
      detail: detail, asks: report.questions.filter { $0.asker == plugin.id }.map(\.asked))
  }
}
