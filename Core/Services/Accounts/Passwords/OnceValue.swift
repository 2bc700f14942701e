internal import Synchronization

/// A text that is made once, when it is first asked for.
final class OnceValue: Sendable {
  private let value = Mutex<String?>(nil)

  /// The text; `make` runs for the first caller.
  func get(_ make: () throws -> String) rethrows -> String {
    try value.withLock { value in
      if let value { return value }
      let made = try make()
      value = made
      return made
    }
  }
}
