internal import FieldhouseKit
internal import Foundation

private let columns: SQL = "number, account, at, edited_at, version, text, hidden_at"
private let postColumns: SQL = "number, account, at, edited_at, version, text, hidden_at, media, likes, comments"

// What the tables say of feeds.
extension GroupRows {
  func post(_ number: Int, in feed: Feed) async throws -> Post? {
    try await rows("select \(postColumns) from fieldhouse_posts where \(feed.rows) and number = \(number)")
      .first.map(Post.init)
  }

  /// Posts before a number, the latest first.
  /// - Parameter viewer: who sees what is hidden only where it is their own; nil for those who see it all.
  func posts(in feed: Feed, before number: Int, for viewer: AccountID?, limit: Int) async throws -> [Post] {
    try await rows(
      """
      select \(postColumns) from fieldhouse_posts
      where \(feed.rows) and number < \(number)\(Self.shown(to: viewer)) order by number desc limit \(limit)
      """
    ).map(Post.init)
  }

  func comment(_ number: Int, on post: Int, in feed: Feed) async throws -> FeedWords? {
    try await rows(
      """
      select \(columns) from fieldhouse_post_comments where \(feed.rows) and post = \(post) and number = \(number)
      """
    ).first.map(FeedWords.init)
  }

  /// Comments behind a number, the first first.
  /// - Parameter viewer: as ``posts(in:before:for:limit:)``.
  func comments(
    on post: Int, in feed: Feed, after number: Int, for viewer: AccountID?, limit: Int
  ) async throws -> [FeedWords] {
    try await rows(
      """
      select \(columns) from fieldhouse_post_comments
      where \(feed.rows) and post = \(post) and number > \(number)\(Self.shown(to: viewer))
      order by number limit \(limit)
      """
    ).map(FeedWords.init)
  }

  /// Comments before a number, the nearest first, also those that are hidden.
  func comments(on post: Int, in feed: Feed, before number: Int, limit: Int) async throws -> [FeedWords] {
    try await rows(
      """
      select \(columns) from fieldhouse_post_comments
      where \(feed.rows) and post = \(post) and number < \(number) order by number desc limit \(limit)
      """
    ).map(FeedWords.init)
  }

  private static func shown(to viewer: AccountID?) -> SQL {
    viewer.map { " and (hidden_at is null or account = \($0))" } ?? ""
  }

  /// Which of some posts somebody likes.
  func liked(_ posts: [Int], in feed: Feed, by account: AccountID) async throws -> Set<Int> {
    guard let least = posts.min(), let most = posts.max() else { return [] }
    let found = try await rows(
      """
      select post from fieldhouse_post_likes
      where account = \(account) and \(feed.rows) and post >= \(least) and post <= \(most)
      """)
    return Set(try found.map { try $0["post"] })
  }

  /// Which of some posts were reported.
  func marks(ofPosts numbers: [Int], in feed: Feed, for account: AccountID) async throws -> ReportMarks {
    try await marks(ReportablePost.kind, in: feed.holder, of: numbers, for: account)
  }

  /// Which of some comments on a post were reported.
  func marks(
    ofComments numbers: [Int], on post: Int, in feed: Feed, for account: AccountID
  ) async throws -> ReportMarks {
    try await marks(
      ReportableComment.kind, in: feed.holder, from: FeedItem.base(ofCommentsOn: post), of: numbers, for: account)
  }

  /// What stood before each edit, the first first.
  func versions(of item: FeedItem, after version: Int, limit: Int) async throws -> [FeedVersion] {
    try await rows(
      """
      select version, at, text, media from fieldhouse_post_versions
      where \(item.feed.rows) and post = \(item.post) and comment = \(item.comment ?? 0) and version > \(version)
      order by version limit \(limit)
      """
    ).map {
      FeedVersion(
        version: try $0["version"], at: try $0["at"], text: try $0["text"], media: try FeedMedia.list(try $0["media"]))
    }
  }
}

/// How the addresses of media are kept.
enum FeedMedia {
  static func text(_ list: [String]) -> String { JSON.array(list.map { .string($0) }).serialized() }

  static func list(_ text: String) throws -> [String] {
    try JSON(parsing: text).array?.compactMap(\.string) ?? []
  }
}

extension FeedWords {
  init(_ row: Row) throws {
    self.init(
      number: try row["number"], author: try row["account"], at: try row["at"], editedAt: try row["edited_at"],
      version: try row["version"], text: try row["text"], hiddenAt: try row["hidden_at"])
  }
}

extension Post {
  init(_ row: Row) throws {
    self.init(
      words: try FeedWords(row), media: try FeedMedia.list(try row["media"]), likes: try row["likes"],
      comments: try row["comments"])
  }
}
