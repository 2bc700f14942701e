/// A step of a plugin's life.
public enum LifecycleStep: String, Sendable, Hashable, Codable, CaseIterable {
  /// Its library is mapped, its entry point called.
  case load
  /// It gets its host, is made and asked for its routes.
  case make
  /// It checks its settings and files.
  case validate
  /// Its migrations run.
  case migrate
  /// It starts.
  case start
  /// It tells its health.
  case health
  /// It stops.
  case stop
}

/// Is told what runs, so that a plugin which ends the process in a step can be named.
public struct LifecycleWatch: Sendable {
  /// A step of a plugin begins; the one before has ended.
  public var began: @Sendable (LifecycleStep, CheckedPlugin) -> Void
  /// No step runs.
  public var ended: @Sendable () -> Void

  /// A watch that calls these.
  public init(
    began: @escaping @Sendable (LifecycleStep, CheckedPlugin) -> Void, ended: @escaping @Sendable () -> Void
  ) {
    self.began = began
    self.ended = ended
  }

  /// Nobody watches.
  public static let none = LifecycleWatch(began: { _, _ in }, ended: {})
}
