/// How much a plugin may take when it is tried.
public struct TrialLimits: Codable, Sendable, Hashable {
  /// Seconds for each step but the migrations.
  public var step: Double
  /// Seconds for all migrations together.
  public var migrations: Double
  /// Bytes of memory that each step but the migrations may add.
  public var bytes: Int

  /// Limits.
  public init(step: Double = 10, migrations: Double = 600, bytes: Int = 1 << 30) {
    self.step = step
    self.migrations = migrations
    self.bytes = bytes
  }

  func seconds(of step: LifecycleStep) -> Double { step == .migrate ? migrations : self.step }

  /// The same for steps that end by themselves.
  public var lifecycle: PluginLifecycle.Limits {
    var limits = PluginLifecycle.Limits()
    (limits.validate, limits.start, limits.stop) = (step, step, step)
    return limits
  }

  /// After so many seconds the process is killed, whatever it says.
  var whole: Double { migrations + step * Double(LifecycleStep.allCases.count) + 30 }
}
