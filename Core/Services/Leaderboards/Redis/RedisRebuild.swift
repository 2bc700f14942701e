import FieldhouseKit
internal import Synchronization

/// A rebuild of the ranks in Redis. One process at a time does it; the others wait until it is done. What any process
/// applies meanwhile stays, for it is later than what was read.
final class RedisRebuild: RankRebuild {
  private static let portion = 2000

  private struct Progress: Sendable {
    var waiting: [BoardChange] = []
    var failure: RankStoreError?
  }

  private let shelf: RedisShelf
  private let token = String(UInt64.random(in: .min ... .max), radix: 36)
  private let isOurs: Bool
  private let progress: Mutex<Progress>

  /// Clears what is there, unless another process rebuilds already.
  init(_ shelf: RedisShelf) {
    self.shelf = shelf
    let keys = shelf.keys
    let command = RedisCommand(
      script: RedisScripts.begin, keys: [keys.ready, keys.rebuild, keys.places],
      [Array(token.utf8), Array(keys.base.utf8)])
    do {
      isOurs = try shelf.bulk.runWaiting([command])[0].integer == 1
      progress = Mutex(Progress())
    } catch {
      isOurs = true
      progress = Mutex(Progress(failure: error as? RankStoreError))
    }
  }

  func add(_ record: BoardRecord, at place: BoardPlace) {
    guard isOurs else { return }
    progress.withLock { progress in
      guard progress.failure == nil else { return }
      progress.waiting.append(BoardChange(place: place, account: record.account, record: record, sequence: 0))
      if progress.waiting.count >= Self.portion { send(&progress) }
    }
  }

  func finish() async throws -> Bool {
    let failure = progress.withLock { progress in
      if progress.failure == nil { send(&progress) }
      return progress.failure
    }
    if let failure { throw failure }
    guard isOurs else { return try await othersFinish() }
    let command = RedisCommand(
      script: RedisScripts.finish, keys: [shelf.keys.ready, shelf.keys.rebuild, shelf.keys.erased],
      [Array(token.utf8)])
    guard try await shelf.bulk.run([command])[0].integer == 1 else { throw Self.overtaken }
    shelf.noteRebuild(isComplete: true)
    return true
  }

  private static let overtaken = RankStoreError(
    description: "The ranks in Redis were cleared while they were being rebuilt; the rebuild begins anew.")

  private func send(_ progress: inout Progress) {
    let commands = shelf.commands(progress.waiting, token: token)
    progress.waiting = []
    do {
      let replies = try shelf.bulk.runWaiting(commands)
      if replies.contains(where: { $0.integer != 1 }) { progress.failure = Self.overtaken }
    } catch {
      progress.failure = error as? RankStoreError
    }
  }

  /// Waits for the process that rebuilds.
  private func othersFinish() async throws -> Bool {
    while true {
      let replies = try await shelf.bulk.run([
        RedisCommand("EXISTS", shelf.keys.ready), RedisCommand("EXISTS", shelf.keys.rebuild),
      ])
      if replies[0].integer == 1 {
        shelf.noteRebuild(isComplete: true)
        return true
      }
      guard replies[1].integer == 1 else { throw Self.overtaken }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}
