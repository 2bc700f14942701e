/// Something that happened to what a live topic is about, for the people who watch it at that moment.
///
///     routes.put("/cards/{card}/scores", "Enter scores", access: .permission("enter-scores", in: "card")) {
///       (input: ScoresInput, call, transaction) in
///       try await cards.enter(input, in: transaction)
///       try await transaction.publish("cards/\(input.card)", LiveEvent("scores", ["hole": 7]))
///       …
///     }
///
/// It is a part of the transaction that publishes it (``Transaction/publish(_:_:)``). Clients get it as the server-sent
/// event of that name from `GET /v1/live?topic=<area>/cards/c1`, with the data `{"topic", "data"}`, and resume behind the
/// last one they saw for some minutes, also after a restart and on another host.
public struct LiveEvent: Sendable, Hashable {
  /// The largest payload, in bytes of JSON.
  public static var longestPayload: Int { 64 << 10 }
  /// The longest name, in characters.
  public static var longestName: Int { 64 }

  /// What happened, of the plugin's own choice: lower-case letters, digits and hyphens, a letter first. `reset` is the
  /// host's word for clients that must start over.
  public var name: String
  /// What those who watch are told.
  public var payload: JSON

  /// An event.
  public init(_ name: String, _ payload: JSON = [:]) {
    self.name = name
    self.payload = payload
  }
}
