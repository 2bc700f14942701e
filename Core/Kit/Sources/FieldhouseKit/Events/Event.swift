/// A fact one plugin tells others: delivered to every subscriber exactly once, in the order of the commits.
public struct Event: Sendable, Hashable {
  /// The full name `<plugin-id>.<event>`, declared in the emitting plugin's manifest.
  public var name: String
  /// The content; its shape is declared in the manifest.
  public var payload: JSON

  /// An event.
  public init(name: String, payload: JSON) {
    self.name = name
    self.payload = payload
  }
}
