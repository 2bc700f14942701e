public import FieldhouseKit
internal import Foundation

/// Sends what is to leave the inboxes: at least once by each way that it takes, until it has arrived or is given up, over
/// restarts. Several hosts on one database never send one at the same time: each claims what it sends for a while.
public struct Outbound: Sendable {
  /// So many people are sent to at once.
  private static let width = 32
  /// So many are claimed at once.
  private static let portion = 16
  private static let receiptAge = 30 * 86_400.0

  let inbox: Inbox
  let people: any Recipients
  let pace: Double
  let log: any Log

  /// - Parameter pace: how many seconds the host's clock makes in one, at least 1.
  public init(inbox: Inbox, people: any Recipients, pace: Double, log: any Log) {
    (self.inbox, self.people, self.pace, self.log) = (inbox, people, pace, log)
  }

  /// Works until the task is cancelled: whenever something is to leave, and once a second for what waits for its time or was
  /// left by another process.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await every(.seconds(1)) { inbox.bell.ring() } }
      group.addTask { await every(.seconds(3600)) { await forget() } }
      for await _ in inbox.bell.rings {
        do {
          let now = inbox.clock.now
          if try await inbox.storage.read({ try await SendStore.isWaited(for: now, in: $0) }) { try await sendDue() }
        } catch {
          log.error("What is to leave the inboxes could not be read.", ["error": "\(error)"])
        }
        if Task.isCancelled { break }
      }
      group.cancelAll()
    }
  }

  private func every(_ interval: Duration, _ body: @Sendable () async -> Void) async {
    while !Task.isCancelled {
      do { try await Task.sleep(for: interval) } catch { return }
      await body()
    }
  }

  /// Sends everything that is due.
  /// - Throws: ``StorageError`` when nothing could be claimed. What fails later is tried again when its claim ends.
  public func sendDue() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      let places = AsyncStream.makeStream(of: Void.self)
      for _ in 0..<Self.width { places.continuation.yield() }
      var free = places.stream.makeAsyncIterator()
      while case let claimed = try await claim(), !claimed.isEmpty {
        for (account, sends) in Self.byAccount(claimed) {
          _ = await free.next()
          group.addTask {
            await self.send(sends, to: account)
            places.continuation.yield()
          }
        }
      }
    }
  }

  private func claim() async throws -> [Send] {
    let now = inbox.clock.now
    let until = now.addingTimeInterval(Double(RetryRule.lease) * pace)
    return try await inbox.lane.write(inbox.storage) {
      try await SendStore.claim(Self.portion, now: now, until: until, in: $0)
    }
  }

  private static func byAccount(_ sends: [Send]) -> [(AccountID, [Send])] {
    Dictionary(grouping: sends, by: \.account).sorted { $0.value[0].id < $1.value[0].id }.map { ($0.key, $0.value) }
  }

  private func send(_ sends: [Send], to account: AccountID) async {
    do {
      guard let reach = try await people.reach(of: account) else { return try await drop(sends) }
      let now = inbox.clock.now
      let errand = try await inbox.storage.read { [kinds = inbox.kinds] in
        try await Errand(sends, to: reach, kinds: kinds, now: now, in: $0)
      }
      try await Messenger(inbox: inbox, people: people, pace: pace, log: log).run(errand)
    } catch {
      log.warning("Something could not leave an inbox and is tried again.", ["error": "\(error)"])
    }
  }

  private func drop(_ sends: [Send]) async throws {
    try await inbox.lane.write(inbox.storage) { transaction in
      for send in sends { try await SendStore.remove(send, in: transaction) }
    }
  }

  private func forget() async {
    let before = inbox.clock.now.addingTimeInterval(-Self.receiptAge)
    do {
      try await inbox.storage.write { try await $0.execute("delete from notification_receipts where at < \(before)") }
    } catch {
      log.warning("Old receipts could not be cleared away.", ["error": "\(error)"])
    }
  }
}
