internal import FieldhouseKit
internal import Foundation

/// Where a thing is that can be reported.
struct ReportPlace: Sendable, Hashable {
  /// What kind of thing, as clients name it.
  let kind: String
  /// The group that it lies in, or is; empty for what lies in none.
  var group = ""
  /// The thing of the plugin's in whose feed it lies; nil for what lies in a group.
  var feed: FeedPlace?
  /// Its id or number there, unique in the kind and place; empty for the group itself.
  let thing: String

  /// What it lies in, as it is kept.
  var holder: String { feed?.holder ?? group }
}

/// A thing of a plugin's that has a feed.
struct FeedPlace: RouteOutput, Decodable, Hashable {
  let kind: String
  let thing: String

  /// How it is kept; no group's id looks like it.
  var holder: String { "\(kind)/\(thing)" }
}

/// A thing that was reported.
struct ReportCase: Sendable {
  /// How far it has come.
  enum State: String, Codable, CaseIterable, Sendable {
    /// It waits for a decision.
    case open
    case decided
  }

  let id: String
  let place: ReportPlace
  /// The group whose admins look after it; empty where only operators do.
  let scope: String
  /// Whose it is; nil where it is nobody's alone or they have left.
  let author: AccountID?
  /// What it said when it was reported.
  let words: String
  let state: State
  /// Whether it was taken away here.
  let isHidden: Bool
  /// Only reports of the current round count.
  let round: Int
  /// When it was opened, or decided.
  let movedAt: Date
  /// What its author says against its removal.
  let appeal: String?
  let appealedAt: Date?
}

/// That somebody has reported a thing.
struct ReportFlag: Sendable {
  /// Nil once they have left the installation.
  let reporter: AccountID?
  let reason: ReportReason
  /// What they said beside the reason.
  let detail: String
  let at: Date
  let round: Int
}

/// What was decided about a thing, or became of it by itself.
struct ReportEntry: Sendable {
  /// What happens without a moderator: enough people have reported it, or its author objects.
  static let (flagged, appealed) = ("flagged", "appeal")

  let at: Date
  /// Nil where nobody decided, or they have left the installation.
  let actor: AccountID?
  /// A ``ReportDecision``, ``flagged`` or ``appealed``.
  let decision: String
  let note: String
}

extension ReportCase {
  init(_ row: Row) throws {
    id = try row["id"]
    place = ReportPlace(kind: try row["kind"], holder: try row["group_id"], thing: try row["thing"])
    (scope, author, words) = (try row["scope"], try row.account("author"), try row["words"])
    state = try row.choice("state")
    (isHidden, round, movedAt) = (try row["is_hidden"], try row["round"], try row["moved_at"])
    (appeal, appealedAt) = (try row["appeal"], try row["appealed_at"])
  }
}

extension ReportPlace {
  /// A place as it is kept.
  init(kind: String, holder: String, thing: String) {
    let feed = FeedPlace(holder: holder)
    self.init(kind: kind, group: feed == nil ? holder : "", feed: feed, thing: thing)
  }
}

extension FeedPlace {
  /// Nil for a group's id.
  init?(holder: String) {
    let parts = holder.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(kind: String(parts[0]), thing: String(parts[1]))
  }
}

extension ReportFlag {
  init(_ row: Row) throws {
    (reporter, reason, detail) = (try row["reporter"], try row.choice("reason"), try row["detail"])
    (at, round) = (try row["at"], try row["round"])
  }
}

extension ReportEntry {
  init(_ row: Row) throws {
    (at, actor) = (try row["at"], try row.account("actor"))
    (decision, note) = (try row["decision"], try row["note"])
  }
}

extension Row {
  /// One of a few names.
  /// - Throws: ``StorageError`` for another one.
  func choice<Choice: RawRepresentable<String>>(_ column: String) throws -> Choice {
    let name: String = try self[column]
    guard let choice = Choice(rawValue: name) else {
      throw StorageError(.corrupt, "'\(name)' is no \(Choice.self). Restore the namespace from a backup.")
    }
    return choice
  }
}
