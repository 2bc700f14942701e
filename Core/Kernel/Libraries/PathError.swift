internal import FieldhouseMachine
internal import Glibc

/// Why a file named by a manifest is not used.
public struct PathError: CodedError, Hashable {
  /// The kinds of failure; the raw value is the stable code.
  public enum Reason: String, Sendable, CaseIterable {
    /// The path is absolute, empty or leaves its folder.
    case outside = "path-outside"
    /// A component of the path is a symbolic link.
    case symlink = "path-symlink"
    /// Nothing exists at the path.
    case missing = "path-missing"
    /// The path names a folder, device, socket or pipe.
    case notFile = "path-not-file"
    /// The file exists but cannot be read.
    case unreadable = "path-unreadable"
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

extension PathError {
  static func outside(_ path: String) -> PathError {
    PathError(.outside, "\"\(path)\" does not stay inside its folder.", remedy: "Give a relative path without \"..\".")
  }

  static func symlink(_ path: String) -> PathError {
    PathError(.symlink, "\"\(path)\" is a symbolic link.", remedy: "Put the file itself there.")
  }

  static func missing(_ path: String) -> PathError {
    PathError(.missing, "\"\(path)\" does not exist.", remedy: "Check the spelling or install the file.")
  }

  static func notFile(_ path: String) -> PathError {
    PathError(.notFile, "\"\(path)\" is not a regular file.", remedy: "Name the file itself.")
  }

  static func reading(_ path: String) -> PathError {
    PathError(.unreadable, "\"\(path)\" cannot be read (\(lastSystemFailure())).", remedy: "Check its permissions.")
  }

  /// The reason why the call that opened or examined `path` just failed.
  static func opening(_ path: String) -> PathError {
    switch errno {
    case ENOENT, ENOTDIR: missing(path)
    case ELOOP: symlink(path)
    default: reading(path)
    }
  }

  static func requireRegularFile(_ descriptor: Int32, _ path: String) throws(PathError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw reading(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw notFile(path) }
  }
}
