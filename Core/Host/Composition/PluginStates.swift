import FieldhouseHTTP
import FieldhouseKernel
import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseRuntime
import FieldhouseSupervision
import Foundation

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
  /// How requests have been answered.
  var requests = RequestMetrics()
  /// What plugins did to earlier workers.
  var faults = FaultBook()

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
    let seen = [
      await people?.health(of: plugin.id), failingRoutes(of: plugin.id), holds(of: plugin.id), incident(of: plugin.id),
    ]
    return seen.compactMap(\.self).filter { $0.state != .ok }.reduce(own) { sum, one in
      guard sum.state != .ok else { return one }
      return Health(sum.state, reason: "\(sum.detail) \(one.reason)", remedy: one.remedy)
    }
  }

  private func failingRoutes(of plugin: String) -> Health? {
    let failing = requests.failing(of: plugin)
    guard let first = failing.first else { return nil }
    let more = failing.count > 1 ? " So have \(failing.count - 1) more of its routes." : ""
    return .degraded(
      "\(first.route) has failed \(first.calls) times in a row.\(more)",
      remedy: "The log has the causes; mend the plugin.")
  }

  private func holds(of plugin: String) -> Health? {
    let seconds = PluginMark(plugin).heldSeconds
    guard seconds >= HoldLimit.allowed else { return nil }
    return .degraded(
      "It has held threads of the host for \(Int(seconds)) s within the last minute, in which they served nobody else; "
        + "it gets one request at a time until that ends.",
      remedy: "Its handlers must wait with `await` instead of blocking; the log has the places.")
  }

  private func incident(of plugin: String) -> Health? {
    faults.incident(of: plugin, at: Date()).map { incident in
      .degraded(
        "\(incident.reason) That was at \(incident.date.formatted(.iso8601)); the host came back by itself.",
        remedy: "Mend the plugin. It is kept out when it does so often.")
    }
  }

  private func status(_ plugin: CheckedPlugin, _ state: String, _ detail: String) -> PluginStatus {
    PluginStatus(
      id: plugin.id, name: plugin.manifest.name, version: plugin.manifest.version.description, state: state,
      detail: detail, asks: report.questions.filter { $0.asker == plugin.id }.map(\.asked))
  }
}
