internal import FieldhouseKit
internal import Foundation
internal import Glibc

/// Files and folders that nobody but their owner may read: mode 0600 and 0700.
public enum PrivateFile {
  /// Something in a folder that others may use, and its mode.
  public struct Exposure: Sendable, Hashable {
    /// Where it is.
    public let path: String
    /// The permission bits, e.g. 0o644.
    public let mode: UInt32
    /// Whether it is a folder.
    public let isFolder: Bool
  }

  /// Makes an empty file, unless there is one: then its mode is mended.
  /// - Throws: ``StorageError`` `storage-full`, `storage-read-only` or `storage-unavailable`.
  static func create(_ path: String) throws(StorageError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno == EEXIST {
      mend(path)
    } else {
      let code: StorageError.Code =
        errno == ENOSPC ? .full : errno == EROFS || errno == EACCES ? .readOnly : .unavailable
      throw StorageError(code, "\(path) cannot be made: \(String(cString: strerror(errno))).")
    }
  }

  /// Takes from everybody but the owner what they may do with a file or folder, where this user may.
  public static func mend(_ path: String) {
    if let exposure = exposure(path) { chmod(path, exposure.mode & 0o700) }
  }

  /// What others may do with a file or folder; nil for nothing, and for what is not there.
  public static func exposure(_ path: String) -> Exposure? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR, status.st_mode & 0o077 != 0 else { return nil }
    return Exposure(path: path, mode: status.st_mode & 0o777, isFolder: kind == S_IFDIR)
  }

  /// A data folder, its files and its own folders, as far as others may use them. Installed plugins are nobody's secret.
  public static func exposures(in folder: String) -> [Exposure] {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    let own = names.filter { $0 != "plugins" }.map { "\(folder)/\($0)" }
    return ([folder] + own).compactMap(exposure)
  }
}
