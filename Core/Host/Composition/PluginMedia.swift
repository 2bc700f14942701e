import FieldhouseKit
import FieldhouseMachine
import FieldhouseRuntime
import Foundation
import Synchronization

/// The files that plugins keep, each plugin's in a folder of its own: what one removes, another one still has.
final class PluginMedia: Sendable {
  private let folder: String
  private let places = Mutex<[String: MediaFolder]>([:])

  /// - Parameter data: the host's data folder.
  /// - Throws: when the folder cannot be made.
  init(data: String) throws {
    folder = Self.folder(in: data)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// A plugin's own files, which are shown from now on.
  /// - Throws: when the folder cannot be made.
  func place(of plugin: String) throws -> MediaFolder {
    let place = try MediaFolder(folder: "\(folder)/\(plugin)", digest: { SHA256.hex(of: $0) })
    places.withLock { $0[plugin] = place }
    return place
  }

  /// Whether files can be kept, and no plugin's folder is gone.
  var health: Health {
    let folders = [folder] + places.withLock { $0.values.map(\.folder) }.sorted()
    return folders.lazy.map { FolderProbes.writing($0) }.first { $0.state != .ok } ?? .ok
  }

  /// A file that some plugin keeps; nil when none of those that may keep files does.
  func file(_ id: String) async throws -> MediaFile? {
    for (_, place) in places.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      if let file = try await place.file(id) { return file }
    }
    return nil
  }

  /// Removes all files of a plugin that does not run.
  /// - Returns: whether there was a folder.
  /// - Throws: when it cannot be removed.
  static func remove(of plugin: String, in data: String) throws -> Bool {
    let path = "\(folder(in: data))/\(plugin)"
    guard FileManager.default.fileExists(atPath: path) else { return false }
    try FileManager.default.removeItem(atPath: path)
    return true
  }

  private static func folder(in data: String) -> String { "\(data)/media" }
}
