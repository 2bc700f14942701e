import FieldhouseAccounts
import FieldhouseHTTP
package import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
package import Foundation

// For a process that runs the host as a part of itself.
extension HostApplication {
  /// The services of a plugin that runs, as it has them itself.
  package func services(of plugin: String) async -> PluginHost? { await factory.services(of: plugin) }

  /// The host's time.
  package var now: Date { core.clock.now }

  /// Moves the simulated clock; returns when everything due by then has happened.
  /// - Throws: ``Problem`` 409 when the instant has passed.
  package func advance(to instant: Date) async throws { try await core.scheduler.advance(to: instant) }

  /// Takes a step towards the end of everything that has been caused: what is due runs, what happened to people is
  /// followed.
  /// - Returns: what is left, as sentences; nothing where all has been done. Events and hooks that have failed and
  ///   wait to be tried again count as done.
  /// - Throws: ``StorageError``.
  package func settle() async throws -> [String] {
    if core.clock.isSimulated { try await advance(to: now) }
    try await core.accounts.settleNewcomers()
    var left: [String] = []
    if try await !core.people.catchUp() { left.append("Plugins follow what happened to people.") }
    for storage in await factory.inUse + [core.accountsStorage] {
      guard let effect = try await storage.pendingEffects(after: 0, limit: 1).first else { continue }
      left.append("An effect of \(storage.namespace.id) is carried on: \(effect)")
    }
    for subscriber in running {
      guard let event = try await core.bus.store.next(of: subscriber), event.tries == 0 else { continue }
      left.append("\(subscriber) receives \(event.event.name).")
    }
    return left
  }

  /// Hands what was published to those who watch, ends the streams of those who may watch no more, and tells the others
  /// where they stand.
  /// - Throws: ``StorageError``.
  package func showLiveEvents() async throws {
    try await core.live.catchUp()
    await responder.endStreams()
    core.live.comfort()
  }
}
