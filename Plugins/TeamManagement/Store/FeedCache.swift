import FieldhouseKit
import Synchronization

/// Calendars as they were written last, so that a program that asks again for what is as before costs next to nothing.
final class FeedCache: Sendable {
  /// A calendar, and what it was made of.
  struct Written: Sendable {
    /// Stands for everything that the text depends on.
    let source: String
    let text: String
    let tag: String
  }

  /// How many calendars are kept at most; beyond that any of them makes room.
  static let most = 200

  private let written = Mutex<[String: Written]>([:])

  /// The calendar of an address, if it was made of the same.
  func calendar(_ secret: String, of source: String) -> Written? {
    written.withLock { $0[secret].flatMap { $0.source == source ? $0 : nil } }
  }

  func keep(_ one: Written, for secret: String) {
    written.withLock { all in
      if all.count >= Self.most, all[secret] == nil, let other = all.keys.first { all[other] = nil }
      all[secret] = one
    }
  }
}
