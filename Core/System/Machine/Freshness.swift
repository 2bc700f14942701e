/// How old a memory of what others change may be, and who looks next.
///
/// A memory asks it before it answers. Whoever finds the last look older than 200 ms looks; meanwhile others go on with what is
/// remembered, until it is 600 ms old. So no change stays unseen for a second. The ages are real time, which the caller
/// tells; an age is counted from when a look began.
public struct Freshness: Sendable {
  private static let staleAge: Duration = .milliseconds(200)
  private static let oldestAge: Duration = .milliseconds(600)

  private var lookedAt: ContinuousClock.Instant?
  private var isLooking = false

  /// The freshness of what has never been looked at.
  public init() {}

  /// Whether the caller is to look now, and then to tell ``looked(at:)`` or ``gaveUp()``.
  public mutating func asksForLook(at now: ContinuousClock.Instant) -> Bool {
    guard let lookedAt else { return true }
    let age = now - lookedAt
    if age < Self.staleAge || (isLooking && age < Self.oldestAge) { return false }
    isLooking = true
    return true
  }

  /// Notes a look that told something, or nothing.
  /// - Parameter began: when it began.
  /// - Returns: false where another one that began later has been noted already.
  @discardableResult
  public mutating func looked(at began: ContinuousClock.Instant) -> Bool {
    isLooking = false
    if let lookedAt, lookedAt > began { return false }
    lookedAt = began
    return true
  }

  /// Notes that a look failed: the next one who asks looks.
  public mutating func gaveUp() { isLooking = false }

  /// Makes the next one who asks look, whatever the age of the last look.
  public mutating func distrust() { lookedAt = nil }
}
