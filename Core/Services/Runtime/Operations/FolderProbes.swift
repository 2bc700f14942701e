public import FieldhouseKit
import Foundation
import Glibc

/// Looks at what the host keeps in folders.
public enum FolderProbes {
  /// Less free space than this is told, makes a part degraded, and makes it down, in bytes.
  static let scarce: UInt64 = 512 << 20
  static let short: UInt64 = 128 << 20
  static let spent: UInt64 = 16 << 20

  /// The space where a folder is.
  public static func space(of folder: String) -> Health {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else {
      return .down(
        "\(folder) cannot be looked at: \(reason)", remedy: "See that the folder is there and its disk mounted.")
    }
    return space(free: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }

  /// What so much free space, in bytes, means.
  static func space(free: UInt64) -> Health {
    let text = "\(free >> 20) MiB are free where the data is."
    let remedy = "Make room on that disk, or move the data folder to another one."
    if free < spent { return .down(text, remedy: remedy) }
    if free < short { return .degraded(text, remedy: remedy) }
    return free < scarce ? .notice(text, remedy: remedy) : .ok
  }

  /// Whether files can be kept in a folder.
  public static func writing(_ folder: String) -> Health {
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return .degraded("The folder \(folder) is gone.", remedy: "Make it, for the host's user; or restore it.")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      return .degraded("\(folder) cannot be written: \(reason)", remedy: "Let the host's user write the folder.")
    }
    return .ok
  }

  /// Whether a file holds what it held when the host started, and is its owner's alone.
  /// - Parameter loaded: its bytes then; nil when only the file itself is looked at.
  public static func key(_ path: String, loaded: [UInt8]?) -> Health {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      let keep = "Put \(path) back from your backup before the host ends: without it nobody's second factor works."
      return .degraded("The key \(path) is gone or cannot be read.", remedy: keep)
    }
    if let loaded, Array(bytes) != loaded {
      return .degraded(
        "The key \(path) is another one than the host has loaded.",
        remedy: "Put the right one back: the one that belongs to the database.")
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
      return .degraded("Others than its owner may use the key \(path).", remedy: "Run: chmod 600 \(path)")
    }
    return .ok
  }

  private static var reason: String { String(cString: strerror(errno)) + "." }
}
