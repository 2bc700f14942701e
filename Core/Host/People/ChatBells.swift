import FieldhouseCommunities
import FieldhouseKit
import FieldhouseStorage
import Foundation
import Synchronization

/// Tells members of groups, whichever plugin has them, that something was written in their chats.
final class ChatBells: Sendable {
  /// How often it is looked, in seconds.
  private static let pause = 5.0

  private let clock: any HostClock
  private let log: any Log
  private let bells = Mutex<[ChatBell]>([])

  init(clock: any HostClock, log: any Log) { (self.clock, self.log) = (clock, log) }

  /// Attends to the chats of a plugin from now on.
  func attend(_ storage: any NamespaceStorage) {
    let bell = ChatBell(storage: storage, rows: StoredGroups(storage: storage))
    bells.withLock { $0.append(bell) }
  }

  /// Tells what there is to be told. A plugin whose store cannot be used holds up no other one: what is left is told later.
  func ringDue() async {
    for bell in bells.withLock({ $0 }) {
      do { try await StorageUpkeep.look { try await bell.ring(at: clock.now) } } catch {
        log.error("Members of groups could not be told of their chats, and are told later.", ["error": "\(error)"])
      }
    }
  }

  /// Works until the task is cancelled.
  func run() async {
    while (try? await Task.sleep(for: .seconds(Self.pause))) != nil { await ringDue() }
  }
}
