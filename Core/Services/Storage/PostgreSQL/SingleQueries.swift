internal import FieldhouseKit
internal import Synchronization

/// Which queries are the only one of a read, and quick, learned by watching them.
///
/// Such a query needs no transaction of its own: those of many readers are sent together.
final class SingleQueries: Sendable {
  /// So many times in a row a query must have been the only one.
  private static let proof = 8
  private static let largest = 256
  /// A query that takes longer would keep the others, in nanoseconds.
  private static let longest: UInt64 = 20_000_000

  private let streaks = Mutex<[String: Int]>([:])
  private let hasAny = Atomic(false)

  /// Whether any query is known to be alone.
  var areKnown: Bool { hasAny.load(ordering: .relaxed) }

  /// Whether a read that begins with a query most likely ends with it.
  func contains(_ text: String) -> Bool { streaks.withLock { $0[text, default: 0] >= Self.proof } }

  /// Notes that a query was a read's only one.
  /// - Parameter time: how long it took, in nanoseconds.
  func note(_ text: String, time: UInt64) {
    guard time <= Self.longest else { return forget(text) }
    streaks.withLock { streaks in
      guard streaks[text] != nil || streaks.count < Self.largest else { return }
      streaks[text, default: 0] = min(streaks[text, default: 0] + 1, Self.proof)
      if streaks[text] == Self.proof { hasAny.store(true, ordering: .relaxed) }
    }
  }

  /// Notes that more followed a query, or that it failed.
  func forget(_ text: String) { streaks.withLock { _ = $0.removeValue(forKey: text) } }
}
