/// The plugin's log. No secret, token, code, e-mail address or phone number goes into it.
public protocol Log: Sendable {
  /// Writes a line.
  func write(_ level: LogLevel, _ message: String, _ fields: [String: String])
}

/// How much a log line matters.
public struct LogLevel: Sendable, Hashable, Comparable {
  /// The name in the log.
  public let name: String
  private let weight: Int

  private init(_ name: String, _ weight: Int) {
    self.name = name
    self.weight = weight
  }

  /// For developers.
  public static var debug: LogLevel { LogLevel("debug", 0) }
  /// What happens normally.
  public static var info: LogLevel { LogLevel("info", 1) }
  /// Something that an operator may want to look at.
  public static var warning: LogLevel { LogLevel("warning", 2) }
  /// Something failed.
  public static var error: LogLevel { LogLevel("error", 3) }

  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.weight < right.weight }
}

extension Log {
  /// Writes a line for developers.
  public func debug(_ message: String, _ fields: [String: String] = [:]) { write(.debug, message, fields) }
  /// Writes a normal line.
  public func info(_ message: String, _ fields: [String: String] = [:]) { write(.info, message, fields) }
  /// Writes a warning.
  public func warning(_ message: String, _ fields: [String: String] = [:]) { write(.warning, message, fields) }
  /// Writes an error.
  public func error(_ message: String, _ fields: [String: String] = [:]) { write(.error, message, fields) }
}
