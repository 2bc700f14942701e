internal import FieldhouseKit
internal import Foundation

/// What one plugin may learn about a person from another one.
struct SharingView: RouteOutput, Decodable {
  /// The full name of the question.
  let question: String
  /// The id of the plugin that asks.
  let asker: String
  /// The name of the plugin that tells; its id when it does not run.
  let from: String
  /// The name of the plugin that learns it; its id when it does not run.
  let to: String
  /// What is told, in the caller's language; null when that is not known any more.
  let title: String?
  /// What it is used for, in the caller's language.
  let purpose: String?
  /// Since when I agree, UTC; null when I do not.
  let givenAt: Date?

  private enum CodingKeys: String, CodingKey { case question, asker, from, to, title, purpose, givenAt }

  init(_ offer: SharingOffer, givenAt: Date?) {
    (question, asker) = (offer.shared.question, offer.shared.asker)
    (from, to, title, purpose) = (offer.askedName, offer.askerName, offer.title, offer.purpose)
    self.givenAt = givenAt
  }

  init(_ shared: SharedQuestion, givenAt: Date?) {
    (question, asker, to) = (shared.question, shared.asker, shared.asker)
    from = String(shared.question.prefix { $0 != "." })
    (title, purpose, self.givenAt) = (nil, nil, givenAt)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(question, forKey: .question)
    try container.encode(asker, forKey: .asker)
    try container.encode(from, forKey: .from)
    try container.encode(to, forKey: .to)
    try container.encode(title, forKey: .title)
    try container.encode(purpose, forKey: .purpose)
    try container.encode(givenAt, forKey: .givenAt)
  }
}

struct SharingInput: RouteInput {
  let question: String
  let asker: String

  static var schema: Schema {
    .object(
      [("question", .string(minLength: 1, maxLength: 105)), ("asker", .string(minLength: 1, maxLength: 40))],
      required: ["question", "asker"])
  }

  var shared: SharedQuestion { SharedQuestion(question: question, asker: asker) }
}

/// The routes for what plugins may learn about a person from each other.
struct SharingRoutes: RouteGroup {
  private static let place = "/me/sharing/{question}/{asker}"

  let sharing: Sharing

  func declare(_ routes: inout Routes) {
    routes.get("/me/sharing", "What games may ask each other about me", access: .guest) {
      [sharing] (_: NoInput, call) in Page(items: try await sharing.list(call))
    }
    routes.put(
      Self.place, "Agree that one game tells another one something about me", access: .guest,
      problems: [Sharing.unknown]
    ) { [sharing] (input: SharingInput, call) in
      try await sharing.give(input.shared, call)
      return NoContent()
    }
    routes.delete(Self.place, "Take that back, from this moment on", access: .guest) {
      [sharing] (input: SharingInput, call) in
      try await sharing.end(input.shared, by: try call.account.id)
      return NoContent()
    }
  }
}
