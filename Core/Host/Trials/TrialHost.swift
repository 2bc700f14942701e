import FieldhouseKernel
import FieldhouseKit
import FieldhouseRuntime
import Foundation
import Synchronization

/// The host's own composition in the process of a trial: on a copy of the plugin's data, with nobody in it but the plugin.
/// Nothing of what works beside requests runs: no schedule, no event, no message. What the plugin would begin or send
/// outside of its store is noted instead.
final class TrialHost: TrialFactory {
  private let factory: PluginFactory
  private let state = Mutex(TrialRecord())

  init(core: HostCore) { factory = PluginFactory(core: core) }

  var record: TrialRecord { state.withLock { $0 } }

  func host(for plugin: CheckedPlugin) async throws -> PluginHost {
    let host = try await factory.host(for: plugin)
    var trial = PluginHost(
      pluginID: host.pluginID, folder: host.folder, clock: host.clock, storage: host.storage,
      authentication: host.authentication, rights: host.rights, notifications: host.notifications,
      leaderboards: host.leaderboards, events: TrialEvents(note: note), schedules: TrialSchedules(note: note),
      http: TrialHTTP(note: note), media: host.media, texts: host.texts, settings: host.settings, rules: host.rules,
      log: host.log, metrics: host.metrics, questions: host.questions)
    trial.groups = host.groups
    return trial
  }

  func migrate(_ plugin: CheckedPlugin) async throws { try await factory.migrate(plugin) }

  @Sendable private func note(_ change: @Sendable (inout TrialRecord) -> Void) { state.withLock { change(&$0) } }
}

/// Changes what is noted of a plugin that is tried.
private typealias Note = @Sendable (@Sendable (inout TrialRecord) -> Void) -> Void

/// Nobody calls: whoever wants to learns why.
private struct TrialHTTP: OutgoingHTTP {
  let note: Note

  func send(_ request: OutgoingRequest) async throws -> OutgoingResponse {
    // Not the rest of the address, in which there may be a secret.
    let server = HTTPOrigin(request.url)?.description ?? "another server"
    note { if !$0.servers.contains(server) { $0.servers.append(server) } }
    throw OutgoingError(code: "http-failed", message: "A plugin that is tried calls nobody.")
  }
}

private struct TrialSchedules: Schedules {
  let note: Note

  func schedule(_ name: String, due: Date, _ body: @escaping @Sendable (Date) async throws -> Date?) async throws {
    note { $0.schedules.insert(name) }
  }

  func cancel(_ name: String) async {}
}

private struct TrialEvents: Events {
  let note: Note

  func subscribe(
    _ name: String, _ body: @escaping @Sendable (Event, any Transaction) async throws -> Void
  ) async throws {
    note { $0.subscriptions.insert(name) }
  }
}
