internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Finds what has served its time by going through a table in the order of its key, a part of it each time. Nothing is kept
/// in the order of when it has, which every use would change; it goes later than it could.
final class Sweep<Key: Sendable>: Sendable {
  /// How many rows are read at once, and removed in one transaction at most.
  static var portion: Int { 500 }

  /// The next rows behind a key in the order of theirs, at most so many, each with when it has served its time.
  typealias Listing =
    @Sendable (_ place: Key, _ most: Int, any ReadTransaction) async throws -> [(key: Key, end: Date)]
  /// Removes those of some rows that have served their time still.
  typealias Removal = @Sendable ([Key], _ now: Date, any Transaction) async throws -> Void

  private let first: Key
  private let list: Listing
  private let remove: Removal
  /// The key of the last row that was looked at.
  private let place: Mutex<Key>

  /// - Parameter first: comes before all keys.
  init(from first: Key, list: @escaping Listing, remove: @escaping Removal) {
    (self.first, self.list, self.remove) = (first, list, remove)
    place = Mutex(first)
  }

  /// Goes on from where it was, and begins anew once it is through.
  /// - Parameter most: how many rows are looked at.
  /// - Throws: ``StorageError``; what was not removed is found the next time round.
  func run(now: Date, most: Int = 100_000, in storage: any Storage) async throws {
    for _ in 0..<(most / Self.portion) {
      let place = place.withLock { $0 }
      let rows = try await storage.read { [list] in try await list(place, Self.portion, $0) }
      let over = rows.filter { $0.end <= now }.map(\.key)
      if !over.isEmpty { try await storage.write { [remove] in try await remove(over, now, $0) } }
      let isThrough = rows.count < Self.portion
      self.place.withLock { $0 = isThrough ? first : rows.last?.key ?? first }
      if isThrough { return }
    }
  }
}
