internal import FieldhouseKit
internal import Foundation

/// A post as somebody sees it.
struct PostView: RouteOutput, Decodable {
  /// The larger, the newer.
  let number: Int
  let at: Date
  /// Left out until it is edited.
  let editedAt: Date?
  let version: Int
  /// Left out where the author is just leaving the installation.
  let author: PersonView?
  /// Plain text, in which only `http` and `https` addresses are links.
  let text: String
  /// Addresses of pictures and videos elsewhere, to be shown as links: whoever loads them tells their host who reads this. What
  /// begins with `/` is a picture that lies here, to be shown as it is.
  let media: [String]
  /// How many people like it.
  let likes: Int
  /// Whether I like it; left out in live events.
  let isLiked: Bool?
  /// How many comments there are, those that are hidden left out.
  let comments: Int
  /// Since when only its author and those who moderate see it; left out where everybody does.
  let hiddenAt: Date?
  /// Where somebody has reported it and nobody has decided about that yet: true.
  let isFlagged: Bool?
  /// Where the reader has reported it: true.
  let isFlaggedByMe: Bool?

  init(_ post: Post, author: PersonView?, isLiked: Bool? = nil, _ marks: ReportMarks = ReportMarks()) {
    let words = post.words
    (number, at, editedAt, version, text) = (words.number, words.at, words.editedAt, words.version, words.text)
    (media, likes, comments, hiddenAt) = (post.media, post.likes, post.comments, words.hiddenAt)
    (self.author, self.isLiked) = (author, isLiked)
    (isFlagged, isFlaggedByMe) = marks.shown(of: words)
  }
}

/// A comment as somebody sees it.
struct CommentView: RouteOutput, Decodable {
  /// The larger, the newer.
  let number: Int
  let at: Date
  /// Left out until it is edited.
  let editedAt: Date?
  let version: Int
  /// Left out where the author is just leaving the installation.
  let author: PersonView?
  /// Plain text, as in posts.
  let text: String
  /// Since when only its author and those who moderate see it; left out where everybody does.
  let hiddenAt: Date?
  /// Where somebody has reported it and nobody has decided about that yet: true.
  let isFlagged: Bool?
  /// Where the reader has reported it: true.
  let isFlaggedByMe: Bool?

  init(_ words: FeedWords, author: PersonView?, _ marks: ReportMarks = ReportMarks()) {
    (number, at, editedAt, version, text) = (words.number, words.at, words.editedAt, words.version, words.text)
    (self.author, hiddenAt) = (author, words.hiddenAt)
    (isFlagged, isFlaggedByMe) = marks.shown(of: words)
  }
}

extension ReportMarks {
  /// What is said of words that somebody sees; nothing of those that are hidden.
  fileprivate func shown(of words: FeedWords) -> (isFlagged: Bool?, isFlaggedByMe: Bool?) {
    guard words.hiddenAt == nil else { return (nil, nil) }
    return (all.contains(words.number) ? true : nil, own.contains(words.number) ? true : nil)
  }
}

/// What stood before an edit.
struct VersionView: RouteOutput, Decodable {
  let version: Int
  /// Since when it stood there.
  let at: Date
  let text: String
  let media: [String]

  init(_ found: FeedVersion) { (version, at, text, media) = (found.version, found.at, found.text, found.media) }
}

/// A page of a feed.
struct FeedPage: RouteOutput {
  let items: [PostView]
  /// The `after` of the next page; nil at the end.
  let next: String?
  /// Whether I may post, comment and like here.
  let mayWrite: Bool
  /// Whether I see what is hidden, and what stood before an edit.
  let mayModerate: Bool

  private enum CodingKeys: String, CodingKey { case items, next, mayWrite, mayModerate }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(items, forKey: .items)
    try container.encode(next, forKey: .next)
    try container.encode(mayWrite, forKey: .mayWrite)
    try container.encode(mayModerate, forKey: .mayModerate)
  }

  static var schema: Schema {
    .object(
      [
        ("items", .array(of: PostView.schema)), ("next", .nullable(.string())), ("mayWrite", .boolean),
        ("mayModerate", .boolean),
      ], required: ["items", "next", "mayWrite", "mayModerate"])
  }
}
