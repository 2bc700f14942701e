import Foundation

/// The text files of the repository.
enum SourceFiles {
  /// Folders that are built or downloaded, or hold pictures.
  private static let skipped = [".git", ".build", "data"]

  /// The paths below a folder of the repository, relative to the repository.
  static func paths(below folder: String = "", where isWanted: (String) -> Bool = { _ in true }) throws -> [String] {
    let root = URL(fileURLWithPath: Repository.root).resolvingSymlinksInPath().appending(path: folder).path
    guard let files = FileManager.default.enumerator(atPath: root) else { return [] }
    return files.compactMap { $0 as? String }.filter { path in
      !path.split(separator: "/").contains { part in skipped.contains { part == $0 || part.hasPrefix(".build") } }
    }.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }.filter(isWanted).sorted()
  }

  /// A file's text; nil when it is a folder or no UTF-8.
  static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: "\(Repository.root)/\(path)").flatMap { String(data: $0, encoding: .utf8) }
  }
}
