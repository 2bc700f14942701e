/// The C-ABI functions that the manifest's rule modules bring.
public protocol RuleModules: Sendable {
  /// A function by its name in the manifest; nil when no module declares it.
  func function(_ name: String) -> (any RuleFunction)?
}

/// A pure function of a rule module.
public protocol RuleFunction: Sendable {
  /// Calls it.
  /// - Throws: ``RuleError`` when arguments do not fit the declaration or the result breaks a limit.
  func call(_ arguments: [RuleValue]) throws -> RuleValue
}

/// A value that goes into or comes out of a rule function.
@frozen
public enum RuleValue: Sendable, Hashable {
  /// A signed 64-bit integer.
  case integer(Int64)
  /// A double; NaN is refused.
  case double(Double)
  /// UTF-8 text without NUL.
  case string(String)
  /// A flat array of integers.
  case integers([Int64])
  /// A flat array of doubles.
  case doubles([Double])
  /// A flat array of texts.
  case strings([String])
}

/// Why a rule function could not be called.
public struct RuleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The stable code, e.g. `rule-argument-type`.
  public let code: String
  /// A sentence naming function and argument.
  public let message: String
  /// How to mend it, as a sentence; empty where there is no more to say.
  public let remedy: String

  /// An error.
  public init(code: String, message: String, remedy: String = "") {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  public var description: String { remedy.isEmpty ? "\(code): \(message)" : "\(code): \(message) \(remedy)" }
}
