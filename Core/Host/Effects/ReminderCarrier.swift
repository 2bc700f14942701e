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
  private let sources = Mutex<[any NamespaceStorage]>([])

  init(clock: any HostClock, log: any Log) { (self.clock, self.log) = (clock, log) }

  /// Carries the reminders of a plugin from now on.
  func attach(_ storage: any NamespaceStorage) { sources.withLock { $0.append(storage) } }

  /// Works until the task is cancelled. When the next one is due is asked every few seconds, and the clock meanwhile.
  func run() async {
    var next: [String: Date] = [:]
    var look = 0
    while (try? await Task.sleep(for: Self.interval)) != nil {
      for storage in sources.withLock({ $0 }) {
        let plugin = storage.namespace.id
        guard look % Self.looks == 0 || next[plugin].map({ $0 <= clock.now }) ?? false else { continue }
        do {
          try await carry(storage)
          next[plugin] = try await storage.nextReminder()
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
    for storage in sources.withLock({ $0 }) { try await carry(storage) }
  }

  /// When the next one is due; nil when none waits.
  /// - Throws: ``StorageError``.
  func next() async throws -> Date? {
    var next: Date?
    for storage in sources.withLock({ $0 }) {
      if let due = try await storage.nextReminder() { next = min(next ?? due, due) }
    }
    return next
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
