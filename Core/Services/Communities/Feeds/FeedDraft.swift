internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

/// The rules of what is written in feeds.
enum FeedText {
  /// The most characters of a post or a comment.
  static let longest = 500
  /// The most media of a post.
  static let mostMedia = 5

  /// A text as it is kept, without white space at its ends.
  /// - Throws: ``Problem`` 422 `invalid-input` for none, or for more than ``longest`` characters as people count them.
  static func checked(_ text: String) throws -> String {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard (1...longest).contains(text.count) else {
      throw Problem.invalid("/text", "post-text", "Write 1 to \(longest) characters.")
    }
    return text
  }

  /// Addresses as they are kept. Nothing is fetched from them. Those of uploaded pictures are looked up when they are kept.
  /// - Throws: ``Problem`` 422 `invalid-input`, naming each that is no `http` or `https` address of a host or that has a
  ///   name or password in it.
  static func checked(media: [String]) throws -> [String] {
    guard media.count <= mostMedia else {
      throw Problem.invalid("/media", "post-media-many", "A post has at most \(mostMedia) media.")
    }
    let mistakes = media.enumerated().filter { !WebAddress.isPlain($0.element) && !isPicture($0.element) }
    guard mistakes.isEmpty else { throw Problem.invalid(mistakes.map { mistake($0.offset) }) }
    return media
  }

  /// Whether a medium is to be a picture that was uploaded here; which one is for the feed to say.
  static func isPicture(_ medium: String) -> Bool { medium.hasPrefix("/v1/") }

  static func mistake(_ index: Int) -> Problem.Field {
    Problem.Field(
      pointer: "/media/\(index)", code: "post-media",
      detail: "Give an address that begins with http:// or https://, without a name or password in it, or that of a "
        + "picture that you have uploaded for this post.")
  }
}

/// How fast somebody may go, in all feeds of a plugin together.
enum FeedPace: String {
  /// Posts, comments and edits of them.
  case words
  /// Likes that are given.
  case likes
  /// Pictures that are uploaded.
  case pictures

  /// How long what somebody does is counted, in seconds, from the first on.
  static let seconds = 60.0

  /// The most in that time.
  var most: Int {
    switch self {
    case .words: 20
    case .likes: 60
    case .pictures: 20
    }
  }
}

/// What keeps something from being done in a feed.
enum FeedProblem {
  static let none = Problem.notFound("feed-unknown", "There is no such feed.")
  static let unknownPost = Problem.notFound("post-unknown", "There is no such post.")
  static let unknownComment = Problem.notFound("comment-unknown", "There is no such comment.")
  static let notWriting = Problem.forbidden("Only members write in the feed of a group.")
  static let notOwn = Problem.forbidden("Only its author can change or delete this.")
  static let notModerating = Problem.forbidden("Only who may moderate here sees what stood before.")
  static let changed = Problem(
    status: 412, code: "post-changed", detail: "This was changed meanwhile. Look at it again first.")
  static let tooFast = tooFast(seconds: Int(FeedPace.seconds))

  static func tooFast(seconds: Int) -> Problem {
    .tooMany("feed-too-fast", "That was much in a short time. Wait a moment.", retryAfterSeconds: seconds)
  }
}
