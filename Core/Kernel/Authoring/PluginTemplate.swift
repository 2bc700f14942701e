internal import FieldhouseKit
internal import Foundation

/// A new plugin that builds and runs as it is: one route that stores, one that reads, and a leaderboard.
public struct PluginTemplate: Sendable {
  /// The plugin's id, such as `walking-clubs`.
  public let id: String
  /// The full path of the package with FieldhouseKit.
  public let kitPath: String

  /// A template for a plugin of this id, made for the Kit that this host runs.
  /// - Parameter kitPath: relative to the current folder, or in full.
  /// - Throws: ``AuthoringError`` `name-invalid` when that is no id or one of the host's own names, `kit-missing` when
  ///   there is no package of FieldhouseKit at the path.
  public init(name: String, kitPath: String) throws(AuthoringError) {
    guard Self.isID(name), !IdentityCheck.reserved.contains(name) else {
      throw AuthoringError(
        .nameInvalid,
        "\"\(name)\" cannot name a plugin.",
        remedy: "Choose 2 to 40 lower-case letters, digits and hyphens, such as walking-clubs."
      )
    }
    id = name
    let path = URL(fileURLWithPath: kitPath).standardizedFileURL.path
    guard FileManager.default.fileExists(atPath: "\(path)/Sources/FieldhouseKit") else { throw .noKit(path) }
    self.kitPath = path
  }

  /// Writes the plugin into a folder that is not there yet.
  /// - Returns: the paths written, below the folder.
  /// - Throws: ``AuthoringError`` `folder-exists` or `file-unwritable`.
  public func create(in folder: String) throws(AuthoringError) -> [String] {
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw AuthoringError(.folderExists, "\(folder) is there already.", remedy: "Choose another folder or remove it.")
    }
    let files = TemplateFiles(id: id, kitPath: kitPath).all
    for (path, text) in files { try write(text, to: "\(folder)/\(path)") }
    return files.map(\.0)
  }

  private func write(_ text: String, to path: String) throws(AuthoringError) {
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(parent, error.localizedDescription)
    }
    try AtomicFile.create(Array(text.utf8), at: path)
  }

  private static func isID(_ name: String) -> Bool {
    let words = name.split(separator: "-", omittingEmptySubsequences: false)
    guard (2...40).contains(name.utf8.count), name.first?.isLetter == true else { return false }
    return words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLowercase) }
    }
  }
}
