import FieldhouseAccounts
import FieldhouseHTTP
import FieldhouseKernel
import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseRuntime
import Foundation

extension HostCore {
  /// A watch over everything the host needs and its plugins.
  func watch(_ states: PluginStates) -> HealthWatch {
    let key = FileManager.default.contents(atPath: "\(configuration.data)/secret.key").map(Array.init) ?? []
    var probes = [HostProbes.storage(engine)] + HostProbes.local(configuration, key: key, media: media)
    if let clock = clock as? SystemClock { probes.append(HealthProbe("clock") { clock.health }) }
    probes += states.probes
    probes += [bus.store.probe(bus.rules, switchedOff: Set(states.report.disabled)), scheduler.probe]
    probes.append(HealthProbe("notifications", parts: { [carrier] in carrier.troubles }))
    probes.append(HealthProbe("messages", parts: { [deliveries] in deliveries.troubles }))
    return HealthWatch(probes, changed: { [log] part in log.write(part) })
  }
}

extension HostCore {
  /// What tells operators of outages.
  func outageWatch() -> OutageWatch {
    let ways = HostAlertWays(
      settings: configuration.alerts, siteName: configuration.accounts.siteName,
      publicURL: configuration.accounts.publicURL, inbox: inbox, accounts: accounts, deliveries: deliveries,
      texts: texts, http: CurlHTTP(origins: nil, allowsPrivate: true, pool: OutgoingPool(width: 2)))
    return OutageWatch(
      file: OutageFile(data: configuration.data), rule: OutageBook.Rule(patience: Double(configuration.alerts.seconds)),
      ways: ways, metrics: metrics.metrics(of: "host"), log: log.with(["part": "outages"]))
  }
}

extension JSONLog {
  /// Tells that the state of a part has changed.
  fileprivate func write(_ part: PartHealth) {
    let level: LogLevel =
      switch part.health.state {
      case .ok: .info
      case .degraded: .warning
      case .down: .error
      @unknown default: .error
      }
    write(level, "\(part.part) is \(part.health.state.rawValue)", ["part": part.part, "detail": part.health.detail])
  }
}

extension Readiness {
  init(_ part: PartHealth) {
    self.init(part: part.part, health: part.health, since: part.since, isEssential: part.isEssential)
  }
}

extension PluginStates {
  /// The leaderboards and the plugins; one that fails does not keep the host from being ready.
  var probes: [HealthProbe] {
    var probes: [HealthProbe] = []
    if let boards {
      let wasComplete = Latch()
      probes.append(
        HealthProbe("leaderboards", isEssential: true) {
          if boards.isComplete {
            wasComplete.set()
            return .ok
          }
          let text = "The ranks are being rebuilt from the database; this ends by itself."
          return wasComplete.isSet ? .degraded(text) : .down(text)
        })
    }
    probes += started.running.map { plugin in HealthProbe(plugin.id) { await overallHealth(of: plugin) } }
    probes.append(HealthProbe("plugins", parts: { await dropped() }))
    if let people {
      let plugins = Set(started.running.map(\.id))
      probes.append(HealthProbe("people", parts: { await people.troubles(but: plugins) }))
    }
    return probes
  }

  private func dropped() async -> [PartState] {
    await all().compactMap { status in
      switch status.state {
      case "dropped":
        PartState(status.id, .down(status.detail, remedy: "See: fieldhouse check. The rest serves meanwhile."))
      case "quarantined": PartState(status.id, .degraded(status.detail))
      default: nil
      }
    }
  }
}
