/// How a challenge has ended for somebody, or that it has not.
enum Outcome: String, Codable, CaseIterable, Sendable {
  /// It goes on.
  case running
  case passed
  case failed
  case withdrawn

  /// - Parameters:
  ///   - holds: whether the goals are met.
  ///   - isRising: whether they cannot be lost again.
  ///   - isClosed: whether nothing can be written down any more.
  init(holds: Bool, isRising: Bool, isClosed: Bool, hasLeft: Bool) {
    self =
      switch (hasLeft, holds, isClosed) {
      case (true, _, _): .withdrawn
      case (_, true, true): .passed
      case (_, true, false): isRising ? .passed : .running
      case (_, false, true): .failed
      case (_, false, false): .running
      }
  }
}
