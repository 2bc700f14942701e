import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import Foundation
import Synchronization

/// Makes notifications of the reminders that are due, of every plugin that runs. What is due is taken in the transaction that writes
/// the notification, so that it is sent once, whichever host of a database looks first and whenever one is killed.
final class ReminderCarrier: Sendable {
  /// So many are carried on in one transaction at most.
  private static let batch = 256
  private static let interval = Duration.seconds(1)
  /// What another process has set is found after so many looks at the clock.
  private static let looks = 5

  private let clock: any HostClock
  private let log: any Log
  private let sources = Mutex<[Source]>([])
  /// When the next reminder of each plugin is due, as it was last asked.
  private let known = Mutex<[String: Known]>([:])

  private struct Source {
    let plugin: String
    let storage: any NamespaceStorage
  }

  private struct Known {
    let due: Date?
    /// How often reminders had changed when it was asked.
    let changes: Int
    let askedAt: ContinuousClock.Instant
  }

  /// So long what was asked counts while this process changes no reminder; another one may.
  private static let trust = Duration.milliseconds(50)

  init(clock: any HostClock, log: any Log) { (self.clock, self.log) = (clock, log) }

  /// Carries the reminders of a plugin from now on.
  func attach(_ storage: any NamespaceStorage) {
    sources.withLock { $0.append(Source(plugin: storage.namespace.id, storage: storage)) }
  }

  /// Works until the task is cancelled. When the next one is due is asked every few seconds, and the clock meanwhile.
  func run() async {
    var next: [String: Date] = [:]
    var look = 0
    while (try? await Task.sleep(for: Self.interval)) != nil {
      for source in sources.withLock({ $0 }) {
        let (plugin, storage) = (source.plugin, source.storage)
        guard look % Self.looks == 0 || next[plugin].map({ $0 <= clock.now }) ?? false else { continue }
        do {
          next[plugin] = try await StorageUpkeep.look {
            try await carry(storage)
            return try await storage.nextReminder()
          }
        } catch {
          log.error("reminders could not be sent; trying again", ["plugin": plugin, "cause": "\(error)"])
        }
      }
      look += 1
    }
  }

  /// Makes notifications of everything that is due.
  /// - Throws: ``StorageError``; what is left is due the next time.
  func carryDue() async throws {
    for source in sources.withLock({ $0 }) { try await carry(source.storage) }
  }

  /// When the next one is due; nil when none waits. It is asked anew when this process has changed any, and after a moment
  /// anyway: a clock that is moved comes here at each of thousands of instants.
  /// - Throws: ``StorageError``.
  func next() async throws -> Date? {
    var next: Date?
    for source in sources.withLock({ $0 }) {
      if let due = try await ask(source) { next = min(next ?? due, due) }
    }
    return next
  }

  private func ask(_ source: Source) async throws -> Date? {
    let (plugin, changes, now) = (source.plugin, source.storage.reminderChanges, ContinuousClock.now)
    if let known = known.withLock({ $0[plugin] }), known.changes == changes, now - known.askedAt < Self.trust {
      return known.due
    }
    let due = try await source.storage.nextReminder()
    known.withLock { $0[plugin] = Known(due: due, changes: changes, askedAt: now) }
    return due
  }

  private func carry(_ storage: any NamespaceStorage) async throws {
    var count = 0
    repeat {
      let round = try await storage.carryReminders(due: clock.now, limit: Self.batch)
      count = round.count
      if round.late + round.undeclared > 0 {
        log.warning(
          "reminders were not sent: they came too late, or the plugin does not declare their kinds any more",
          ["plugin": storage.namespace.id, "late": "\(round.late)", "undeclared": "\(round.undeclared)"])
      }
    } while count == Self.batch && !Task.isCancelled
  }
}

extension HostCore {
  /// Has a simulated clock stop at the time of each reminder when it is moved, as at everything that is scheduled.
  func accompany() async {
    await scheduler.accompany(
      next: { [reminders] in try await reminders.next() }, run: { [reminders] in try await reminders.carryDue() })
  }
}
