import FieldhouseKit
import Foundation
import Synchronization

/// The tables of seasons as they were counted last. One counts until a match of its season looks otherwise: everybody who follows the
/// matches that are being played reads the same.
final class TableMemory: Sendable {
  private struct Key: Hashable {
    let season: SeasonKey
    let view: String
  }

  private struct Entry {
    let revision: Int
    let instants: Range<Date>
    let tables: [TableOutput]
  }

  private let entries = Mutex<[Key: Entry]>([:])

  /// The tables of a season at an instant.
  /// - Parameters:
  ///   - view: which of them, as ``StandingsInput/view``.
  ///   - count: counts them.
  func tables(
    of season: Catalogue.Season, _ view: String, at now: Date, count: () -> [TableOutput]
  ) -> [TableOutput] {
    let key = Key(season: season.league.key, view: view)
    if let known = entries.withLock({ $0[key] }), known.revision == season.revision, known.instants.contains(now) {
      return known.tables
    }
    let tables = count()
    let entry = Entry(revision: season.revision, instants: now..<season.nextChange(after: now), tables: tables)
    entries.withLock { $0[key] = entry }
    return tables
  }
}

extension Catalogue.Season {
  /// The first instant after `now` at which a match may look otherwise but for its minute; far away when none does.
  func nextChange(after now: Date) -> Date {
    let instants = matches.lazy.flatMap { [$0.kickOff, $0.nextChange(after: now) ?? $0.kickOff] }
    return instants.filter { $0 > now }.min() ?? .distantFuture
  }
}
