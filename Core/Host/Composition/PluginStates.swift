import FieldhouseHTTP
import FieldhouseKernel
import FieldhouseKit
import FieldhouseLeaderboards

/// What became of each plugin, for the console and `/readyz`.
struct PluginStates: Sendable {
  let report: CheckReport
  let started: StartReport
  /// The boards whose indices must be complete before the host is ready.
  var boards: Boards?

  /// Every plugin with its state.
  func all() async -> [PluginStatus] {
    var result: [PluginStatus] = []
    for plugin in started.running {
      let health = await plugin.plugin.health()
      result.append(
        status(plugin.checked, "serving", health.state == "ok" ? "ok" : "\(health.state): \(health.detail)"))
    }
    let running = Set(started.running.map(\.id))
    for plugin in report.plugins where !running.contains(plugin.id) {
      let reasons = started.problems.filter { $0.file == plugin.file }.map(\.message)
      result.append(status(plugin, "dropped", reasons.joined(separator: " ")))
    }
    result += report.dropped.map { dropped in
      PluginStatus(
        id: dropped.id ?? dropped.file, name: dropped.id ?? dropped.file, version: "", state: "dropped",
        detail: report.problems.filter { $0.file == dropped.file }.map(\.message).joined(separator: " "))
    }
    result += report.disabled.map { PluginStatus(id: $0, name: $0, version: "", state: "disabled", detail: "") }
    return result
  }

  /// The state of each part; a plugin that fails does not keep the host from being ready.
  func readiness() async -> [Readiness] {
    var parts = boards.map { [Readiness(part: "leaderboards", health: health(of: $0), isOptional: false)] } ?? []
    for plugin in started.running {
      parts.append(Readiness(part: plugin.id, health: await plugin.plugin.health(), isOptional: true))
    }
    for status in await all() where status.state == "dropped" {
      parts.append(Readiness(part: status.id, health: .down(status.detail), isOptional: true))
    }
    return parts
  }

  private func health(of boards: Boards) -> Health {
    boards.isComplete ? .ok : .down("The ranks are being rebuilt from the database; this ends by itself.")
  }

  private func status(_ plugin: CheckedPlugin, _ state: String, _ detail: String) -> PluginStatus {
    PluginStatus(
      id: plugin.id, name: plugin.manifest.name, version: plugin.manifest.version.description, state: state,
      detail: detail)
  }
}
