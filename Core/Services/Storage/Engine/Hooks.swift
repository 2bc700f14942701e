internal import Synchronization

/// Functions to call when something happens; adding one is possible at any time.
final class Hooks<Argument>: Sendable {
  private let functions = Mutex<[@Sendable (Argument) -> Void]>([])

  func add(_ function: @escaping @Sendable (Argument) -> Void) {
    functions.withLock { $0.append(function) }
  }

  func call(_ argument: Argument) {
    for function in functions.withLock({ $0 }) { function(argument) }
  }
}
