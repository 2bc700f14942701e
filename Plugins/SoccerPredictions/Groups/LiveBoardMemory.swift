import FieldhouseKit
import Foundation
import Synchronization

/// How groups stand while matches are played, as it was worked out last: everybody in a group who follows the matches reads the same.
///
/// A table counts until a match of its season looks otherwise, until this host has settled a match, and for half a second at most: by
/// then it has which older matches other hosts have settled anew, who has come and gone, and what was decided of bonus questions. Between
/// the end of a match and its settlement none is kept, so that whoever is told of that sees it.
final class LiveBoardMemory: Sendable {
  /// Which table.
  struct Key: Hashable {
    let group: String
    let season: SeasonKey
    let round: String?
    let month: String?
  }

  private struct Entry {
    let revision: Int
    let instants: Range<Date>
    let until: ContinuousClock.Instant
    let table: GroupTable
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    /// How often something has changed that is not a match.
    var changes = 0
    /// Who waits for a table that somebody works out.
    var waiting: [Key: [CheckedContinuation<Bool, Never>]] = [:]
  }

  /// So many tables are kept at most.
  static let most = 1_000
  private let lasting: Duration
  private let state = Mutex(State())

  /// - Parameter lasting: how long a table counts.
  init(lasting: Duration = .milliseconds(500)) { self.lasting = lasting }

  /// Has everything worked out anew from now on.
  func forget() {
    state.withLock {
      $0.changes += 1
      $0.entries = [:]
    }
  }

  /// The table of a group at an instant. Those who ask while somebody works it out wait for that.
  /// - Parameters:
  ///   - reader: who asks; for somebody who has just become a member it is worked out anew.
  ///   - isFinal: whether what is worked out now may be kept.
  ///   - count: works it out.
  func table(
    _ key: Key, of season: Catalogue.Season, for reader: AccountID?, at now: Date, isFinal: () -> Bool,
    count: () async throws -> GroupTable
  ) async throws -> GroupTable {
    if let known = known(key, of: season, for: reader, at: now) { return known }
    guard isFinal() else { return try await count() }
    let isFirst = await begin(key)
    defer { if isFirst { end(key) } }
    if let known = known(key, of: season, for: reader, at: now) { return known }
    let (changes, until) = (state.withLock { $0.changes }, ContinuousClock.now + lasting)
    let table = try await count()
    let instants = now..<season.nextChange(after: now)
    let entry = Entry(revision: season.revision, instants: instants, until: until, table: table)
    state.withLock { state in
      // What was read before something changed is not what is now.
      guard state.changes == changes else { return }
      if state.entries.count >= Self.most { state.entries = [:] }
      state.entries[key] = entry
    }
    return table
  }

  private func known(_ key: Key, of season: Catalogue.Season, for reader: AccountID?, at now: Date) -> GroupTable? {
    guard let known = state.withLock({ $0.entries[key] }), known.revision == season.revision,
      known.instants.contains(now), known.until > .now, reader.map(known.table.members.contains) ?? true
    else { return nil }
    return known.table
  }

  /// Begins to work a table out, or waits for who does.
  /// - Returns: whether nobody did, and ``end(_:)`` is to be called.
  private func begin(_ key: Key) async -> Bool {
    await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        let isFirst = state.waiting[key] == nil
        if isFirst { state.waiting[key] = [] } else { state.waiting[key]?.append(continuation) }
        return isFirst
      }
      if isFirst { continuation.resume(returning: true) }
    }
  }

  private func end(_ key: Key) {
    let waiting = state.withLock { $0.waiting.removeValue(forKey: key) ?? [] }
    for continuation in waiting { continuation.resume(returning: false) }
  }
}
