internal import FieldhouseKit
internal import Foundation

/// That somebody has reported a thing, for the person alone.
struct ReceiptView: RouteOutput, Decodable {
  let kind: String
  let group: String?
  let feed: FeedPlace?
  let thing: String?
  let reason: ReportReason
  let at: Date

  init(_ flag: ReportFlag, _ place: ReportPlace) {
    (kind, feed) = (place.kind, place.feed)
    group = place.group.isEmpty ? nil : place.group
    thing = place.thing.isEmpty ? nil : place.thing
    (reason, at) = (flag.reason, flag.at)
  }
}

/// A thing that was reported, for who decides about it.
struct CaseView: RouteOutput, Decodable {
  let id: String
  /// The area of the plugin that it lies with.
  let area: String
  let kind: String
  /// Left out for what lies in none.
  let group: String?
  /// The thing in whose feed it lies; left out for what lies in a group.
  let feed: FeedPlace?
  /// What people call where it is: the group's name, or the plugin's.
  let place: String
  /// The page of where it is in the web app; left out where that is gone or has none.
  let link: String?
  /// Its number or id there, `<post>/<comment>` for a comment; left out for the group itself.
  let thing: String?
  /// Whose it is; left out where it is nobody's alone or they have left.
  let author: PersonView?
  /// What it said when it was reported.
  let words: String
  let state: ReportCase.State
  /// Whether it was taken away.
  let isHidden: Bool
  /// How many people have reported it since it was shown last.
  let reports: Int
  /// The reason that most of them gave.
  let reason: ReportReason?
  /// Since when it waits, or is decided.
  let at: Date
  /// What its author says against its removal.
  let appeal: String?
}

/// The same with all that is known of it.
struct CaseDetails: RouteOutput, Decodable {
  let report: CaseView
  /// Who has reported it and why: the latest hundred, the first first.
  let flags: [FlagView]
  /// What it says now; left out where that is the same, or it is gone.
  let now: String?
  /// Messages before and behind it; of a comment the post and comments before and behind it, of a post the first
  /// comments.
  let around: [AroundView]
  /// What was decided, the first first.
  let decisions: [EntryView]
  /// What the reader may decide.
  let mayDecide: [ReportDecision]
}

/// What somebody has written beside a thing.
struct AroundView: RouteOutput, Decodable {
  /// `message`, `post` or `comment`.
  let kind: String
  /// Left out where they have left.
  let author: PersonView?
  let at: Date
  /// Left out where it was taken back or away.
  let text: String?
}

/// A report of a thing.
struct FlagView: RouteOutput, Decodable {
  let reason: ReportReason
  let detail: String
  let at: Date
  /// Whether it counts: it came since the thing was shown last.
  let counts: Bool
  /// Who; for operators alone.
  let by: PersonView?
}

/// A decision about a thing.
struct EntryView: RouteOutput, Decodable {
  /// A decision of a moderator, `flagged` where enough people have reported it, `appeal` where its author objects.
  let decision: String
  let note: String
  let at: Date
  let by: PersonView?
}

/// What has become of a thing of one's own.
struct OwnCaseView: RouteOutput, Decodable {
  let id: String
  let kind: String
  /// What people call where it is, or was.
  let place: String
  let words: String
  let isHidden: Bool
  /// Why it was removed; left out where it is not.
  let reason: ReportReason?
  /// What one has said against it.
  let appeal: String?
  /// Whether a moderator has decided about it, and about what one has said.
  let isDecided: Bool
  /// Whether one can say something against it.
  let mayAppeal: Bool
}
