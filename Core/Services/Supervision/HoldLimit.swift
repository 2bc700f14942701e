import Synchronization

/// Lets one request at a time into a plugin that holds threads of the host again and again, so that the other threads serve
/// everybody else. Each hold may be too short for the worker to be replaced; together they would starve all.
public final class HoldLimit: Sendable {
  /// From how many seconds within the last minute on, of all threads together, a plugin is limited.
  public static let allowed = 5.0

  /// How a request has entered.
  public enum Entry: Sendable {
    /// The plugin is not limited: whoever enters is not counted, so that the threads share no count that all of them change.
    case free
    case counted
    /// Another one is in a plugin that is limited.
    case refused
  }

  private let mark: PluginMark
  private let running = Atomic(0)

  /// The limit of the plugin that this is the mark of.
  public init(_ mark: PluginMark) { self.mark = mark }

  /// A request wants to enter the plugin.
  /// - Returns: whether it may; it has to call ``leave(_:)`` with it then.
  public func enter() -> Entry {
    guard mark.heldSeconds >= Self.allowed else { return .free }
    if running.add(1, ordering: .relaxed).oldValue == 0 { return .counted }
    leave(.counted)
    return .refused
  }

  /// A request has left the plugin.
  public func leave(_ entry: Entry) { if entry == .counted { running.subtract(1, ordering: .relaxed) } }
}
