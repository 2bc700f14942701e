internal import FieldhouseKit
internal import Foundation

/// A thing as it stands when somebody reports it.
struct ReportedThing: Sendable {
  let place: ReportPlace
  /// The group whose admins look after it; empty where only operators do.
  let scope: String
  /// Whose it is; nil where it is nobody's alone.
  let author: AccountID?
  /// Its number where things of the kind are numbered, else 0.
  var position = 0
  /// What it says.
  let words: String
  /// Whom it is kept from when one has blocked the other, each with what is said then.
  var keepers: [(account: AccountID, problem: Problem)] = []
}

/// Somebody who reports a thing.
struct Reporter: Sendable {
  let principal: Principal
  /// Asks the tables, in a transaction or outside of one.
  let gate: GroupGate

  var account: AccountID { principal.account.id }

  /// What they are to a group.
  /// - Throws: ``Problem`` 404 `group-unknown` where they may not know of it.
  func standing(in group: String) async throws -> GroupGate.Standing {
    try await gate.standing(of: principal, in: group)
  }

  /// What they are to the feed that something lies in; whether there is the thing that it is of, the plugin was asked.
  /// - Throws: ``Problem`` 404 `group-unknown`, `feed-unknown`.
  func feed(of place: ReportPlace) async throws -> FeedStanding {
    guard let feed = place.feed else { return try await gate.feed(of: principal, in: place.group) }
    return try gate.feed(of: principal, feed.kind, feed.thing)
  }
}

/// Where a thing is found that was reported.
struct ReportHome: Sendable {
  /// What people call it.
  let name: String
  /// Its page in the web app; nil where it has none.
  let link: String?
}

/// What somebody has written beside a thing that was reported.
struct ReportedWords: Sendable {
  /// `message`, `post` or `comment`.
  let kind: String
  /// Nil once they have left the installation.
  let author: AccountID?
  let at: Date
  /// Nil where it was taken back or away.
  let text: String?
}

/// Things of one kind that can be reported, in a transaction of the plugin that has them. What else people
/// write in groups is reported by one more such type in ``ReportKinds/all``.
///
/// ``hide(_:)`` and ``show(_:words:)`` change the thing and tell who watches it, in the transaction that decides it.
protocol Reportable: Sendable {
  /// The kind's name in requests and settings.
  static var kind: String { get }
  /// Whether a thing of the kind can be taken away and brought back.
  static var canBeHidden: Bool { get }

  /// A thing as somebody may report it, but for what a block hides.
  /// - Throws: ``Problem`` 404 for what they do not see, as reading it does; 403 `report-own` for what is theirs.
  static func thing(_ place: ReportPlace, for reporter: Reporter) async throws -> ReportedThing

  init(ledger: GroupLedger)

  /// Those whom a decision concerns: the author, or who looks after it.
  func owners(of found: ReportCase) async throws -> [AccountID]

  /// Tells who watches it that it was reported, or is not any more.
  func mark(_ place: ReportPlace, isFlagged: Bool) async throws

  /// Says that somebody else has reported it, too, which nobody is told, to all who remember what was reported.
  func touch(_ place: ReportPlace) async throws

  /// Takes it away from everybody; its words are kept by the case.
  /// - Returns: whether it was there.
  func hide(_ place: ReportPlace) async throws -> Bool

  /// Brings back what ``hide(_:)`` took away.
  /// - Returns: whether it is there again; false where its author has taken it back or left meanwhile.
  func show(_ place: ReportPlace, words: String) async throws -> Bool

  /// What was written around a thing, for who decides about it.
  static func surroundings(of place: ReportPlace, in rows: any GroupRows) async throws -> [ReportedWords]

  /// What a thing says now, for who decides about it; nil where it is gone or cannot be changed.
  static func words(of place: ReportPlace, in rows: any GroupRows) async throws -> String?
}

extension Reportable {
  func owners(of found: ReportCase) async throws -> [AccountID] { [found.author].compactMap { $0 } }
  func mark(_ place: ReportPlace, isFlagged: Bool) async throws {}
  func touch(_ place: ReportPlace) async throws {}
  static func surroundings(of place: ReportPlace, in rows: any GroupRows) async throws -> [ReportedWords] { [] }
  static func words(of place: ReportPlace, in rows: any GroupRows) async throws -> String? { nil }
}

extension GroupRows {
  /// Where a thing is; nil where that is gone.
  func home(of place: ReportPlace, _ rules: GroupRules) async throws -> ReportHome? {
    if let feed = place.feed { return rules.home(of: feed) }
    return try await group(place.group).map { ReportHome(name: $0.name, link: "/groups/\(rules.area)/\($0.id)") }
  }
}

/// Everything that can be reported.
enum ReportKinds {
  static let all: [any Reportable.Type] = [
    ReportableMessage.self, ReportableGroup.self, ReportableMember.self, ReportablePost.self, ReportableComment.self,
  ]

  /// - Throws: ``StorageError`` for a kind that there is none of.
  static func named(_ kind: String) throws -> any Reportable.Type {
    guard let found = all.first(where: { $0.kind == kind }) else {
      throw StorageError(
        .corrupt, "Nothing of the kind '\(kind)' can be reported. Restore the namespace from a backup.")
    }
    return found
  }

  static var schema: Schema { .enumeration(all.map { .string($0.kind) }) }
}
