/// How a plugin is doing.
public struct Health: Sendable, Hashable {
  /// `ok`, `degraded` (works with limits) or `down`.
  public var state: String
  /// A sentence for the operator, with the remedy where there is one.
  public var detail: String

  /// A state of health.
  public init(state: String, detail: String) {
    self.state = state
    self.detail = detail
  }

  /// All is well.
  public static var ok: Health { Health(state: "ok", detail: "") }
  /// Works with limits.
  public static func degraded(_ detail: String) -> Health { Health(state: "degraded", detail: detail) }
  /// Does not work.
  public static func down(_ detail: String) -> Health { Health(state: "down", detail: detail) }
}
