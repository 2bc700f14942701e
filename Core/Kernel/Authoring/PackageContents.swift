internal import Foundation

/// The files that a plugin's package holds.
struct PackageContents {
  let folder: String
  let manifest: Manifest

  /// Every file, by path.
  func files() throws(AuthoringError) -> [TarArchive.File] {
    var paths = Set(manifest.files.map(\.1))
    for script in manifest.contributions.scripts { paths.formUnion(neighbours(of: script)) }
    var files: [TarArchive.File] = []
    for path in paths.sorted() { files.append(TarArchive.File(path: path, content: try content(path))) }
    return files
  }

  private func content(_ path: String) throws(AuthoringError) -> [UInt8] {
    let source = try source(path)
    guard let data = FileManager.default.contents(atPath: source) else { throw .unreadable(source, "no content") }
    return [UInt8](data)
  }

  private func source(_ path: String) throws(AuthoringError) -> String {
    do throws(PathError) {
      return try ContainedPath.resolve(path, inside: folder)
    } catch {
      if error.reason == .missing, path == manifest.library.path, let built = newestBuild(of: path) { return built }
      throw AuthoringError(.packageIncomplete, error.message, remedy: error.remedy)
    }
  }

  /// The library as SwiftPM built it last.
  private func newestBuild(of path: String) -> String? {
    let name = URL(fileURLWithPath: path).lastPathComponent
    let candidates = ["release", "debug"].map { "\(folder)/.build/\($0)/\(name)" }
    return candidates.filter(FileManager.default.fileExists).max { date($0) < date($1) }
  }

  private func date(_ path: String) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date ?? .distantPast
  }

  /// Everything in the folder of a page's script, which may import it.
  private func neighbours(of script: String) -> [String] {
    guard let end = script.lastIndex(of: "/") else { return [] }
    let root = String(script[..<end])
    let names = FileManager.default.enumerator(atPath: "\(folder)/\(root)")?.compactMap { $0 as? String } ?? []
    return names.map { "\(root)/\($0)" }.filter { !isFolder("\(folder)/\($0)") && !$0.contains("/.") }
  }
}
