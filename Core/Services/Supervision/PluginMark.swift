import CSupervision

/// Notes on the board what runs for a plugin. In a process without a supervisor nothing is noted.
public struct PluginMark: Sendable {
  private let number: Int32

  /// The plugin with this id.
  public init(_ id: String) { number = fh_plugin(id) }

  /// Libraries of the plugin have been mapped.
  /// - Parameter paths: the names that the loader knows them by.
  public func own(_ paths: [String]) {
    guard number >= 0 else { return }
    for path in paths { fh_image(number, path) }
  }

  /// The host runs a step of this plugin, until it runs another one or ``endStep()`` is called.
  public func begin(_ step: PluginStep) { fh_step(number, step.number) }

  /// The host runs no step.
  public static func endStep() { fh_step(-1, 0) }

  /// For how long the plugin has held threads of the host within the last minute, in seconds of all threads together.
  /// Holds of less than a second do not count; 0 where nobody watches for holds.
  public var heldSeconds: Double { Double(fh_held(number)) / 1000 }

  /// A handler of the plugin begins on this thread.
  public func enter(_ step: PluginStep) -> Handling { Handling(mark: fh_enter(number, step.number)) }

  /// A handler that runs.
  public struct Handling: @unchecked Sendable {
    // It points to a record that is never freed and is changed atomically.
    fileprivate let mark: fh_mark

    /// The handler has ended, on whatever thread.
    public func leave() { fh_leave(mark) }
  }
}
