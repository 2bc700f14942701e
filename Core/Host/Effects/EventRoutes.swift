import FieldhouseKit

/// Whose events are sent again, or thrown away.
struct ParkedInput: RouteInput {
  var subscriber: String
  var place: Int?

  static var schema: Schema {
    .object(
      [
        ("subscriber", .string(minLength: 1, maxLength: 40, description: "The plugin that could not receive them.")),
        ("place", .integer(1...Int64.max, description: "Only this one; without it all.")),
      ], required: ["subscriber"])
  }
}

/// How many events it were.
struct ParkedOutput: RouteOutput, Decodable {
  var count: Int
}

/// What operators do about events that subscribers could not receive, mounted at `/v1/console`.
struct EventRoutes: Sendable {
  let bus: EventBus

  func routes(_ routes: inout Routes) {
    routes.get("/events", "The first hundred events that were put aside", access: .operators) { (_: NoInput, _) in
      Page(items: try await bus.store.parked())
    }
    routes.action("/events/resend", "Send events that were put aside again", access: .operators) {
      (input: ParkedInput, _) in
      let count = try await bus.store.resend(input.subscriber, input.place)
      bus.wake(input.subscriber)
      return ParkedOutput(count: count)
    }
    routes.action("/events/discard", "Throw events away that were put aside", access: .operators) {
      (input: ParkedInput, _) in
      ParkedOutput(count: try await bus.store.discard(input.subscriber, input.place))
    }
  }
}
