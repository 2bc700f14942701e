internal import FieldhouseKit
internal import Foundation
internal import Glibc

/// The folders of installed versions, `<data>/plugins/<id>/<version>-<hash>`.
struct BundleFolders {
  let dataFolder: String

  private var root: String { "\(dataFolder)/plugins" }

  /// The folder of a plugin's versions.
  func path(of id: String) -> String { "\(root)/\(id)" }

  /// The plugins that have a folder, sorted.
  var ids: [String] { names(in: root).filter { isFolder("\(root)/\($0)") } }

  /// The names of a plugin's versions, and of what an installation that was killed has left, sorted. Other folders are of a
  /// plugin that lies there itself.
  func bundles(of id: String) -> [String] {
    names(in: path(of: id)).filter { isFolder("\(path(of: id))/\($0)") && Self.isBundle($0) }
  }

  /// Whether a name begins with a version and goes on, or is that of an installation under way.
  private static func isBundle(_ name: String) -> Bool {
    if name.hasPrefix(PackageInstaller.unfinished) { return true }
    let numbers = name.prefix { $0 == "." || $0.isNumber }
    guard (try? SemanticVersion(String(numbers))) != nil else { return false }
    return ["-", "+"].contains(name.dropFirst(numbers.count).first)
  }

  /// Removes a version and what is empty above it.
  /// - Throws: ``AuthoringError`` `file-unwritable`; then it may be there in part.
  func remove(_ bundle: String, of id: String) throws(AuthoringError) {
    let folder = "\(path(of: id))/\(bundle)"
    do { try FileManager.default.removeItem(atPath: folder) } catch { throw .unwritable(folder, "\(error)") }
    removeEmpty(id)
  }

  /// Removes what there is of a version that could not be installed, and the empty folders above it.
  func discard(_ folder: String, of id: String) {
    try? FileManager.default.removeItem(atPath: folder)
    removeEmpty(id)
  }

  private func removeEmpty(_ id: String) {
    for folder in [path(of: id), root, dataFolder] where rmdir(folder) != 0 { break }
    AtomicFile.sync(folder: root)
  }

  private func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
