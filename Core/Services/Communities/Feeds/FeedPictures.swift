internal import FieldhouseKit
internal import Foundation

/// Pictures that people upload for a post before they write it.
enum FeedPictures {
  /// How long one waits to be posted, in seconds; then it is taken away.
  static let waiting = 86_400.0
  /// How many of one person wait, in all feeds of a plugin together; a further one takes the place of the oldest.
  static let mostWaiting = 10
}

/// A picture for a post, or of one.
struct FeedPicture: Sendable {
  let account: AccountID
  /// The number of the post; nil until it is posted.
  let post: Int?
}

extension GroupRows {
  /// - Parameter file: the id of its file.
  func picture(_ file: String, in feed: Feed) async throws -> FeedPicture? {
    try await rows("select account, post from fieldhouse_post_pictures where \(feed.rows) and file = \(file)").first.map
    {
      FeedPicture(account: try $0["account"], post: try $0["post"])
    }
  }
}

// The files of posts. They go when their post goes, and with who uploaded them; a daily turn takes them from the disk.
extension FeedLedger {
  /// Notes that somebody has uploaded a picture, which waits for its post from now on.
  /// - Returns: its address.
  func keep(_ file: String, in standing: FeedStanding, of account: AccountID) async throws -> String {
    let feed = standing.feed
    _ = try await tables.rows(
      """
      insert into fieldhouse_post_pictures (file, kind, thing, account, at)
      values (\(file), \(feed.kind), \(feed.thing), \(account), \(now))
      """)
    let mine = try await tables.rows(
      """
      select file from fieldhouse_post_pictures where account = \(account) and post is null and file <> \(file)
      order by at desc, file limit 100
      """)
    for row in mine.dropFirst(FeedPictures.mostWaiting - 1) { try await drop("file = \(try row["file"] as String)") }
    return feed.pictureAddress(file, in: ledger.rules.area)
  }

  /// Makes uploaded pictures those of a post.
  /// - Throws: ``Problem`` 422 `invalid-input`, naming each that is not its author's, of another feed or of another post.
  func take(_ media: [String], for post: Int, in feed: Feed, of author: AccountID) async throws {
    var mistakes: [Problem.Field] = []
    for (index, medium) in media.enumerated() where FeedText.isPicture(medium) {
      let file = String(medium.suffix(64))
      let taken =
        medium != feed.pictureAddress(file, in: ledger.rules.area)
        ? []
        : try await tables.rows(
          """
          update fieldhouse_post_pictures set post = \(post)
          where \(feed.rows) and file = \(file) and account = \(author) and (post is null or post = \(post)) returning file
          """)
      if taken.isEmpty { mistakes.append(FeedText.mistake(index)) }
    }
    guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
  }

  /// Takes pictures away, as a condition of their rows names them.
  func drop(_ which: SQL) async throws {
    for statement in Self.dropping(which) { _ = try await tables.rows(statement) }
  }

  static func dropping(_ which: SQL) -> [SQL] {
    [
      """
      insert into fieldhouse_group_pictures_gone (file, at)
      select file, at from fieldhouse_post_pictures where \(which) on conflict (file) do nothing
      """,
      "delete from fieldhouse_post_pictures where \(which)",
    ]
  }
}
