public import FieldhouseKit

/// Something wrong with a plugin: where, what was found, what was expected, and how to mend it.
public struct ManifestProblem: Sendable, Hashable, Codable {
  /// How much a problem matters.
  public enum Severity: String, Sendable, Hashable, Codable {
    /// The plugin is left out.
    case error
    /// The plugin runs.
    case warning
    /// The plugin is switched off: what would be an error or a warning, were it not.
    case notice
  }

  /// The stable code.
  public let code: ProblemCode
  /// Whether the plugin is left out.
  public let severity: Severity
  /// The plugin's id; nil when the manifest does not tell it.
  public let plugin: String?
  /// The manifest, or the text table in question.
  public let file: String
  /// The value in the file that the problem is about.
  public let pointer: JSONPointer
  /// The line of that value, from 1.
  public let line: Int
  /// What was found; never a secret.
  public let found: String
  /// What was expected.
  public let expected: String
  /// What to do about it, as a sentence.
  public let remedy: String
  /// What is wrong, as a sentence.
  public let message: String
}

extension ManifestProblem {
  /// The same of a plugin that is switched off.
  var asNotice: ManifestProblem {
    ManifestProblem(
      code: code, severity: .notice, plugin: plugin, file: file, pointer: pointer, line: line, found: found,
      expected: expected, remedy: remedy, message: message)
  }
}

extension ManifestProblem: CustomStringConvertible {
  /// The problem for people, in four lines.
  public var description: String {
    """
    \(file):\(line)\(pointer == .root ? "" : " \(pointer)") \(severity.rawValue) \(code.rawValue)
      \(message)
      found \(found); expected \(expected)
      \(remedy)
    """
  }
}
