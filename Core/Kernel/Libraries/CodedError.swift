/// An error with a stable code for programs and sentences for people.
///
/// Codes are kebab-case, never change their meaning and are never reused.
public protocol CodedError: Error, CustomStringConvertible {
  /// The stable code, such as `elf-truncated`.
  var code: String { get }
  /// What was found that was not expected, as a sentence.
  var message: String { get }
  /// How to mend it, as a sentence.
  var remedy: String { get }
}

extension CodedError {
  /// The code and the sentences in one line.
  public var description: String { remedy.isEmpty ? "\(code): \(message)" : "\(code): \(message) \(remedy)" }
}
