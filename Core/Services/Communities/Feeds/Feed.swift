internal import FieldhouseKit
internal import Foundation

/// Where people post: the feed of a group, or of a thing of a plugin's such as a match.
struct Feed: Sendable, Hashable {
  /// The group's kind, or that of the thing.
  let kind: String
  /// The id of the group, or of the thing.
  let thing: String
  /// Whether it is a group's.
  let isOfGroup: Bool

  /// The live topic below the plugin's area: `posted`, `edited`, `deleted`, `liked`, `commented`, `comment-edited`,
  /// `comment-deleted`, `flagged` and `unflagged` where something is reported and decided about, `hidden` and `shown`
  /// where it is taken away and brought back by that.
  var topic: String { isOfGroup ? "groups/\(kind)/\(thing)/posts" : "feeds/\(kind)/\(thing)" }

  /// What it is of, as reports keep it.
  var holder: String { isOfGroup ? thing : FeedPlace(kind: kind, thing: thing).holder }

  /// Where a picture of a post is fetched, by those who read the feed.
  /// - Parameter area: the plugin's.
  func pictureAddress(_ file: String, in area: String) -> String {
    let parts = isOfGroup ? ["groups", area, thing] : ["feeds", area, kind, thing]
    let path = parts.map { $0.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? $0 }.joined(separator: "/")
    return "/v1/\(path)/post-pictures/\(file)"
  }

  /// What stands in a part of a path as it is (RFC 3986 § 2.3).
  private static let plain = CharacterSet(charactersIn: "-._~").union(
    CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"))

  /// The condition of its rows.
  var rows: SQL { "kind = \(kind) and thing = \(thing)" }
}

/// What somebody has written in a feed: a post, or a comment on one.
struct FeedItem: Sendable, Hashable {
  let feed: Feed
  /// The number of the post.
  let post: Int
  /// The number of the comment; nil for the post itself.
  let comment: Int?

  init(_ feed: Feed, post: Int, comment: Int? = nil) { (self.feed, self.post, self.comment) = (feed, post, comment) }

  /// Where reports of comments on a post begin to be numbered; no post has as many.
  static func base(ofCommentsOn post: Int) -> Int { post << 32 }

  /// Its place among what was reported of its kind in the feed.
  var position: Int { comment.map { Self.base(ofCommentsOn: post) + $0 } ?? post }

  /// How the item is told live.
  var payload: JSONObject {
    var payload: JSONObject = ["post": .integer(Int64(post))]
    payload["comment"] = comment.map { .integer(Int64($0)) }
    return payload
  }
}

/// What posts and comments have in common.
struct FeedWords: Sendable {
  /// 1 for the first post of a feed, or the first comment on a post, then higher in the order of the commits.
  let number: Int
  let author: AccountID
  let at: Date
  /// Nil until it is edited.
  let editedAt: Date?
  /// 1, and one more with each edit.
  let version: Int
  let text: String
  /// Since when only its author and those who moderate see it; nil where everybody of the feed does.
  let hiddenAt: Date?
}

/// A post in a feed.
struct Post: Sendable {
  let words: FeedWords
  /// Addresses of pictures and videos elsewhere, and of pictures that its author has uploaded here.
  let media: [String]
  let likes: Int
  /// How many comments there are, those that are hidden left out.
  let comments: Int
}

/// What stood before an edit.
struct FeedVersion: Sendable {
  let version: Int
  let at: Date
  let text: String
  let media: [String]
}

/// What somebody is to a feed.
struct FeedStanding: Sendable {
  let feed: Feed
  let mayWrite: Bool
  /// Whether they see what is hidden, and what stood before an edit.
  let mayModerate: Bool
  /// Whether nothing new is written: words can be taken back there.
  let isArchived: Bool

  /// Whether they may write something new there.
  var mayWriteNow: Bool { mayWrite && !isArchived }

  /// Whether somebody sees words at all, blocks aside.
  func shows(_ words: FeedWords, to account: AccountID) -> Bool {
    words.hiddenAt == nil || mayModerate || words.author == account
  }
}
