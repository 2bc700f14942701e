internal import FieldhouseKit

/// What to read of a chat.
struct ChatPageInput: RouteInput {
  let group: String
  let limit: Int?
  let after: String?
  let since: Int?
  static var schema: Schema {
    .object(
      [
        ("group", Fields.id), ("limit", Fields.limit), ("after", Fields.cursor),
        (
          "since",
          .integer(
            0...Fields.largestNumber,
            description: "Only messages with larger numbers, from the first on: to catch up without gap or double.")
        ),
      ], required: ["group"])
  }
}

/// A message to be written.
struct SayInput: RouteInput {
  let group: String
  let text: String
  let replyTo: Int?
  let mentions: [AccountID]?
  static var schema: Schema {
    .object(
      [
        ("group", Fields.id),
        (
          "text",
          .string(maxLength: 5_000, description: "1 to \(ChatDraft.longestText) characters; it is shown as it stands.")
            .text(.lines)
        ), ("replyTo", Fields.messageNumber),
        ("mentions", .array(of: Fields.id, count: 0...ChatDraft.mostMentions)),
      ], required: ["group", "text"])
  }
}

/// A message of a group by its number.
struct MessageInput: RouteInput {
  let group: String
  let number: Int
  static var schema: Schema {
    .object([("group", Fields.id), ("number", Fields.messageNumber)], required: ["group", "number"])
  }
}

/// A message of a group to be read.
struct OneMessageInput: RouteInput {
  let group: String
  let number: Int
  let hidden: Bool?
  static var schema: Schema {
    .object(
      [
        ("group", Fields.id), ("number", Fields.messageNumber),
        ("hidden", .boolean(description: "Whether who may moderate is to see also what a block hides.")),
      ], required: ["group", "number"])
  }
}

extension Fields {
  static var largestNumber: Int64 { 1 << 53 }
  static var messageNumber: Schema { .integer(1...largestNumber) }
}
