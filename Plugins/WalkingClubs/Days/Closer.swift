import FieldhouseKit
import Foundation

/// Closes the days of clubs: who walked with others is looked for once for all of a club, and what the day brought everybody is
/// committed in slices, a few statements each; clubs share one. Closing a day once more changes what has changed and nothing else.
final class Closer: Sendable {
  /// So many people are in a slice: nobody else writes while one is committed.
  static let slice = 2_000
  /// So many clubs' days are looked at before they are closed.
  private static let portion = 128

  private let host: PluginHost

  init(host: PluginHost) { self.host = host }

  /// - Returns: when the next day is to be closed; nil for none.
  func step() async throws -> Date? {
    while try await closeSome() {}
    return try await host.storage.read { try await ClosingStore.next(in: $0) }
  }

  /// Closes the days that are due first.
  /// - Returns: whether there were any.
  private func closeSome() async throws -> Bool {
    let now = host.clock.now
    let due = try await host.storage.read { try await ClosingStore.due(at: now, limit: Self.portion, in: $0) }
    var rest = due[...]
    while let first = rest.first {
      let same = rest.prefix { $0.day == first.day && $0.dueAt == first.dueAt }
      rest = rest.dropFirst(same.count)
      try await close(same, of: first.day, at: now)
    }
    return !due.isEmpty
  }

  /// Closes the day of some clubs, slice by slice.
  private func close(_ closings: ArraySlice<ClosingStore.Closing>, of day: Int, at now: Date) async throws {
    let company = try await Company.read(of: closings.map(\.club), day: day, from: host.storage)
    var slice = ClosingSlice(day: day, closings: closings, after: nil, company: company)
    while !slice.closings.isEmpty {
      let some = slice
      slice = try await host.storage.write { try await some.close(limit: Self.slice, at: now, in: $0) }
    }
  }
}
