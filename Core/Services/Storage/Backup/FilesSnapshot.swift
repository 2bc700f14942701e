internal import FieldhouseKit
internal import Foundation
internal import Glibc

/// The files of some folders, held by links that stay when a file is removed: a file never changes, so its link is its
/// copy.
struct FilesSnapshot {
  let folder: String
  let names: [String]
  let scratch: String

  /// Holds what is there and was not held before. Called once before the databases' instant and once during it: what a
  /// row names at that instant is then held, whatever is removed afterwards.
  func hold() throws {
    for name in names {
      try DurableFiles.makeFolder("\(scratch)/\(name)")
      for path in try FileBundle.paths(in: "\(folder)/\(name)") {
        let (source, target) = ("\(folder)/\(name)/\(path)", "\(scratch)/\(name)/\(path)")
        guard !DurableFiles.exists(target) else { continue }
        if path.contains("/") { try DurableFiles.makeFolder(DurableFiles.folderOf(target)) }
        try hold(source, target)
      }
    }
  }

  /// A link, or a copy where the disk has no links. What is gone meanwhile is left out.
  private func hold(_ source: String, _ target: String) throws {
    guard link(source, target) != 0 else { return }
    let code = errno
    guard code != ENOENT else { return }
    guard [EPERM, ENOTSUP, EXDEV, EMLINK, EACCES].contains(code) else { throw DurableFiles.failure("held", source) }
    do { try FileManager.default.copyItem(atPath: source, toPath: target) } catch {
      guard DurableFiles.exists(source) else { return }
      throw StorageError(.readOnly, "\(source) cannot be copied: \(error.localizedDescription)")
    }
  }
}
