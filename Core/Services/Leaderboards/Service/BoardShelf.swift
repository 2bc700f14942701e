import FieldhouseKit
import Foundation
import Synchronization

/// The boards of one plugin: the declared ones, and an index for every season and part that has entries.
final class BoardShelf: Sendable {
  /// An index with what its rows show.
  struct Part {
    var index: RankIndex
    var details: [UInt32: String] = [:]
  }

  private struct State {
    var slots = SlotTable()
    var parts: [BoardPlace: Part] = [:]
    var isComplete = false
    var waiting: [BoardChange] = []
  }

  /// How many changes are applied before readers get their turn.
  private static let slice = 4096

  let declarations: [String: BoardDeclaration]
  private let state = Mutex(State())

  init(_ declarations: [BoardDeclaration]) {
    self.declarations = Dictionary(declarations.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether every entry of the database is in the indices.
  var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Starts over: what comes in from now on waits until ``finish(_:)``.
  func begin() {
    state.withLock { state in
      state.isComplete = false
      state.waiting = []
    }
  }

  /// Builds the indices from all entries and applies what has come in meanwhile.
  func finish(_ entries: [BoardPlace: [BoardRecord]]) {
    state.withLock { state in
      state.parts = [:]
      for (place, records) in entries { state.parts[place] = part(place.board, records, &state.slots) }
      for change in state.waiting { apply(change, &state) }
      state.waiting = []
      state.isComplete = true
    }
  }

  private func part(_ board: String, _ records: [BoardRecord], _ slots: inout SlotTable) -> Part {
    var details: [UInt32: String] = [:]
    let entries = records.map { record -> (slot: UInt32, key: RankKey) in
      let slot = slots.assign(record.account)
      details[slot] = record.details
      return (slot, RankKey(record))
    }
    return Part(index: RankIndex(order: RankOrder(declarations[board]), entries: entries), details: details)
  }

  /// Applies committed changes, in their order.
  func apply(_ changes: [BoardChange]) {
    for start in stride(from: 0, to: changes.count, by: Self.slice) {
      let slice = changes[start..<min(start + Self.slice, changes.count)]
      state.withLock { state in
        if state.isComplete { slice.forEach { apply($0, &state) } } else { state.waiting += slice }
      }
    }
  }

  private func apply(_ change: BoardChange, _ state: inout State) {
    let slot = state.slots.assign(change.account)
    if let record = change.record {
      let empty = Part(index: RankIndex(order: RankOrder(declarations[change.place.board])))
      state.parts[change.place, default: empty].index.set(slot: slot, key: RankKey(record))
      state.parts[change.place]?.details[slot] = record.details
    } else {
      state.parts[change.place]?.index.remove(slot: slot)
      state.parts[change.place]?.details[slot] = nil
    }
  }

  /// Reads one part; nil when it has no entries.
  func read<Value: Sendable>(_ place: BoardPlace, _ body: @Sendable (Part, borrowing SlotTable) -> Value) -> Value? {
    state.withLock { state in
      guard let part = state.parts[place] else { return nil }
      return body(part, state.slots)
    }
  }

  /// The seasons of a board that have entries, newest id first.
  func seasons(of board: String) -> [String] {
    Set(state.withLock { $0.parts.keys.filter { $0.board == board }.map(\.season) }).sorted(by: >)
  }
}

extension RankKey {
  init(_ record: BoardRecord) {
    self.init(score: record.score, tieBreaks: record.tieBreaks, achievedAt: record.achievedAt.millisecondsSince1970)
  }
}

extension RankOrder {
  /// The order of a declared board.
  init(_ board: BoardDeclaration?) {
    self.init(
      score: Direction(board?.order), tieBreaks: (board?.tieBreaks ?? []).map { Direction($0.order) },
      timeBreaksTies: board?.earliestWins ?? false)
  }
}

extension RankOrder.Direction {
  init(_ order: BoardDeclaration.Order?) { self = order == .ascending ? .ascending : .descending }
}

extension RankNumbering {
  init(_ numbering: BoardDeclaration.Numbering) {
    self = numbering == .dense ? .dense : numbering == .ordinal ? .ordinal : .standard
  }
}
