public import FieldhouseKit
public import Foundation

/// One part of the host, and since when it has been as it is.
public struct PartHealth: Sendable, Hashable {
  /// The part, e.g. a plugin's id or `storage/accounts`.
  public let part: String
  /// Whether the host serves nobody without it.
  public let isEssential: Bool
  /// Its state.
  public let health: Health
  /// Since when it has been in this state.
  public let since: Date
  private let quotes: [String]

  /// A state.
  public init(_ state: PartState, since: Date) {
    part = state.part
    isEssential = state.isEssential
    health = state.health
    quotes = state.quotes
    self.since = since
  }

  /// The reason and the remedy without what plugins have said: what is kept of it, or sent on, would stay when those are erased
  /// whose words it may hold.
  public var keptDetail: String {
    quotes.filter { !$0.isEmpty }.reduce(health.detail) { $0.replacingOccurrences(of: $1, with: "…") }
  }
}
