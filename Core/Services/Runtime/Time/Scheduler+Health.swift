internal import FieldhouseKit
internal import Foundation

/// That scheduled work has failed, and nothing of it has gone well since.
struct ScheduleFailure: Sendable {
  let cause: String
  let times: Int
  /// When the first of these failures was, real time.
  let since: Date

  init(_ error: any Error, after earlier: ScheduleFailure?) {
    cause = "\(error)"
    times = (earlier?.times ?? 0) + 1
    since = earlier?.since ?? Date()
  }
}

extension Scheduler {
  /// The first failure may have been a moment's.
  private static let timesUntilShown = 2

  /// The plugins whose scheduled work fails again and again in this process, each as a part of the host.
  public nonisolated var probe: HealthProbe { HealthProbe("schedules", parts: { await self.troubles() }) }

  private func troubles() -> [PartState] {
    let failing = failures.filter { $0.value.times >= Self.timesUntilShown }
    return Dictionary(grouping: failing.keys, by: \.plugin).sorted { $0.key < $1.key }.map { plugin, keys in
      let reasons = keys.sorted { $0.name < $1.name }.compactMap { key in failing[key].map { reason(key, $0) } }
      return PartState(
        "\(plugin)/schedules",
        .degraded(
          reasons.joined(separator: " "), remedy: "It is tried again by itself; mend the plugin if it goes on."),
        quotes: keys.compactMap { failing[$0]?.cause })
    }
  }

  private func reason(_ key: Key, _ failure: ScheduleFailure) -> String {
    let next = jobs[key].map { ", next \($0.due.formatted(.iso8601)) by the host's clock" } ?? ""
    return "The scheduled work '\(key.name)' fails: tried \(failure.times) times since "
      + "\(failure.since.formatted(.iso8601))\(next): \(failure.cause)"
  }
}
