internal import FieldhouseKit
internal import Foundation

/// The feeds of a plugin in one of its transactions.
///
/// A post takes its number from a row of its feed, and a comment its own from the row of its post; only one transaction can
/// change either, and it keeps it until it is committed. So numbers are in the order of the commits, and the counts of likes
/// and comments change with what they count.
struct FeedLedger: Sendable {
  let ledger: GroupLedger

  var tables: any GroupTables { ledger.tables }
  var now: Date { ledger.now }

  /// Posts in a feed.
  /// - Throws: ``Problem`` 403 `forbidden`, 409 `group-archived`, 422 `invalid-input`, 429 `feed-too-fast`.
  func post(_ text: String, _ media: [String], in standing: FeedStanding, by author: Account) async throws -> Post {
    let feed = standing.feed
    try await begin(.words, in: standing, by: author.id)
    let number: Int = try await tables.rows(
      """
      insert into fieldhouse_feeds as f (kind, thing, last) values (\(feed.kind), \(feed.thing), 1)
      on conflict (kind, thing) do update set last = f.last + 1 returning last
      """)[0]["last"]
    _ = try await tables.rows(
      """
      insert into fieldhouse_posts
        (kind, thing, number, account, at, version, text, media, likes, comments, last_comment)
      values (\(feed.kind), \(feed.thing), \(number), \(author.id), \(now), 1, \(text), \(FeedMedia.text(media)), 0, 0, 0)
      """)
    try await take(media, for: number, in: feed, of: author.id)
    let post = try await known(number, in: feed)
    try await publish("posted", try view(of: post, by: author), in: feed)
    return post
  }

  /// Changes the words or the media of a post; what is nil stays.
  /// - Throws: ``Problem`` 404 `post-unknown`, 403 `forbidden`, 409 `group-archived`, 412 `post-changed`,
  ///   422 `invalid-input`, 429 `feed-too-fast`.
  func edit(
    _ number: Int, _ edit: FeedEdit, in standing: FeedStanding, by author: Account
  ) async throws -> Post {
    let feed = standing.feed
    let post = try await own(number, in: standing, of: author.id)
    try edit.check(post.words)
    let (text, media) = (edit.text ?? post.words.text, edit.media ?? post.media)
    guard text != post.words.text || media != post.media else { return post }
    try await begin(.words, in: standing, by: author.id)
    try await take(media, for: number, in: feed, of: author.id)
    try await keep(post.words, post.media, of: FeedItem(feed, post: number))
    _ = try await tables.rows(
      """
      update fieldhouse_posts
      set text = \(text), media = \(FeedMedia.text(media)), version = version + 1, edited_at = \(now)
      where \(feed.rows) and number = \(number)
      """)
    let changed = try await known(number, in: feed)
    if changed.words.hiddenAt == nil {
      try await publish("edited", try view(of: changed, by: author), in: feed)
    } else {
      try await touch(feed)
    }
    return changed
  }

  /// Takes a post back, with what stood there before, its pictures, the likes, and what others have commented.
  /// - Throws: ``Problem`` 404 `post-unknown`, 403 `forbidden`.
  func delete(_ number: Int, in standing: FeedStanding, by author: AccountID) async throws {
    let feed = standing.feed
    _ = try await own(number, in: standing, of: author)
    for table: SQL in ["fieldhouse_post_comments", "fieldhouse_post_likes", "fieldhouse_post_versions"] {
      _ = try await tables.rows("delete from \(table) where \(feed.rows) and post = \(number)")
    }
    try await drop("\(feed.rows) and post = \(number)")
    _ = try await tables.rows("delete from fieldhouse_posts where \(feed.rows) and number = \(number)")
    try await publish("deleted", .object(FeedItem(feed, post: number).payload), in: feed)
  }
}

// What posts and comments share.
extension FeedLedger {
  /// Whether something new may be written or liked now, by somebody who has not done too much.
  func begin(_ pace: FeedPace, in standing: FeedStanding, by account: AccountID) async throws {
    guard standing.mayWrite else { throw FeedProblem.notWriting }
    guard !standing.isArchived else { throw GroupProblem.archived }
    try await count(pace, of: account)
  }

  /// Counts in a row of each account, in the transaction that does it: what is sent again with its key is not counted again,
  /// and two hosts count the same.
  private func count(_ pace: FeedPace, of account: AccountID) async throws {
    let start = now.addingTimeInterval(-FeedPace.seconds)
    let counted = try await tables.rows(
      """
      insert into fieldhouse_feed_paces as p (account, what, since, count)
      values (\(account), \(pace.rawValue), \(now), 1)
      on conflict (account, what) do update set
        count = case when p.since > \(start) and p.since <= \(now) then p.count + 1 else 1 end,
        since = case when p.since > \(start) and p.since <= \(now) then p.since else excluded.since end
      returning since, count
      """)[0]
    guard try counted["count"] as Int > pace.most else { return }
    let since: Date = try counted["since"]
    let wait = since.addingTimeInterval(FeedPace.seconds).timeIntervalSince(now)
    throw FeedProblem.tooFast(seconds: max(1, Int(wait.rounded(.up))))
  }

  /// A post that somebody sees, blocks aside.
  /// - Throws: ``Problem`` 404 `post-unknown`.
  func seen(_ number: Int, in standing: FeedStanding, by account: AccountID) async throws -> Post {
    guard let post = try await tables.post(number, in: standing.feed), standing.shows(post.words, to: account) else {
      throw FeedProblem.unknownPost
    }
    return post
  }

  private func own(_ number: Int, in standing: FeedStanding, of account: AccountID) async throws -> Post {
    let post = try await seen(number, in: standing, by: account)
    guard post.words.author == account else { throw FeedProblem.notOwn }
    return post
  }

  func known(_ number: Int, in feed: Feed) async throws -> Post {
    guard let post = try await tables.post(number, in: feed) else { throw FeedProblem.unknownPost }
    return post
  }

  /// Keeps what stands there for those who moderate, before it is edited.
  func keep(_ words: FeedWords, _ media: [String], of item: FeedItem) async throws {
    _ = try await tables.rows(
      """
      insert into fieldhouse_post_versions (kind, thing, post, comment, version, account, at, text, media)
      values (\(item.feed.kind), \(item.feed.thing), \(item.post), \(item.comment ?? 0), \(words.version), \(words.author),
        \(words.editedAt ?? words.at), \(words.text), \(FeedMedia.text(media)))
      """)
  }

  func publish(_ name: String, _ payload: JSON, in feed: Feed) async throws {
    try await tables.transaction.publish(feed.topic, LiveEvent(name, payload))
  }

  /// Says where nothing is told to those who watch a feed that it is another one now, for all who remember it.
  func touch(_ feed: Feed) async throws { try await tables.transaction.reviewWatchers(of: feed.topic) }

  private func view(of post: Post, by author: Account) throws -> JSON {
    try JSON(encoding: PostView(post, author: PersonView(author)))
  }
}

/// A change of a post or a comment; what is nil stays.
struct FeedEdit: Sendable {
  let text: String?
  let media: [String]?
  /// Which version it is a change of; nil for whichever there is.
  let version: Int?

  /// - Throws: ``Problem`` 412 `post-changed`.
  func check(_ words: FeedWords) throws {
    if let version, version != words.version { throw FeedProblem.changed }
  }
}
