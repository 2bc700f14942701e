import FieldhouseKit
import Synchronization

/// What some of a plugin's rows say of themselves as JSON, see `EncodedBoardPage`: those that were shown last.
///
/// A row is written outside of the lock under which the boards are read. It is kept only when nothing has changed since it
/// was read, neither on the boards nor of the people on them.
struct WrittenRows: Sendable {
  private struct Row {
    let key: RankKey
    let own: [UInt8]
  }

  /// Rises with every change.
  private(set) var version: UInt64 = 0
  private var rows: ClockCache<Row>

  /// Of at most as many rows as the capacity says.
  init(capacity: Int) { rows = ClockCache(capacity: capacity) }

  /// A row that is ranked by this key; nil when it is not here.
  mutating func row(_ name: UInt64, _ key: RankKey) -> [UInt8]? {
    guard let row = rows.value(name), row.key == key else { return nil }
    return row.own
  }

  /// Keeps a row that was read at a version.
  mutating func keep(_ own: [UInt8], _ name: UInt64, _ key: RankKey, version: UInt64) {
    if version == self.version { rows.set(name, Row(key: key, own: own)) }
  }

  /// Notes that something has changed, though no row says anything else of itself.
  mutating func noteChange() { version &+= 1 }

  /// Notes that a row is another now.
  mutating func forget(_ name: UInt64) {
    noteChange()
    rows.remove(name)
  }

  /// Notes that every row may be another now.
  mutating func forgetAll() {
    noteChange()
    rows = ClockCache(capacity: rows.capacity)
  }
}

extension BoardShelf {
  func keep(_ rows: [BoardRow], at place: BoardPlace, version: UInt64) {
    state.withLock { state in
      guard let part = state.part(place) else { return }
      for row in rows {
        guard let own = row.written, let account = state.accounts.number(of: AccountID(row.account)) else { continue }
        state.written.keep(own, part.detailsKey(account), row.key, version: version)
      }
    }
  }

  func peopleChanged(_ people: Set<AccountID>?) {
    state.withLock { state in
      guard let people else { return state.written.forgetAll() }
      for number in people.compactMap({ state.accounts.number(of: $0) }) {
        for part in state.parts { state.written.forget(part.detailsKey(number)) }
      }
    }
  }
}
