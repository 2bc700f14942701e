import FieldhouseKit
import Foundation
import Synchronization

/// The standings of seasons as providers tell them.
final class ProviderTables: Sendable {
  private let tables = Mutex<[SeasonKey: [ProviderStanding]]>([:])

  func set(_ all: [SeasonKey: [ProviderStanding]]) { tables.withLock { $0 = all } }

  /// Those of a season; empty where no provider tells them.
  func of(_ season: SeasonKey) -> [ProviderStanding] { tables.withLock { $0[season] ?? [] } }
}

extension MatchRow {
  /// The kick-off, for what needs no more than that.
  var instant: Date {
    Date(timeIntervalSince1970: Double(date.daysSince1970) * 86_400 + Double((time?.minutes ?? 720) * 60))
  }

  /// What is told while it is played.
  var running: LiveReport? {
    guard case .running(let report)? = progress else { return nil }
    return report
  }
}
