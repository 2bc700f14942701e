/// An action that runs the first time it is asked to, or when nobody can ask any more. Confined to one loop.
final class Once: @unchecked Sendable {
  private var action: (() -> Void)?
  init(_ action: @escaping () -> Void) { self.action = action }
  deinit { run() }

  @discardableResult
  func run() -> Bool {
    guard let action else { return false }
    self.action = nil
    action()
    return true
  }
}
