internal import FieldhouseKit
public import Foundation
internal import Glibc

/// Takes plugins, or versions that nobody uses any more, out of an installation. What plugins have stored is not touched.
public struct PluginRemoval: Sendable {
  /// What was taken out.
  public struct Result: Sendable, Hashable, Codable {
    /// The plugin's id.
    public let id: String
    /// The manifest's path.
    public let manifest: String
    /// The names of the versions that were removed, sorted.
    public let bundles: [String]
  }

  /// A version that was removed.
  public struct Pruned: Sendable, Hashable, Codable {
    /// The plugin's id.
    public let id: String
    /// The version's folder.
    public let bundle: String
  }

  /// The host's data folder.
  public let dataFolder: String
  /// The folder of manifests.
  public let manifestsFolder: String
  /// What operators decided apart from the manifests, by plugin.
  public var parts: [String: OperatorPart] = [:]

  /// A removal for an installation.
  public init(dataFolder: String, manifestsFolder: String) {
    self.dataFolder = dataFolder
    self.manifestsFolder = manifestsFolder
  }

  /// Removes a plugin's manifest, and after it all its versions.
  /// - Parameter keepingBundles: leaves the versions, which a host that runs may still use.
  /// - Throws: ``AuthoringError`` `plugin-unknown`; `plugin-needed` when enabled plugins need it; `file-unwritable`.
  public func uninstall(_ id: String, keepingBundles: Bool = false) throws(AuthoringError) -> Result {
    let manifest = try ManifestEditor.manifestFile(of: id, in: manifestsFolder)
    let dependents = ManifestFolder(path: manifestsFolder, parts: parts).dependents(of: id)
    guard dependents.isEmpty else { throw .needed(id, by: dependents) }
    guard unlink(manifest) == 0 else { throw .unwritable(manifest) }
    AtomicFile.sync(folder: manifestsFolder)
    let folders = BundleFolders(dataFolder: dataFolder)
    let bundles = keepingBundles ? [] : folders.bundles(of: id)
    for bundle in bundles { try folders.remove(bundle, of: id) }
    return Result(id: id, manifest: manifest, bundles: bundles)
  }

  /// Removes the versions that no manifest names, and what installations that were killed have left. Where a manifest
  /// cannot be read nothing of any plugin is removed: it may be the one that names a version.
  /// - Throws: ``AuthoringError`` `manifest-invalid`, `file-unwritable`.
  public func prune() throws(AuthoringError) -> [Pruned] {
    let readings = try readings()
    let named = Dictionary(
      readings.compactMap { reading in reading.id.map { ($0, Set([reading.source?.json["bundle"]?.string])) } },
      uniquingKeysWith: { $0.union($1) })
    let folders = BundleFolders(dataFolder: dataFolder)
    var pruned: [Pruned] = []
    for id in folders.ids {
      for bundle in folders.bundles(of: id) where named[id]?.contains(bundle) != true {
        try folders.remove(bundle, of: id)
        pruned.append(Pruned(id: id, bundle: bundle))
      }
    }
    return pruned
  }

  /// The ids of all manifests.
  /// - Throws: ``AuthoringError`` `manifest-invalid` where one cannot be read, whose plugin may be any.
  public func installed() throws(AuthoringError) -> [String] { try readings().compactMap(\.id) }

  private func readings() throws(AuthoringError) -> [ManifestReading] {
    let readings = ManifestFolder(path: manifestsFolder).read()
    for reading in readings where reading.source == nil { throw .invalid(reading.file, reading.problems) }
    return readings
  }

  /// When a manifest was written, installed or removed last; nil when the folder cannot be looked at.
  public var changedAt: Date? {
    let files = ManifestFolder(path: manifestsFolder).read().map(\.file) + [manifestsFolder]
    return files.compactMap {
      (try? FileManager.default.attributesOfItem(atPath: $0))?[.modificationDate] as? Date
    }.max()
  }
}
