internal import FieldhouseKit
internal import Foundation

// For those who moderate.
extension FeedLedger {
  /// Hides a post or a comment, or shows it again: while it is hidden only its author and those who moderate see it, with a
  /// mark, and it counts for nothing.
  /// - Returns: whether that is new; false also where there is no such item any more.
  func setHidden(_ isHidden: Bool, _ item: FeedItem) async throws -> Bool {
    guard let post = try await tables.post(item.post, in: item.feed) else { return false }
    guard let number = item.comment else { return try await setHidden(isHidden, post, item) }
    guard let words = try await tables.comment(number, on: item.post, in: item.feed),
      (words.hiddenAt != nil) != isHidden
    else { return false }
    _ = try await tables.rows(
      """
      update fieldhouse_post_comments set hidden_at = \(isHidden ? now : nil)
      where \(item.feed.rows) and post = \(item.post) and number = \(number)
      """)
    let comments = try await recount(item, by: isHidden ? -1 : 1)
    try await tell(isHidden ? "hidden" : "shown", item, of: post, by: nil, comments: comments)
    return true
  }

  /// Tells who watches the feed that an item was reported, or is not any more; of what is hidden nothing is told.
  func tell(_ item: FeedItem, isFlagged: Bool) async throws {
    guard let post = try await tables.post(item.post, in: item.feed), post.words.hiddenAt == nil else {
      return try await touch(item.feed)
    }
    if let number = item.comment {
      let words = try await tables.comment(number, on: item.post, in: item.feed)
      guard let words, words.hiddenAt == nil else { return }
    }
    try await publish(isFlagged ? "flagged" : "unflagged", .object(item.payload), in: item.feed)
  }

  private func setHidden(_ isHidden: Bool, _ post: Post, _ item: FeedItem) async throws -> Bool {
    guard (post.words.hiddenAt != nil) != isHidden else { return false }
    _ = try await tables.rows(
      """
      update fieldhouse_posts set hidden_at = \(isHidden ? now : nil) where \(item.feed.rows) and number = \(item.post)
      """)
    try await publish(isHidden ? "hidden" : "shown", .object(item.payload), in: item.feed)
    return true
  }
}
