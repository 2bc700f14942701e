import FieldhouseKit
import Foundation
import Synchronization

/// As what matches were settled last, as far as this host knows.
final class SettledKeys: Sendable {
  private let keys = Mutex<[String: String]>([:])

  func load(_ all: [String: String]) { keys.withLock { $0 = all } }

  subscript(match: String) -> String? {
    get { keys.withLock { $0[match] } }
    set { keys.withLock { $0[match] = newValue } }
  }
}

/// What those are told who have predicted a match whose settlement changes: that it was removed, that it is back, or that their points
/// are others.
struct SettlementNews: Sendable {
  /// The points that somebody had, and has now; nil while the match is pending.
  struct Told: Sendable {
    let account: AccountID
    let before: Int?
    let now: Int?
  }

  private enum Kind {
    case none, removed, returned
    /// The result was corrected.
    case corrected
    /// Points are given by another rule.
    case rule(String)
  }

  private let match: Match
  private let kind: Kind
  private let key: String

  /// - Parameters:
  ///   - before: as what the match was settled; nil where it was not.
  ///   - now: as what it is settled now.
  init(_ match: Match, from before: String?, to now: String?) {
    (self.match, key) = (match, now ?? "")
    if Self.isRemoved(now) {
      kind = Self.isRemoved(before) ? .none : .removed
    } else if Self.isRemoved(before) {
      kind = .returned
    } else if let before, let rule = now.map(Self.rule), !before.isEmpty, Self.rule(before) != rule {
      kind = .rule(rule)
    } else {
      kind = before == nil ? .none : .corrected
    }
  }

  /// Whether people are told something.
  var isToldToPeople: Bool { if case .none = kind { false } else { true } }

  static func isRemoved(_ key: String?) -> Bool { key?.hasSuffix(" void-removed") == true }

  /// The version of the rule that a key begins with.
  private static func rule(_ key: String) -> String { String(key.prefix { $0 != " " }) }

  /// Tells those whom it concerns.
  func tell(_ people: [Told], in transaction: any Transaction) async throws {
    let differing = people.filter { $0.before != nil && $0.before != $0.now }
    switch kind {
    case .none: return
    case .removed:
      try await send(
        "match-removed", "matchRemoved", to: people.map(\.account), once: "\(match.id) \(key)", in: transaction)
    case .returned:
      try await send(
        "match-removed", "matchReturned", to: people.map(\.account), once: "\(match.id) back \(key)", in: transaction)
    case .corrected:
      for (points, group) in Dictionary(grouping: differing, by: \.now) {
        let text = points == nil ? "pointsPending" : "pointsChanged"
        try await send(
          "points-changed", text, points: points, to: group.map(\.account), once: "\(match.id) \(key)", in: transaction)
      }
    case .rule(let rule):
      let season = "\(match.league) \(rule)"
      try await send("points-changed", "rulesChanged", to: differing.map(\.account), once: season, in: transaction)
    }
  }

  private func send(
    _ kind: String, _ text: String, points: Int? = nil, to people: [AccountID], once key: String,
    in transaction: any Transaction
  ) async throws {
    guard !people.isEmpty else { return }
    var arguments = ["home": match.home.name, "away": match.away.name]
    arguments["points"] = points.map(String.init)
    try await transaction.notify(
      NotificationRequest(
        recipients: people, kind: kind, text: text, arguments: arguments,
        link: "/soccer-predictions/matches/\(match.id)", deduplicationKey: key))
  }
}
