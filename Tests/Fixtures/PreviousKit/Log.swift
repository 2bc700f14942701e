/// The plugin's log.
public protocol Log: Sendable {
  /// Writes a line.
  func write(_ level: LogLevel, _ message: String, _ fields: [String: String])
}

/// How much a log line matters.
public struct LogLevel: Sendable, Hashable {
  /// The name in the log.
  public let name: String

  private init(_ name: String) { self.name = name }

  /// What happens normally.
  public static var info: LogLevel { LogLevel("info") }
  /// Something failed.
  public static var error: LogLevel { LogLevel("error") }
}

extension Log {
  /// Writes a normal line.
  public func info(_ message: String, _ fields: [String: String] = [:]) { write(.info, message, fields) }
}
