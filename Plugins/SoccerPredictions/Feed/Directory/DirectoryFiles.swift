import Foundation
import Glibc

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
    return files.compactMap { $0 as? String }.filter { path in
      path.hasSuffix(".\(pathExtension)") && !isOtherThanFile(directory.appending(path: path))
    }.sorted()
  }

  /// Whether something is there that is no regular file: a folder, or what whoever reads it waits for.
  private static func isOtherThanFile(_ url: URL) -> Bool {
    var info = stat()
    return stat(url.path, &info) == 0 && info.st_mode & S_IFMT != S_IFREG
  }

  /// The files of a directory, with what tells whether they are still these: any of them that comes or goes changes its folder.
  struct Listing: Sendable {
    let paths: [String]
    private let folders: [String: FileStamp]

    /// - Throws: as ``DirectoryFiles/paths(in:extension:)``.
    init(of directory: URL, extension pathExtension: String) throws(FeedProblem) {
      // A folder that changes while it is read has another stamp behind it.
      var folders: [String: FileStamp] = [:]
      for folder in [directory.path] + DirectoryFiles.folders(in: directory) {
        if let stamp = FileStamp(of: folder) { folders[folder] = stamp }
      }
      self.folders = folders
      paths = try DirectoryFiles.paths(in: directory, extension: pathExtension)
    }

    /// Whether no folder has changed.
    var isCurrent: Bool { folders.allSatisfy { $1.isSettled && FileStamp(of: $0) == $1 } }
  }

  /// The folders under a directory, without itself.
  static func folders(in directory: URL) -> [String] {
    guard let files = FileManager.default.enumerator(atPath: directory.path) else { return [] }
    return files.compactMap { $0 as? String }.map { directory.appending(path: $0) }.filter(isDirectory).map(\.path)
  }

  private static func isDirectory(_ url: URL) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) && isDirectory.boolValue
  }
}
