import FieldhouseStorage
import Foundation
import Synchronization

/// Shows on standard error how far long work has come: on a terminal only, and only from the third second on.
final class ProgressBar: Sendable {
  private struct State {
    var lastShown: ContinuousClock.Instant?
    var isShown = false
  }

  private static let patience = Duration.seconds(2)
  private static let pause = Duration.milliseconds(100)
  private static let width = 30

  private let isOn: Bool
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// A bar for work that begins now.
  /// - Parameter isWanted: whether it may be shown at all.
  init(isWanted: Bool = true) {
    isOn = isWanted && isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Shows a state, unless another was shown a moment ago.
  func show(_ progress: StorageProgress) {
    guard isOn else { return }
    let now = ContinuousClock.now
    guard now - start > Self.patience else { return }
    let isDue = state.withLock { state in
      guard state.lastShown.map({ now - $0 > Self.pause }) ?? true else { return false }
      (state.lastShown, state.isShown) = (now, true)
      return true
    }
    if isDue { write("\r\u{1B}[K" + Self.line(progress)) }
  }

  /// Takes the bar away.
  func finish() {
    if state.withLock({ $0.isShown }) { write("\r\u{1B}[K") }
  }

  /// A bar with percentage and step.
  static func line(_ progress: StorageProgress) -> String {
    let share = progress.total == 0 ? 1 : Double(progress.done) / Double(progress.total)
    let filled = Int(share * Double(width))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    return "[\(bar)] \(Int(share * 100)) %  \(progress.step)"
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
