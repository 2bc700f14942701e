import Foundation

/// A folder of files that goes when the test ends.
final class FileFolder: Sendable {
  let path: String

  /// Writes files, by their path in the folder.
  init(_ files: [String: String]) throws {
    path = NSTemporaryDirectory() + "/files-" + UUID().uuidString
    for (name, text) in files {
      let file = path + "/" + name
      let folder = file.prefix(upTo: file.lastIndex(of: "/")!)
      try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
