/// A fact one plugin tells others: delivered to every subscriber exactly once, in the order of the commits.
public struct Event: Sendable, Hashable {
  /// The name that the plugin's manifest declares, e.g. `match-settled`, when it is emitted. The host puts the plugin's
  /// area before it, so subscribers get `soccer-predictions.match-settled`, and nobody speaks in another's name.
  public var name: String
  /// The content, as the manifest declares it.
  public var payload: JSON

  /// An event.
  public init(name: String, payload: JSON) {
    self.name = name
    self.payload = payload
  }
}
