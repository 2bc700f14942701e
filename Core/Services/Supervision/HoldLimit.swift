import Synchronization

/// Lets one request at a time into a plugin that holds threads of the host again and again, so that the other threads serve
/// everybody else. Each hold may be too short for the worker to be replaced; together they would starve all.
public final class HoldLimit: Sendable {
  /// From how many seconds within the last minute on, of all threads together, a plugin is limited.
  public static let allowed = 5.0

  private let mark: PluginMark
  private let running = Atomic(0)

  /// The limit of the plugin that this is the mark of.
  public init(_ mark: PluginMark) { self.mark = mark }

  /// A request wants to enter the plugin.
  /// - Returns: whether it may; it has to call ``leave()`` then.
  public func enter() -> Bool {
    let others = running.add(1, ordering: .relaxed).oldValue
    if others == 0 || mark.heldSeconds < Self.allowed { return true }
    leave()
    return false
  }

  /// A request has left the plugin.
  public func leave() { running.subtract(1, ordering: .relaxed) }
}
