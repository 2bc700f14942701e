/// How far one step of long work on databases has come.
public struct StorageProgress: Sendable, Hashable {
  /// What is being done, e.g. `copying club`.
  public var step: String
  /// How much of it is done, in a unit of the step's own.
  public var done: Int
  /// How much there is to do; at least ``done``.
  public var total: Int

  /// A state of a step.
  public init(step: String, done: Int, total: Int) {
    self.step = step
    self.done = done
    self.total = max(done, total)
  }
}
