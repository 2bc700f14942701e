/// How often something may be done: `burst` times at once, then once every `seconds`.
public struct LimitRule: Sendable, Hashable, CustomStringConvertible {
  /// How often at once, at least 1.
  public var burst: Int
  /// The seconds after which it may be done once more, at least 1.
  public var seconds: Int

  /// A rule.
  public init(_ burst: Int, every seconds: Int) {
    self.burst = burst
    self.seconds = seconds
  }

  /// Reads `10/60`: ten at once, then one every 60 seconds. Nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let burst = parts[0], let seconds = parts[1], burst > 0, seconds > 0 else { return nil }
    self.init(burst, every: seconds)
  }

  /// The rule as ``init(_:)`` reads it.
  public var description: String { "\(burst)/\(seconds)" }
}

/// The rules of an installation: each as it was set, else as it is delivered.
public struct LimitRules: Sendable, Hashable {
  private var set: [LimitName: LimitRule] = [:]

  /// The delivered rules.
  public init() {}

  /// A rule.
  public subscript(name: LimitName) -> LimitRule {
    get { set[name] ?? name.standard }
    set { set[name] = newValue }
  }

  /// The rule as it counts for a subject.
  func limit(_ name: LimitName, _ subject: LimitSubject) -> Limit {
    let rule = self[name]
    let factor = subject.isCrowd ? Limit.crowd : 1
    return Limit(
      name: name.rawValue, burst: rule.burst * factor, seconds: Double(rule.seconds) / Double(factor))
  }
}
