internal import Glibc

/// Finds files that a manifest names, without letting it reach outside its folder.
public enum ContainedPath {
  /// The full path of a regular file below a folder.
  ///
  /// - Parameters:
  ///   - relative: the path as the manifest gives it: relative, without `.` and `..`, with `/` between
  ///     components.
  ///   - folder: the folder; it may itself be reached through links.
  /// - Returns: `folder/relative`.
  /// - Throws: ``PathError`` with reason `outside`, `symlink` (at any level below the folder), `missing`, `notFile`
  ///   or `unreadable`.
  public static func resolve(_ relative: String, inside folder: String) throws(PathError) -> String {
    let components = try split(relative)
    var path = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    for (index, component) in components.enumerated() {
      path += "/" + component
      try check(path, isLast: index == components.count - 1)
    }
    return path
  }

  private static func split(_ relative: String) throws(PathError) -> [String] {
    let components = relative.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let isPlain = components.allSatisfy { !["", ".", ".."].contains($0) && !$0.utf8.contains(0) }
    guard isPlain else { throw .outside(relative) }
    return components
  }

  private static func check(_ path: String, isLast: Bool) throws(PathError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .opening(path) }
    switch status.st_mode & S_IFMT {
    case S_IFLNK: throw .symlink(path)
    case S_IFREG where isLast: return
    case S_IFDIR where !isLast: return
    case S_IFREG: throw .missing(path)
    default: throw .notFile(path)
    }
  }
}
