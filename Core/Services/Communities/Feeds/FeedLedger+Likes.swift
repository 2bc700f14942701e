internal import FieldhouseKit
internal import Foundation

extension FeedLedger {
  /// Likes a post, once.
  /// - Throws: ``Problem`` 404 `post-unknown`, 403 `forbidden`, 409 `group-archived`, 429 `feed-too-fast`.
  func like(_ number: Int, in standing: FeedStanding, by account: AccountID) async throws {
    let feed = standing.feed
    let post = try await seen(number, in: standing, by: account)
    guard try await tables.liked([number], in: feed, by: account).isEmpty else { return }
    try await begin(.likes, in: standing, by: account)
    _ = try await tables.rows(
      """
      insert into fieldhouse_post_likes (kind, thing, post, account, at)
      values (\(feed.kind), \(feed.thing), \(number), \(account), \(now))
      """)
    try await count(1, post, in: feed)
  }

  /// Takes a like back.
  /// - Throws: ``Problem`` 404 `post-unknown`.
  func unlike(_ number: Int, in standing: FeedStanding, by account: AccountID) async throws {
    let feed = standing.feed
    let post = try await seen(number, in: standing, by: account)
    let taken = try await tables.rows(
      """
      delete from fieldhouse_post_likes where \(feed.rows) and post = \(number) and account = \(account) returning post
      """)
    if !taken.isEmpty { try await count(-1, post, in: feed) }
  }

  private func count(_ difference: Int, _ post: Post, in feed: Feed) async throws {
    let number = post.words.number
    let likes: Int = try await tables.rows(
      """
      update fieldhouse_posts set likes = likes + \(difference)
      where \(feed.rows) and number = \(number) returning likes
      """)[0]["likes"]
    guard post.words.hiddenAt == nil else { return try await touch(feed) }
    var payload = FeedItem(feed, post: number).payload
    payload["likes"] = .integer(Int64(likes))
    try await publish("liked", .object(payload), in: feed)
  }
}
