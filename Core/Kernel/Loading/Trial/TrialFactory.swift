/// A host's composition in which a plugin is tried: nothing that the plugin does reaches anybody.
public protocol TrialFactory: HostFactory {
  /// What the plugin has done with its host so far.
  var record: TrialRecord { get }
}

/// What a plugin that is tried has done with its host.
public struct TrialRecord: Sendable, Hashable {
  /// The names under which it has scheduled work.
  public var schedules: Set<String> = []
  /// The full names of the events to which it has subscribed.
  public var subscriptions: Set<String> = []
  /// The servers that it wanted to call, each once, in the order of the first calls. None was called.
  public var servers: [String] = []

  /// Nothing was done.
  public init() {}
}
