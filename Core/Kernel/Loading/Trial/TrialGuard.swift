internal import Foundation
internal import Glibc
internal import Synchronization

/// Ends the process of a trial when a step takes too long, memory grows too much, or nobody waits for it any more. It has
/// a thread of its own, which no loop in a plugin holds up.
public final class TrialGuard: Sendable {
  private static let pause = 0.02
  /// For what ends a step by itself where it can.
  private static let grace = 2.0

  private let limits: TrialLimits
  private let output: TrialOutput
  private let current = Mutex<Moment?>(nil)

  private struct Moment {
    let step: LifecycleStep
    let begun = ContinuousClock.now
    /// What the process held then.
    let bytes = TrialGuard.bytesHeld
  }

  /// A guard that watches from now on.
  public init(_ limits: TrialLimits, output: TrialOutput) {
    self.limits = limits
    self.output = output
    let parent = getppid()
    Thread.detachNewThread { [self] in
      while getppid() == parent {
        look()
        Thread.sleep(forTimeInterval: Self.pause)
      }
      _exit(1)
    }
  }

  /// Is told of the steps.
  public var watch: LifecycleWatch {
    LifecycleWatch(
      began: { [self] step, _ in
        output.write(.began(step))
        current.withLock { $0 = Moment(step: step) }
      }, ended: { [self] in current.withLock { $0 = nil } })
  }

  private func look() {
    guard let moment = current.withLock({ $0 }) else { return }
    let (step, limit) = (moment.step, limits.seconds(of: moment.step))
    if moment.begun.duration(to: .now) > .seconds(limit + Self.grace) { end(.hung(step, seconds: limit)) }
    // What the database takes for the migrations is not the plugin's.
    if step != .migrate, Self.bytesHeld - moment.bytes > limits.bytes { end(.memory(step, bytes: limits.bytes)) }
  }

  private func end(_ line: TrialLine) -> Never {
    output.write(line)
    _exit(1)
  }

  /// What the process holds in memory.
  private static var bytesHeld: Int {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }
}
