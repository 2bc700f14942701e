internal import FieldhouseKit
internal import Foundation

/// A new plugin that builds, runs and passes its tests as it is: one route that stores, one that reads, and a leaderboard.
public struct PluginTemplate: Sendable {
  /// The plugin's id, such as `walking-clubs`.
  public let id: String
  /// The full path of the package with FieldhouseKit, in a checkout with the host that the plugin's tests run.
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
    let needed = ["\(path)/Sources/FieldhouseKit", "\(Self.checkout(of: path))/Core/Testing"]
    guard needed.allSatisfy(FileManager.default.fileExists) else { throw .noKit(path) }
    self.kitPath = path
  }

  /// Writes the plugin into a folder that is not there yet.
  /// - Returns: the paths written, below the folder.
  /// - Throws: ``AuthoringError`` `folder-exists` or `file-unwritable`.
  public func create(in folder: String) throws(AuthoringError) -> [String] {
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw AuthoringError(.folderExists, "\(folder) is there already.", remedy: "Choose another folder or remove it.")
    }
    let files = TemplateFiles(
      id: id, kitPath: path(to: kitPath, from: folder), checkout: path(to: Self.checkout(of: kitPath), from: folder)
    ).all
    for (path, text) in files { try write(text, to: "\(folder)/\(path)") }
    return files.map(\.0)
  }

  /// The way from a plugin's folder that lies in the checkout or beside it, so that both may be moved together; else the
  /// full path. Links on the way are followed: the compiler follows them too.
  private func path(to target: String, from folder: String) -> String {
    let checkout = Self.resolved(Self.checkout(of: kitPath))
    let near = checkout.count > 2 ? checkout.dropLast() : checkout[...]
    let (from, to) = (Self.resolved(folder), Self.resolved(target))
    guard from.starts(with: near) else { return target }
    let shared = zip(from, to).prefix { $0 == $1 }.count
    return ([String](repeating: "..", count: from.count - shared) + to.dropFirst(shared)).joined(separator: "/")
  }

  /// The parts of a full path without links, as far as it is there.
  private static func resolved(_ path: String) -> [String] {
    var (known, rest) = (URL(fileURLWithPath: path).standardizedFileURL, [] as [String])
    while !FileManager.default.fileExists(atPath: known.path), known.pathComponents.count > 1 {
      rest.insert(known.lastPathComponent, at: 0)
      known.deleteLastPathComponent()
    }
    return known.resolvingSymlinksInPath().pathComponents + rest
  }

  /// The checkout in which the package with FieldhouseKit lies, as Core/Kit.
  static func checkout(of kitPath: String) -> String {
    URL(fileURLWithPath: kitPath).deletingLastPathComponent().deletingLastPathComponent().path
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
