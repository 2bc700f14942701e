import FieldhouseKit
import Synchronization

/// Calendars as they were written last, and the events that they are made of, so that what is as before is not written again: a
/// calendar that nothing has changed in costs next to nothing, and one in which an event has changed costs that event.
final class FeedCache: Sendable {
  /// A calendar, and what it was made of.
  struct Written: Sendable {
    /// Stands for everything that the text depends on.
    let source: String
    let text: [UInt8]
  }

  /// What an entry follows from: every change of an event gives it another version.
  struct Entry: Hashable, Sendable {
    let id: String
    let version: Int
    /// The team's name.
    let team: String
  }

  /// How many calendars, and how many events, are kept at most; beyond that any calendar makes room, and the events begin anew.
  static let (most, mostEntries) = (200, 40_000)

  private struct State {
    var written: [String: Written] = [:]
    var entries: [Entry: [UInt8]] = [:]
  }

  private let state = Mutex(State())

  /// The calendar of an address, if it was made of the same.
  func calendar(_ secret: String, of source: String) -> Written? {
    state.withLock { $0.written[secret].flatMap { $0.source == source ? $0 : nil } }
  }

  func keep(_ one: Written, for secret: String) {
    state.withLock { state in
      if state.written.count >= Self.most, state.written[secret] == nil, let other = state.written.keys.first {
        state.written[other] = nil
      }
      state.written[secret] = one
    }
  }

  /// The lines of some events, as far as they are known.
  func lines(of entries: [Entry]) -> [Entry: [UInt8]] {
    state.withLock { state in
      var known: [Entry: [UInt8]] = Dictionary(minimumCapacity: entries.count)
      for entry in entries { known[entry] = state.entries[entry] }
      return known
    }
  }

  func keep(_ lines: [Entry: [UInt8]]) {
    state.withLock { state in
      if state.entries.count + lines.count > Self.mostEntries { state.entries.removeAll() }
      state.entries.merge(lines) { _, new in new }
    }
  }
}
