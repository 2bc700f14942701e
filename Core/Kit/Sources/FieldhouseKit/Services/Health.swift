/// How a plugin, or a part of the host, is doing.
///
///     func health() async -> Health {
///       feed.isReadable ? .ok : .degraded("The feed cannot be read.", remedy: "Let the host read its folder.")
///     }
public struct Health: Sendable, Hashable {
  /// What can be expected of it.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It works.
    case ok
    /// It works with limits.
    case degraded
    /// It does not work.
    case down
  }

  /// What can be expected of it.
  public let state: State
  /// A sentence for the operator that says why; empty where there is nothing to say.
  public let reason: String
  /// A sentence that says what to do; empty where nothing needs to be done.
  public let remedy: String

  /// A state of health.
  public init(_ state: State, reason: String = "", remedy: String = "") {
    self.state = state
    self.reason = reason
    self.remedy = remedy
  }

  /// All is well.
  public static var ok: Health { Health(.ok) }
  /// It works, and there is something the operator should know in time.
  public static func notice(_ reason: String, remedy: String = "") -> Health {
    Health(.ok, reason: reason, remedy: remedy)
  }
  /// Works with limits.
  public static func degraded(_ reason: String, remedy: String = "") -> Health {
    Health(.degraded, reason: reason, remedy: remedy)
  }
  /// Does not work.
  public static func down(_ reason: String, remedy: String = "") -> Health {
    Health(.down, reason: reason, remedy: remedy)
  }

  /// The reason and the remedy as one text.
  public var detail: String { [reason, remedy].filter { !$0.isEmpty }.joined(separator: " ") }
}
