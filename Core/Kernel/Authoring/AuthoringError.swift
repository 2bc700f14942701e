internal import FieldhouseMachine

/// Why a manifest, template or package could not be made, changed or installed.
public struct AuthoringError: CodedError, Hashable {
  /// The kinds of failure; the raw value is the stable code.
  public enum Reason: String, Sendable, CaseIterable {
    /// No manifest has this id.
    case pluginUnknown = "plugin-unknown"
    /// A file cannot be read.
    case fileUnreadable = "file-unreadable"
    /// A file or folder cannot be written.
    case fileUnwritable = "file-unwritable"
    /// The name of a new plugin is no id, or is reserved.
    case nameInvalid = "name-invalid"
    /// The folder for a new plugin is there already.
    case folderExists = "folder-exists"
    /// Enabled plugins need the one that is to go.
    case pluginNeeded = "plugin-needed"
    /// There is no package of FieldhouseKit at the path.
    case kitMissing = "kit-missing"
    /// A manifest has errors.
    case manifestInvalid = "manifest-invalid"
    /// A file that the manifest names is missing.
    case packageIncomplete = "package-incomplete"
    /// The file is no package.
    case packageMalformed = "package-malformed"
    /// The package holds something that is not installed: a link, a device, or a path that leaves its folder.
    case packageForbidden = "package-forbidden"
    /// A file of the package is not the one that was packaged.
    case packageChecksum = "package-checksum"
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

extension AuthoringError {
  static func unknownPlugin(_ id: String, nearest: String?) -> AuthoringError {
    AuthoringError(
      .pluginUnknown, "There is no plugin \"\(id)\".",
      remedy: nearest.map { "Did you mean \"\($0)\"?" } ?? "See fieldhouse plugins list.")
  }

  static func needed(_ id: String, by dependents: [String]) -> AuthoringError {
    AuthoringError(
      .pluginNeeded, "The plugin \"\(id)\" is needed by \(dependents.joined(separator: ", ")).",
      remedy: "Uninstall or disable \(dependents.count == 1 ? "it" : "them") first.")
  }

  static func noKit(_ path: String) -> AuthoringError {
    AuthoringError(
      .kitMissing, "There is no package of FieldhouseKit in \(path).",
      remedy: "Name the folder Core/Kit of a checkout of Fieldhouse with --kit.")
  }

  static func unreadable(_ file: String, _ cause: String) -> AuthoringError {
    AuthoringError(.fileUnreadable, "\(file) cannot be read (\(cause)).", remedy: "Check the path and its permissions.")
  }

  static func unwritable(_ file: String, _ cause: String = lastSystemFailure()) -> AuthoringError {
    AuthoringError(
      .fileUnwritable, "\(file) cannot be written (\(cause)).", remedy: "Check the folder's permissions and space.")
  }

  static func foreign(_ file: String, _ id: String) -> AuthoringError {
    AuthoringError(
      .manifestInvalid, "\(file) is there, and is not the manifest of \"\(id)\" or cannot be read.",
      remedy: "Mend it, or give it another name.")
  }

  static func invalid(_ file: String, _ problems: [ManifestProblem]) -> AuthoringError {
    let list = problems.map { "line \($0.line): \($0.message) \($0.remedy)" }.joined(separator: " ")
    return AuthoringError(.manifestInvalid, "\(file) has \(counted(problems.count, "problem")). \(list)", remedy: "")
  }
}
