internal import FieldhouseKit
internal import FieldhouseMachine

/// What a route of feeds takes beside the feed itself.
protocol FeedFields: Decodable, Sendable {
  static var fields: [(String, Schema)] { get }
  static var required: [String] { get }
}

/// The input of a route: a feed, and what is asked of it.
struct FeedInput<Address: FeedAddress, Rest: FeedFields>: RouteInput {
  let address: Address
  let rest: Rest

  init(from decoder: any Decoder) throws {
    address = try Address(from: decoder)
    rest = try Rest(from: decoder)
  }

  static var schema: Schema {
    .object(Address.fields + Rest.fields, required: Address.fields.map(\.0) + Rest.required)
  }
}

/// Which posts to list.
struct PostList: FeedFields {
  let limit: Int?
  let after: String?
  static var fields: [(String, Schema)] { [("limit", Fields.limit), ("after", Fields.cursor)] }
  static var required: [String] { [] }
}

/// A post to be written.
struct NewPost: FeedFields {
  let text: String
  let media: [String]?
  static var fields: [(String, Schema)] { [("text", Fields.post), ("media", Fields.media)] }
  static var required: [String] { ["text"] }
}

/// A change of a post.
struct PostEdit: FeedFields {
  let post: Int
  let version: Int?
  let text: String?
  let media: [String]?
  static var fields: [(String, Schema)] {
    [("post", Fields.messageNumber), ("version", Fields.version), ("text", Fields.post), ("media", Fields.media)]
  }
  static var required: [String] { ["post"] }
}

/// A post by its number.
struct OnePost: FeedFields {
  let post: Int
  static var fields: [(String, Schema)] { [("post", Fields.messageNumber)] }
  static var required: [String] { ["post"] }
}

/// A post to be read.
struct ReadPost: FeedFields {
  let post: Int
  let hidden: Bool?
  static var fields: [(String, Schema)] { [("post", Fields.messageNumber), ("hidden", Fields.hidden)] }
  static var required: [String] { ["post"] }
}

/// What to list of a post.
struct OfPost: FeedFields {
  let post: Int
  let limit: Int?
  let after: String?
  static var fields: [(String, Schema)] {
    [("post", Fields.messageNumber), ("limit", Fields.limit), ("after", Fields.cursor)]
  }
  static var required: [String] { ["post"] }
}

/// A comment to be written.
struct NewComment: FeedFields {
  let post: Int
  let text: String
  static var fields: [(String, Schema)] { [("post", Fields.messageNumber), ("text", Fields.post)] }
  static var required: [String] { ["post", "text"] }
}

/// A change of a comment.
struct CommentEdit: FeedFields {
  let post: Int
  let comment: Int
  let version: Int?
  let text: String
  static var fields: [(String, Schema)] {
    OneComment.fields + [("version", Fields.version), ("text", Fields.post)]
  }
  static var required: [String] { OneComment.required + ["text"] }
}

/// A comment by its number.
struct OneComment: FeedFields {
  let post: Int
  let comment: Int
  static var fields: [(String, Schema)] { [("post", Fields.messageNumber), ("comment", Fields.messageNumber)] }
  static var required: [String] { ["post", "comment"] }
}

/// A comment to be read.
struct ReadComment: FeedFields {
  let post: Int
  let comment: Int
  let hidden: Bool?
  static var fields: [(String, Schema)] { OneComment.fields + [("hidden", Fields.hidden)] }
  static var required: [String] { OneComment.required }
}

/// What to list of a comment.
struct OfComment: FeedFields {
  let post: Int
  let comment: Int
  let limit: Int?
  let after: String?
  static var fields: [(String, Schema)] {
    OneComment.fields + [("limit", Fields.limit), ("after", Fields.cursor)]
  }
  static var required: [String] { OneComment.required }
}

extension Fields {
  static var post: Schema {
    .string(maxLength: 5_000, description: "1 to \(FeedText.longest) characters; it is shown as it stands.").text(
      .lines)
  }

  static var media: Schema {
    .array(
      of: .string(minLength: 1, maxLength: WebAddress.longest), count: 0...FeedText.mostMedia,
      description: "http or https addresses of pictures and videos, which the host never fetches, and the addresses of "
        + "pictures that were uploaded for the post.")
  }

  static var version: Schema {
    .integer(1...Int64.max, description: "Refused when it has another version by now.")
  }

  static var hidden: Schema {
    .boolean(description: "Whether who may moderate is to see also what a block hides.")
  }
}
