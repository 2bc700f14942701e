/// A line of what a trial's process writes.
enum TrialLine: Codable, Sendable, Hashable {
  /// A step of the plugin begins.
  case began(LifecycleStep)
  /// A step took too long; the process ends.
  case hung(LifecycleStep, seconds: Double)
  /// The process held more memory than it may, and ends.
  case memory(LifecycleStep, bytes: Int)
  /// The host's own part failed before the plugin was touched, or after it.
  case failed(String)
  /// Everything was tried: what is wrong.
  case finished([ManifestProblem])
}
