internal import FieldhouseKit
internal import Foundation

/// A message as somebody sees it.
struct MessageView: RouteOutput, Decodable {
  /// 1 for the first of a chat, then without gaps.
  let number: Int
  let at: Date
  let state: ChatMessage.State
  /// Left out where the author has left the installation, or is not there for the reader.
  let author: PersonView?
  /// Left out unless the state is `said`. Plain text, in which only `http` and `https` addresses are links.
  let text: String?
  /// The number of the message that it answers.
  let replyTo: Int?
  /// Members whom it names.
  let mentions: [AccountID]
  /// Where somebody has reported it and nobody has decided about that yet: true.
  let isFlagged: Bool?
  /// Where the reader has reported it: true.
  let isFlaggedByMe: Bool?

  init(_ message: ChatMessage, author: PersonView?, isFlagged: Bool = false, isFlaggedByMe: Bool = false) {
    (number, at, state) = (message.number, message.at, message.state)
    text = message.state == .said ? message.text : nil
    (self.author, replyTo) = (author, message.replyTo)
    mentions = message.state == .said ? message.mentions : []
    self.isFlagged = isFlagged ? true : nil
    self.isFlaggedByMe = isFlaggedByMe ? true : nil
  }

  /// A message that is not for the reader.
  init(hiding message: ChatMessage) {
    (number, at, state) = (message.number, message.at, .hidden)
    (author, text, replyTo, mentions) = (nil, nil, nil, [])
    (isFlagged, isFlaggedByMe) = (nil, nil)
  }
}

/// A page of a chat.
struct ChatPage: RouteOutput {
  let items: [MessageView]
  /// The `after` of the next page, or its `since` where that was asked for; nil at the end.
  let next: String?
  let standing: ChatStanding

  private enum CodingKeys: String, CodingKey { case items, next, last, readUpTo, unread }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(items, forKey: .items)
    try container.encode(next, forKey: .next)
    try container.encode(standing.last, forKey: .last)
    try container.encode(standing.readUpTo, forKey: .readUpTo)
    try container.encode(standing.unread, forKey: .unread)
  }

  static var schema: Schema {
    .object(
      [("items", .array(of: MessageView.schema)), ("next", .nullable(.string()))] + ChatStanding.fields,
      required: ["items", "next", "last", "readUpTo", "unread"])
  }
}

/// How far a chat has come, and its reader.
struct ChatStanding: RouteOutput, Decodable {
  /// The number of the last message; 0 before the first.
  let last: Int
  /// Up to where the reader has read.
  let readUpTo: Int
  /// How many messages of others the reader has not read, of the latest 1,000.
  let unread: Int

  static var fields: [(String, Schema)] {
    [
      ("last", .integer(0...Fields.largestNumber)), ("readUpTo", .integer(0...Fields.largestNumber)),
      ("unread", .integer(0...Fields.largestNumber)),
    ]
  }

  static var schema: Schema { .object(fields, required: ["last", "readUpTo", "unread"]) }
}
