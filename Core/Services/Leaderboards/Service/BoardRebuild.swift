import FieldhouseKit
import Synchronization

/// The making of a plugin's indices from all entries of its storage; what is committed meanwhile waits.
public final class BoardRebuild: Sendable {
  fileprivate struct Part: Sendable {
    let place: BoardPlace
    var accounts: ContiguousArray<UInt32> = []
    var keys: [RankKey] = []
    var hasDetails = false
  }

  fileprivate struct Progress: Sendable {
    var accounts = AccountTable()
    var parts: [BoardPart] = []
    var numbers: [BoardPlace: Int] = [:]
    var current: Part?
  }

  private let shelf: BoardShelf
  private let number: Int
  private let progress = Mutex(Progress())

  init(_ shelf: BoardShelf) {
    self.shelf = shelf
    number = shelf.state.withLock { state in
      state.rebuild += 1
      state.isComplete = false
      state.waiting = BoardShelf.Waiting()
      return state.rebuild
    }
  }

  /// Takes an entry in. The entries of one place come one after another.
  public func add(_ record: BoardRecord, at place: BoardPlace) {
    progress.withLock { progress in
      if progress.current?.place != place {
        progress.close(shelf.declarations)
        progress.current = Part(place: place)
      }
      let account = progress.accounts.assign(record.account)
      progress.current?.accounts.append(account)
      progress.current?.keys.append(RankKey(record))
      if record.details != nil { progress.current?.hasDetails = true }
    }
  }

  /// Puts the indices in place, all entries having been added, and applies what has come in since the rebuild began.
  /// - Returns: false when another rebuild has begun meanwhile; then nothing is changed.
  @discardableResult
  public func finish() -> Bool {
    let done = progress.withLock { progress in
      progress.close(shelf.declarations)
      return progress
    }
    return shelf.writing.withLock { _ in
      let isCurrent = shelf.state.withLock {
        $0.begin(number, done.accounts, done.parts, done.numbers)
      }
      if isCurrent { applyWaiting() }
      return isCurrent
    }
  }

  private func applyWaiting() {
    while let waiting = shelf.state.withLock({ $0.takeWaiting(number) }) {
      shelf.applyNow(waiting.changes)
      for account in waiting.erasures { shelf.state.withLock { $0.erase(account) } }
    }
  }
}

extension BoardRebuild.Progress {
  fileprivate mutating func close(_ declarations: [String: BoardDeclaration]) {
    guard let done = current else { return }
    current = nil
    var part = BoardPart(
      number: UInt32(parts.count), order: RankOrder(declarations[done.place.board]),
      accounts: done.accounts,
      keys: done.keys)
    part.hasDetails = done.hasDetails
    numbers[done.place] = parts.count
    parts.append(part)
  }
}

extension BoardShelf.State {
  /// Puts rebuilt indices in place; false when a later rebuild has begun.
  fileprivate mutating func begin(
    _ number: Int, _ accounts: AccountTable, _ parts: [BoardPart], _ numbers: [BoardPlace: Int]
  ) -> Bool {
    guard rebuild == number else { return false }
    self.accounts = accounts
    self.parts = parts
    self.numbers = numbers
    details = DetailsCache(capacity: details.capacity)
    recent = RecentChanges()
    return true
  }

  /// What is still to apply; nil when there is nothing, and then the indices are complete.
  fileprivate mutating func takeWaiting(_ number: Int) -> BoardShelf.Waiting? {
    guard rebuild == number else { return nil }
    isComplete = waiting.isEmpty
    defer { waiting = BoardShelf.Waiting() }
    return waiting.isEmpty ? nil : waiting
  }
}
