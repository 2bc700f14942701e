import Foundation

/// The files under a directory.
enum DirectoryFiles {
  /// The paths, relative to `directory` and in order, of the regular files with the extension.
  ///
  /// - Throws: `missing-directory`.
  static func paths(in directory: URL, extension pathExtension: String) throws(FeedProblem) -> [String] {
    guard let files = FileManager.default.enumerator(atPath: directory.path), isDirectory(directory) else {
      throw FeedProblem(
        file: directory.path, code: "missing-directory",
        detail: "there is no such directory; correct \"directory\" in the feed's settings")
    }
    // The enumerator of a folder that may not be read finds nothing, as that of an empty one.
    guard FileManager.default.isReadableFile(atPath: directory.path),
      FileManager.default.isExecutableFile(atPath: directory.path)
    else {
      throw FeedProblem(
        file: directory.path, code: "unreadable-directory",
        detail: "the directory may not be read; let the host's user read it")
    }
    return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".\(pathExtension)") }.sorted()
  }

  private static func isDirectory(_ url: URL) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) && isDirectory.boolValue
  }
}
