/// What came of a question.
public enum Answer<Value: Sendable>: Sendable {
  /// The answer.
  case answered(Value)
  /// There is nobody who answers, now or at all.
  case absent(Absence)
  /// It may not be told.
  case refused(Refusal)

  /// What was answered; nil when nothing was.
  public var value: Value? {
    if case .answered(let value) = self { value } else { nil }
  }

  /// The same outcome with another form of what was answered.
  func map<Other>(_ body: (Value) -> Answer<Other>) -> Answer<Other> {
    switch self {
    case .answered(let value): body(value)
    case .absent(let absence): .absent(absence)
    case .refused(let refusal): .refused(refusal)
    }
  }
}

/// Why nobody answers.
public struct Absence: Sendable, Hashable, CustomStringConvertible {
  /// The reasons that a caller may want to tell apart; there may be more in later versions.
  public struct Reason: Sendable, Hashable, CustomStringConvertible {
    /// The stable name, e.g. `not-installed`.
    public let name: String
    /// A reason of this name.
    public init(_ name: String) { self.name = name }
    public var description: String { name }

    /// There is no such plugin.
    public static var notInstalled: Reason { Reason("not-installed") }
    /// The plugin is there and does not run: it is switched off, left out, or kept out for what it did.
    public static var notRunning: Reason { Reason("not-running") }
    /// The plugin that runs offers no such question.
    public static var unknown: Reason { Reason("unknown") }
    /// The plugin that runs is of a version with which the one that asks does not work.
    public static var version: Reason { Reason("version") }
    /// It takes longer than there is time.
    public static var tooSlow: Reason { Reason("too-slow") }
    /// The plugin has more to answer than it can.
    public static var busy: Reason { Reason("busy") }
    /// The plugin failed.
    public static var failed: Reason { Reason("failed") }
    /// What it answered is not what its manifest, or the plugin that asks, expects.
    public static var malformed: Reason { Reason("malformed") }
    /// Plugins ask each other deeper than they may.
    public static var tooDeep: Reason { Reason("too-deep") }
  }

  /// The reason.
  public let reason: Reason
  /// A sentence for operators and authors, without anything that was asked.
  public let detail: String

  /// An absence.
  public init(_ reason: Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }

  public var description: String { "\(reason): \(detail)" }
}

/// Why something may not be told.
public struct Refusal: Sendable, Hashable, CustomStringConvertible {
  /// The reasons that a caller may want to tell apart; there may be more in later versions.
  public struct Reason: Sendable, Hashable, CustomStringConvertible {
    /// The stable name, e.g. `consent`.
    public let name: String
    /// A reason of this name.
    public init(_ name: String) { self.name = name }
    public var description: String { name }

    /// The person whom it is about has not agreed that this plugin may ask, or not any more.
    public static var consent: Reason { Reason("consent") }
    /// The one on whose behalf it is asked has not the permission that it needs.
    public static var permission: Reason { Reason("permission") }
    /// The plugin that was asked does not tell it.
    public static var plugin: Reason { Reason("plugin") }
  }

  /// The reason.
  public let reason: Reason
  /// Why a plugin does not tell it, as it said itself; nil for the other reasons.
  public let problem: Problem?

  /// A refusal.
  public init(_ reason: Reason, _ problem: Problem? = nil) {
    self.reason = reason
    self.problem = problem
  }

  public var description: String { problem.map { "\(reason): \($0)" } ?? "\(reason)" }
}
