public import FieldhouseKit
public import Foundation

/// A notification as its recipient sees it.
public struct InboxItem: RouteOutput, Decodable {
  /// The id, for marking it read.
  public var id: String
  /// The plugin it comes from.
  public var plugin: String
  /// The kind, as the plugin's manifest declares it.
  public var kind: String
  /// The text in the reader's language.
  public var text: String
  /// The path in the web app of what it is about.
  public var link: String?
  /// When it arrived, UTC.
  public var createdAt: Date
  /// Whether it was read.
  public var isRead: Bool
}

/// A page of the inbox, newest first.
public struct InboxPage: RouteOutput {
  /// The notifications.
  public var items: [InboxItem]
  /// The `after` of the next page.
  public var next: String?
  /// How many are unread in the whole inbox.
  public var unread: Int

  private enum CodingKeys: String, CodingKey { case items, next, unread }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(items, forKey: .items)
    try container.encode(next, forKey: .next)
    try container.encode(unread, forKey: .unread)
  }

  public static var schema: Schema {
    .object(
      [("items", .array(of: InboxItem.schema)), ("next", .nullable(.string())), ("unread", .integer(0...Int64.max))],
      required: ["items", "next", "unread"])
  }
}

/// Which page of the inbox.
struct InboxQuery: RouteInput {
  var limit: Int?
  var after: String?

  static var schema: Schema {
    .object([("limit", .integer(1...100)), ("after", .string(maxLength: 1100))], required: [])
  }
}

/// Which notifications were read; all of them without ids.
struct ReadInput: RouteInput {
  var ids: [String]?

  static var schema: Schema {
    .object([("ids", .array(of: .string(maxLength: 1000), count: 0...100))], required: [])
  }
}

/// Which notification.
struct ItemQuery: RouteInput {
  var id: String

  static var schema: Schema { .object([("id", .string(minLength: 1, maxLength: 1000))], required: ["id"]) }
}
