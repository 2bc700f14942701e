import FieldhouseKit
import Synchronization

extension BoardShelf {
  /// Runs wait as changes for the end of a rebuild.
  func apply(_ runs: [BoardRun]) {
    writing.withLock { _ in
      guard state.withLock({ $0.isComplete }) else {
        let changes = runs.flatMap(\.changes)
        let isWaiting = state.withLock { state in
          if !state.isComplete { state.waiting.changes += changes }
          return !state.isComplete
        }
        return isWaiting ? () : applyNow(changes)
      }
      var byPlace: [BoardPlace: [BoardRun]] = [:]
      for run in runs { byPlace[run.columns.place, default: []].append(run) }
      for (place, runs) in byPlace { applyNow(runs, at: place) }
    }
  }

  private func applyNow(_ runs: [BoardRun], at place: BoardPlace) {
    let count = runs.reduce(0) { $0 + $1.details.count }
    let size = state.withLock { $0.part(place)?.index.count ?? 0 }
    if count >= Self.batch, count > size / 32 { return merge(runs, at: place) }
    for run in runs { applyInSlices(run, at: place) }
  }

  private func applyInSlices(_ run: BoardRun, at place: BoardPlace) {
    let number = state.withLock { $0.open(place, book) }
    var reader = RunReader(run)
    while !reader.isAtEnd {
      state.withLock { state in
        state.change(number) { state, part in
          for _ in 0..<Self.slice where !reader.isAtEnd { state.apply(&reader, to: &part) }
        }
      }
    }
  }

  /// Merges the changes into a copy of the part, which readers see when it is done.
  private func merge(_ runs: [BoardRun], at place: BoardPlace) {
    let number = state.withLock { state in
      state.accounts.makeRoom(for: runs.reduce(0) { $0 + $1.details.count })
      return state.open(place, book)
    }
    var part = state.withLock { $0.parts[number] }
    let order = part.beginBatch()
    for run in runs {
      var reader = RunReader(run)
      while !reader.isAtEnd {
        let staged = state.withLock { state in
          (0..<Self.slice).compactMap { _ in reader.isAtEnd ? nil : state.stage(&reader, &part) }
        }
        for change in staged { part.stage(slot: change.slot, key: change.key) }
      }
    }
    part.settle(order)
    state.withLock { $0.put(part, number) }
  }
}

/// Goes through the changes of a run.
private struct RunReader {
  let run: BoardRun
  private(set) var entry = 0
  private var start = 0
  private var previous: UInt32?

  init(_ run: BoardRun) { self.run = run }

  var isAtEnd: Bool { entry == run.details.count }

  /// The number of the account of the present change.
  mutating func account(_ accounts: inout AccountTable) -> UInt32 {
    let number = run.columns.accounts.withUnsafeBufferPointer { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[start..<run.columns.ends[entry]])
      return accounts.assign(utf8: text, after: previous)
    }
    previous = number
    return number
  }

  mutating func advance() {
    start = run.columns.ends[entry]
    entry += 1
  }
}

extension BoardShelf.State {
  /// Does all of a change but its rank.
  fileprivate mutating func stage(_ reader: inout RunReader, _ part: inout BoardPart) -> RankChange? {
    defer { reader.advance() }
    let account = reader.account(&accounts)
    let key = part.detailsKey(account)
    guard recent.note(key, reader.run.sequence) else { return nil }
    written.forget(key)
    guard reader.run.details[reader.entry] != BoardRun.withdrawn else {
      details.remove(key)
      return part.slots.slot(of: account).map { RankChange(slot: $0, key: nil) }
    }
    let text = reader.run.text(reader.entry)
    part.hasDetails = part.hasDetails || text != nil
    if part.hasDetails { details.change(key, to: text, isKept: false) }
    return RankChange(slot: part.slots.assign(account), key: reader.run.columns.key(reader.entry))
  }

  fileprivate mutating func apply(_ reader: inout RunReader, to part: inout BoardPart) {
    guard let change = stage(&reader, &part) else { return }
    if let key = change.key { part.set(slot: change.slot, key: key) } else { part.remove(slot: change.slot) }
  }

  /// Lends a part while it is not among the others, so that it is changed where it is.
  fileprivate mutating func change(_ number: Int, _ body: (inout Self, inout BoardPart) -> Void) {
    var part = BoardPart(number: parts[number].number, order: parts[number].index.order)
    swap(&part, &parts[number])
    body(&self, &part)
    swap(&part, &parts[number])
  }
}
