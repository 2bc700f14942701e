import CSupervision
import Foundation

/// Gives memory back to the machine in quiet moments: after the start what only that has needed, and after a lot of work what
/// it has left in the heap. What is needed again is read from files again.
public struct SpareMemory: Sendable {
  /// How often it is looked whether the moment is quiet.
  static let pause = Duration.seconds(2)
  /// A moment is quiet when no more than this part of one processor's time is used.
  static let quiet = 0.05

  private var hasWorked = true

  /// As after a start.
  public init() {}

  /// Looks again and again, until the task is cancelled.
  public mutating func run() async {
    var before = Self.processorTime()
    while (try? await Task.sleep(for: Self.pause)) != nil {
      let now = Self.processorTime()
      if isDue(share: (now - before) / (Self.pause / .seconds(1))) { Self.giveBack() }
      before = Self.processorTime()
    }
  }

  /// Whether memory is to be given back after a pause in which so much of a processor's time was used.
  mutating func isDue(share: Double) -> Bool {
    guard share <= Self.quiet else {
      hasWorked = true
      return false
    }
    defer { hasWorked = false }
    return hasWorked
  }

  /// Gives it back now.
  static func giveBack() { fh_give_memory_back() }

  /// What this process has used so far, in seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
