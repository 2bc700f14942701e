/// Why a file is no library this host can load.
public struct ELFError: CodedError, Hashable {
  /// The kinds of failure; the raw value is the stable code.
  public enum Reason: String, Sendable, CaseIterable {
    /// The file cannot be opened or is no regular file.
    case unreadable = "elf-unreadable"
    /// The file does not begin with the ELF signature.
    case notELF = "elf-not-elf"
    /// A header or table reaches past the end of the file.
    case truncated = "elf-truncated"
    /// The file is made for another processor, word size or byte order.
    case wrongArchitecture = "elf-wrong-architecture"
    /// The file is an executable, an object file or a core dump.
    case notSharedLibrary = "elf-not-shared-library"
    /// A header or table contradicts the ELF specification.
    case malformed = "elf-malformed"
  }

  /// The kind of failure.
  public let reason: Reason
  /// What was found.
  public let message: String
  /// How to mend it.
  public let remedy: String

  /// The stable code.
  public var code: String { reason.rawValue }

  init(_ reason: Reason, _ message: String, remedy: String) {
    self.reason = reason
    self.message = message
    self.remedy = remedy
  }
}

extension ELFError {
  static func truncated(_ part: String) -> ELFError {
    ELFError(.truncated, "The \(part) reaches past the end of the file.", remedy: "Copy or build the library again.")
  }

  static func malformed(_ fact: String) -> ELFError {
    ELFError(.malformed, "\(fact).", remedy: "Build the library again with an unmodified linker.")
  }

  static func wrongArchitecture(found: String, expected: String) -> ELFError {
    ELFError(
      .wrongArchitecture,
      "The library is made for \(found), this host runs on \(expected).", remedy: "Build it for \(expected).")
  }
}
