import Dispatch
import FieldhouseKit
import Synchronization

/// A rebuild of the indices in memory. Columns are taken in on a second thread while the next ones are read.
final class ShelfRebuild: RankRebuild {
  fileprivate struct Part: Sendable {
    let place: BoardPlace
    var accounts: ContiguousArray<UInt32> = []
    var keys: KeyTable
    var hasDetails = false
  }

  fileprivate struct Progress: Sendable {
    var accounts = AccountTable()
    var parts: [BoardPart] = []
    var numbers: [BoardPlace: Int] = [:]
    var teams: [TeamGroup: [BoardShelf.Team]] = [:]
    /// The parts that are being read: a board's, and that of the fair board that follows from it.
    var open: [Part] = []
  }

  /// How many columns may wait before the reader does.
  private static let waitingColumns = 8

  private let shelf: BoardShelf
  private let number: Int
  private let progress = Mutex(Progress())
  private let queue = DispatchQueue(label: "fieldhouse.boards.rebuild")
  private let room = DispatchSemaphore(value: ShelfRebuild.waitingColumns)

  init(_ shelf: BoardShelf) {
    self.shelf = shelf
    number = shelf.state.withLock { state in
      state.rebuild += 1
      state.isComplete = false
      state.waiting = BoardShelf.Waiting()
      return state.rebuild
    }
  }

  func add(_ record: BoardRecord, at place: BoardPlace) {
    progress.withLock { progress in
      let account = progress.accounts.assign(record.account)
      let part = progress.opened(place, shelf.book)
      progress.open[part].accounts.append(account)
      progress.open[part].keys.append(RankKey(record))
      if record.details != nil { progress.open[part].hasDetails = true }
    }
  }

  var takesColumns: Bool { true }

  func add(_ columns: BoardColumns) {
    room.wait()
    queue.async { [self] in
      progress.withLock { $0.add(columns, shelf.book) }
      room.signal()
    }
  }

  func finish() async throws -> Bool {
    await withCheckedContinuation { done in queue.async { done.resume() } }
    let done = progress.withLock { progress in
      progress.close(shelf.book) { _ in true }
      return progress
    }
    return shelf.writing.withLock { _ in
      let isCurrent = shelf.state.withLock { $0.begin(number, done) }
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

extension ShelfRebuild.Progress {
  fileprivate mutating func add(_ columns: BoardColumns, _ book: BoardBook) {
    let part = opened(columns.place, book)
    if columns.hasDetails { open[part].hasDetails = true }
    columns.accounts.withUnsafeBufferPointer { bytes in
      var start = 0
      for (entry, end) in columns.ends.enumerated() {
        let account = accounts.assign(utf8: UnsafeBufferPointer(rebasing: bytes[start..<end]))
        open[part].accounts.append(account)
        open[part].keys.append(columns.key(entry))
        start = end
      }
    }
  }

  /// The index among ``open`` of a place's part. Parts of other seasons and partitions have come to their end.
  fileprivate mutating func opened(_ place: BoardPlace, _ book: BoardBook) -> Int {
    if let index = open.firstIndex(where: { $0.place == place }) { return index }
    close(book) { $0.season != place.season || $0.partition != place.partition || !$0.isTwin(of: place) }
    open.append(ShelfRebuild.Part(place: place, keys: KeyTable(order: book.order(of: place.board))))
    return open.count - 1
  }

  /// Makes indices of the parts that have come to their end.
  fileprivate mutating func close(_ book: BoardBook, where isDone: (BoardPlace) -> Bool) {
    for done in open where isDone(done.place) {
      let team = TeamGroup.find(done.place, book)
      var part = BoardPart(
        number: UInt32(parts.count), order: book.order(of: done.place.board), isTeam: team != nil,
        accounts: done.accounts, keys: done.keys)
      part.hasDetails = done.hasDetails
      numbers[done.place] = parts.count
      if let team { teams[team.group, default: []].append(BoardShelf.Team(name: team.team, part: parts.count)) }
      parts.append(part)
    }
    open.removeAll { isDone($0.place) }
  }
}

extension BoardPlace {
  /// Whether one board is the fair one of the other.
  fileprivate func isTwin(of other: BoardPlace) -> Bool {
    FairScore.id(of: board) == other.board || FairScore.id(of: other.board) == board
  }
}

extension BoardShelf.State {
  /// Puts rebuilt indices in place; false when a later rebuild has begun.
  fileprivate mutating func begin(_ number: Int, _ done: ShelfRebuild.Progress) -> Bool {
    guard rebuild == number else { return false }
    accounts = done.accounts
    parts = done.parts
    numbers = done.numbers
    teams = done.teams
    details = DetailsCache(capacity: details.capacity)
    written.forgetAll()
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
