internal import FieldhouseKit

/// What is written in feeds, of groups and of things, by its numbers: `5` for a post, `5/2` for a comment on it.
protocol ReportableFeedItem: Reportable {
  var ledger: GroupLedger { get }
}

extension ReportableFeedItem {
  static var canBeHidden: Bool { true }
  /// How many comments before and behind something are shown to who decides about it.
  static var around: Int { 3 }

  private var feeds: FeedLedger { FeedLedger(ledger: ledger) }

  func mark(_ place: ReportPlace, isFlagged: Bool) async throws {
    guard let item = try await place.item(in: ledger.tables) else { return }
    try await feeds.tell(item, isFlagged: isFlagged)
  }

  func touch(_ place: ReportPlace) async throws {
    guard let item = try await place.item(in: ledger.tables) else { return }
    try await feeds.touch(item.feed)
  }

  func hide(_ place: ReportPlace) async throws -> Bool {
    guard let item = try await place.item(in: ledger.tables) else { return false }
    return try await feeds.setHidden(true, item)
  }

  /// It is shown as it stands now: whoever decides has seen that, too.
  func show(_ place: ReportPlace, words: String) async throws -> Bool {
    guard let item = try await place.item(in: ledger.tables) else { return false }
    return try await feeds.setHidden(false, item)
  }
}

extension ReportPlace {
  /// The numbers of a post, or of a post and a comment on it; nil where the place has no such ones.
  var numbers: [Int]? {
    let numbers = thing.split(separator: "/").compactMap { Int($0) }
    guard (1...2).contains(numbers.count), numbers.map({ "\($0)" }).joined(separator: "/") == thing else { return nil }
    return numbers
  }

  /// The post or comment; nil where there is no such feed any more.
  func item(in rows: any GroupRows) async throws -> FeedItem? {
    if let feed { return item(in: Feed(kind: feed.kind, thing: feed.thing, isOfGroup: false)) }
    guard let group = try await rows.group(group) else { return nil }
    return item(in: Feed(kind: group.kind, thing: group.id, isOfGroup: true))
  }

  /// The post or comment of these numbers in a feed.
  func item(in feed: Feed) -> FeedItem? {
    numbers.map { FeedItem(feed, post: $0[0], comment: $0.count == 2 ? $0[1] : nil) }
  }
}

extension FeedStanding {
  /// The group whose admins look after what is written there; empty for a thing, which has none.
  var scope: String { feed.isOfGroup ? feed.thing : "" }
}

extension Post {
  /// What it says, and below that the addresses of its media.
  var allWords: String { ([words.text] + media).joined(separator: "\n") }
}
