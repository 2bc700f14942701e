/// An error with a stable code for programs and a sentence with the remedy for people.
///
/// Codes are kebab-case, never change their meaning and are never reused.
public protocol CodedError: Error, CustomStringConvertible {
  /// The stable code, such as `elf-truncated`.
  var code: String { get }
  /// What was found, what was expected and how to mend it.
  var message: String { get }
}

extension CodedError {
  /// The code and the sentence in one line.
  public var description: String { "\(code): \(message)" }
}
