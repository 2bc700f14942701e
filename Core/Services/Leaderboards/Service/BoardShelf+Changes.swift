import FieldhouseKit
import Synchronization

extension BoardShelf {
  /// How many changes are applied before readers get their turn.
  static let slice = 256
  /// From how many changes of one part on they are merged into a copy, if they are also many beside the part.
  static let batch = 4096

  /// Changes wait for the end of a rebuild.
  func apply(_ changes: [BoardChange]) {
    writing.withLock { _ in
      let isWaiting = state.withLock { state in
        if !state.isComplete { state.waiting.changes += changes }
        return !state.isComplete
      }
      if !isWaiting { applyNow(changes) }
    }
  }

  func remove(_ account: AccountID) {
    writing.withLock { _ in
      state.withLock { state in
        if state.isComplete { state.erase(account) } else { state.waiting.erasures.append(account) }
      }
    }
  }

  /// Applies changes; the caller holds ``writing``.
  func applyNow(_ changes: [BoardChange]) {
    guard changes.count >= Self.batch else { return applyInSlices(changes) }
    var byPlace: [BoardPlace: [BoardChange]] = [:]
    for change in changes { byPlace[change.place, default: []].append(change) }
    for (place, changes) in byPlace {
      let count = state.withLock { $0.part(place)?.index.count ?? 0 }
      if changes.count >= Self.batch, changes.count > count / 32 {
        merge(changes, at: place)
      } else {
        applyInSlices(changes)
      }
    }
  }

  func applyInSlices(_ changes: [BoardChange]) {
    for start in stride(from: 0, to: changes.count, by: Self.slice) {
      state.withLock { state in
        for change in changes[start..<min(start + Self.slice, changes.count)] {
          let number = state.open(change.place, book)
          state.apply(change, number)
        }
      }
    }
  }

  private func merge(_ changes: [BoardChange], at place: BoardPlace) {
    let (number, old) = state.withLock { state in
      let number = state.open(place, book)
      return (number, state.parts[number])
    }
    var part = old
    var rankChanges: [RankChange] = []
    rankChanges.reserveCapacity(changes.count)
    for start in stride(from: 0, to: changes.count, by: Self.slice) {
      state.withLock { state in
        for change in changes[start..<min(start + Self.slice, changes.count)] {
          if let change = state.stage(change, &part) { rankChanges.append(change) }
        }
      }
    }
    part.apply(rankChanges)
    state.withLock { $0.put(part, number) }
  }
}

extension BoardShelf.State {
  /// The number of the part at a place, which is made when it is new.
  mutating func open(_ place: BoardPlace, _ book: BoardBook) -> Int {
    if let number = numbers[place] { return number }
    let team = TeamGroup.find(place, book)
    let number = parts.count
    parts.append(BoardPart(number: UInt32(number), order: book.order(of: place.board), isTeam: team != nil))
    numbers[place] = number
    if let team { teams[team.group, default: []].append(BoardShelf.Team(name: team.team, part: number)) }
    return number
  }

  /// Puts a part in the place of the one from which it was made.
  mutating func put(_ part: BoardPart, _ number: Int) {
    parts[number] = part
    written.noteChange()
  }

  fileprivate mutating func apply(_ change: BoardChange, _ number: Int) {
    let account = accounts.assign(change.account)
    let key = parts[number].detailsKey(account)
    guard recent.note(key, change.sequence) else { return }
    written.forget(key)
    if let record = change.record {
      let slot = parts[number].slots.assign(account)
      parts[number].set(slot: slot, key: RankKey(record))
      parts[number].hasDetails = parts[number].hasDetails || record.details != nil
      if parts[number].hasDetails { details.change(key, to: record.details, isKept: true) }
    } else {
      if let slot = parts[number].slots.slot(of: account) { parts[number].remove(slot: slot) }
      details.remove(key)
    }
  }

  /// Does all of a change but its rank.
  fileprivate mutating func stage(_ change: BoardChange, _ part: inout BoardPart) -> RankChange? {
    let account = accounts.assign(change.account)
    let key = part.detailsKey(account)
    guard recent.note(key, change.sequence) else { return nil }
    written.forget(key)
    guard let record = change.record else {
      details.remove(key)
      return part.slots.slot(of: account).map { RankChange(slot: $0, key: nil) }
    }
    part.hasDetails = part.hasDetails || record.details != nil
    if part.hasDetails { details.change(key, to: record.details, isKept: false) }
    return RankChange(slot: part.slots.assign(account), key: RankKey(record))
  }

  /// Takes a person off every board.
  mutating func erase(_ account: AccountID) {
    guard let number = accounts.number(of: account) else { return }
    for index in parts.indices {
      if let slot = parts[index].slots.slot(of: number) { parts[index].remove(slot: slot) }
      details.remove(parts[index].detailsKey(number))
      written.forget(parts[index].detailsKey(number))
    }
    accounts.forget(account)
  }
}
