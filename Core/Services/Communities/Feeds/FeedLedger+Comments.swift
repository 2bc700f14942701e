internal import FieldhouseKit
internal import Foundation

extension FeedLedger {
  /// Comments on a post.
  /// - Throws: ``Problem`` 404 `post-unknown`, 403 `forbidden`, 409 `group-archived`, 429 `feed-too-fast`.
  func comment(
    _ text: String, on number: Int, in standing: FeedStanding, by author: Account
  ) async throws -> FeedWords {
    let feed = standing.feed
    let post = try await seen(number, in: standing, by: author.id)
    try await begin(.words, in: standing, by: author.id)
    let counted = try await tables.rows(
      """
      update fieldhouse_posts set comments = comments + 1, last_comment = last_comment + 1
      where \(feed.rows) and number = \(number) returning comments, last_comment
      """)[0]
    let item = FeedItem(feed, post: number, comment: try counted["last_comment"])
    _ = try await tables.rows(
      """
      insert into fieldhouse_post_comments (kind, thing, post, number, account, at, version, text)
      values (\(feed.kind), \(feed.thing), \(number), \(item.comment), \(author.id), \(now), 1, \(text))
      """)
    try await tell("commented", item, of: post, by: author.id, comments: try counted["comments"])
    return try await known(item)
  }

  /// Changes the words of a comment.
  /// - Throws: ``Problem`` 404 `post-unknown`, `comment-unknown`, 403 `forbidden`, 409 `group-archived`,
  ///   412 `post-changed`, 429 `feed-too-fast`.
  func edit(
    _ item: FeedItem, _ edit: FeedEdit, in standing: FeedStanding, by author: Account
  ) async throws -> FeedWords {
    let (post, words) = try await own(item, in: standing, of: author.id)
    try edit.check(words)
    guard let text = edit.text, text != words.text else { return words }
    try await begin(.words, in: standing, by: author.id)
    try await keep(words, [], of: item)
    _ = try await tables.rows(
      """
      update fieldhouse_post_comments set text = \(text), version = version + 1, edited_at = \(now)
      where \(item.feed.rows) and post = \(item.post) and number = \(item.comment)
      """)
    if words.hiddenAt == nil {
      try await tell("comment-edited", item, of: post, by: author.id, comments: post.comments)
    }
    return try await known(item)
  }

  /// Takes a comment back, with what stood there before.
  /// - Throws: ``Problem`` 404 `post-unknown`, `comment-unknown`, 403 `forbidden`.
  func delete(_ item: FeedItem, in standing: FeedStanding, by author: AccountID) async throws {
    let (post, words) = try await own(item, in: standing, of: author)
    _ = try await tables.rows(
      """
      delete from fieldhouse_post_versions
      where \(item.feed.rows) and post = \(item.post) and comment = \(item.comment)
      """)
    _ = try await tables.rows(
      """
      delete from fieldhouse_post_comments
      where \(item.feed.rows) and post = \(item.post) and number = \(item.comment)
      """)
    guard words.hiddenAt == nil else { return }
    let comments = try await recount(item, by: -1)
    try await tell("comment-deleted", item, of: post, by: nil, comments: comments)
  }

  /// Changes how many comments a post has.
  /// - Returns: how many there are then.
  func recount(_ item: FeedItem, by difference: Int) async throws -> Int {
    try await tables.rows(
      """
      update fieldhouse_posts set comments = comments + \(difference)
      where \(item.feed.rows) and number = \(item.post) returning comments
      """)[0]["comments"]
  }

  /// Tells of a comment, whose words are asked for by those who look at them.
  func tell(
    _ name: String, _ item: FeedItem, of post: Post, by author: AccountID?, comments: Int
  ) async throws {
    guard post.words.hiddenAt == nil else { return try await touch(item.feed) }
    var payload = item.payload
    payload["comments"] = .integer(Int64(comments))
    payload["author"] = author.map { ["id": .string($0.text)] }
    try await publish(name, .object(payload), in: item.feed)
  }

  private func own(
    _ item: FeedItem, in standing: FeedStanding, of account: AccountID
  ) async throws -> (Post, FeedWords) {
    let post = try await seen(item.post, in: standing, by: account)
    let words = try await known(item)
    guard standing.shows(words, to: account) else { throw FeedProblem.unknownComment }
    guard words.author == account else { throw FeedProblem.notOwn }
    return (post, words)
  }

  func known(_ item: FeedItem) async throws -> FeedWords {
    guard let number = item.comment, let words = try await tables.comment(number, on: item.post, in: item.feed) else {
      throw FeedProblem.unknownComment
    }
    return words
  }
}
