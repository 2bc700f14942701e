import FieldhouseKit
import Foundation
import Synchronization

/// When predictions of each match close, as it was told, so that one that has closed stays closed when its date moves.
final class Closings: Sendable {
  /// What was told of a match.
  struct Known: Sendable, Hashable {
    /// Far away while nobody knows when the match is played.
    var closesAt: Date
    /// Whether it had closed when its date moved.
    var isShut = false
    /// Whether those who favour it are reminded.
    var isTold = false
  }

  /// A match of which something else is to be told.
  struct Change: Sendable {
    let match: String
    let before: Known?
    let now: Known
  }

  /// What stands for the time of a match that is put off or will not be played: the year 9999.
  static let never = Date(timeIntervalSince1970: 253_370_764_800)
  /// What closed longer ago is not looked at, in seconds: 30 days.
  private static let memory = 30.0 * 86_400

  private let known = Mutex<[String: Known]>([:])

  /// What was told of a match; nil when nothing was.
  subscript(match: String) -> Known? { known.withLock { $0[match] } }

  /// Takes over what is stored.
  func load(_ all: [String: Known]) { known.withLock { $0 = all } }

  /// What differs from what was told, and so is to be kept: ``apply(_:)``.
  /// - Parameter matches: those of the seasons that were read, with those that they do not have any more.
  func changes(_ matches: [Match], at now: Date) -> [Change] {
    known.withLock { known in
      matches.compactMap { match in
        Self.change(of: match, known[match.id], to: Self.closing(of: match), at: now)
      }
    }
  }

  /// Keeps what is told now.
  func apply(_ changes: [Change]) {
    known.withLock { known in for change in changes { known[change.match] = change.now } }
  }

  private static func closing(of match: Match) -> Date {
    let isOff = match.status == .postponed || match.status == .cancelled
    return match.status == .removed || isOff && match.disclosure == .atOnce
      ? never : PredictionWindow.closing(of: match)
  }

  private static func change(of match: Match, _ before: Known?, to closesAt: Date, at now: Date) -> Change? {
    guard var next = before else {
      guard closesAt > now.addingTimeInterval(-memory), match.status != .removed else { return nil }
      return Change(match: match.id, before: nil, now: Known(closesAt: closesAt))
    }
    guard next.closesAt != closesAt else { return nil }
    if next.closesAt <= now, closesAt > now { next.isShut = true }
    next.closesAt = closesAt
    if closesAt == never { next.isTold = false }
    return Change(match: match.id, before: before, now: next)
  }
}
