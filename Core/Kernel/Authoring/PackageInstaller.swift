internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation
internal import Glibc

/// Installs packages into `<data>/plugins/<id>/<version>-<hash>/`, a folder that is never changed afterwards: a running
/// host keeps the version it has.
public struct PackageInstaller: Sendable {
  /// What was installed.
  public struct Result: Sendable, Hashable, Codable {
    /// The plugin's id.
    public let id: String
    /// The installed version.
    public let version: String
    /// The version that was there before; nil for a new plugin, which is installed disabled.
    public let previous: String?
    /// Whether the next start uses it, as the operator had it with the version before.
    public let isEnabled: Bool
    /// The manifest's path.
    public let manifest: String
    /// The bundle folder.
    public let folder: String
  }

  /// Begins the names of folders that are being filled.
  static let unfinished = ".incoming-"
  private static let largest = 256 << 20

  /// The host's data folder.
  public let dataFolder: String
  /// The folder of manifests.
  public let manifestsFolder: String

  /// An installer for an installation.
  public init(dataFolder: String, manifestsFolder: String) {
    self.dataFolder = dataFolder
    self.manifestsFolder = manifestsFolder
  }

  /// Verifies a package, unpacks it and writes its manifest, which keeps the operator's part of the version before.
  /// - Throws: ``AuthoringError``; nothing is changed then, and nothing left behind.
  public func install(_ file: String) throws(AuthoringError) -> Result {
    let bytes = try read(file)
    let package = try VerifiedPackage(file: file, files: try TarArchive.decode(bytes))
    let manifest = package.manifest
    let bundle = "\(manifest.version)-\(SHA256.hex(of: bytes).prefix(16))"
    let folders = BundleFolders(dataFolder: dataFolder)
    let folder = "\(folders.path(of: manifest.id))/\(bundle)"
    let isNew = !isFolder(folder)
    let target = ManifestFolder(path: manifestsFolder).read().first { $0.id == manifest.id }
    let path = target?.file ?? "\(manifestsFolder)/\(manifest.id).json"
    guard target != nil || !FileManager.default.fileExists(atPath: path) else { throw .foreign(path, manifest.id) }
    do throws(AuthoringError) {
      try unpack(package.files, to: folder)
      try writeManifest(package, bundle, path, previous: target == nil ? nil : ManifestEditor.read(path))
    } catch {
      if isNew { folders.discard(folder, of: manifest.id) }
      throw error
    }
    return Result(
      id: manifest.id, version: manifest.version.description, previous: target?.source?.json["version"]?.string,
      isEnabled: target?.source?.json["enabled"]?.bool ?? (target != nil), manifest: path, folder: folder)
  }

  private func read(_ file: String) throws(AuthoringError) -> [UInt8] {
    var status = stat()
    guard stat(file, &status) == 0 else { throw .unreadable(file, lastSystemFailure()) }
    guard status.st_size <= Self.largest else { throw .unreadable(file, "it is larger than 256 MiB") }
    guard let data = FileManager.default.contents(atPath: file) else { throw .unreadable(file, "no content") }
    return [UInt8](data)
  }

  private func writeManifest(
    _ package: VerifiedPackage, _ bundle: String, _ path: String, previous: ManifestText?
  ) throws(AuthoringError) {
    var text = ManifestEditor.adopt(package.manifestText, operatorPartOf: previous)
    text.set("bundle", Array(JSON.string(bundle).serialized().utf8))
    try AtomicFile.write(text.bytes, to: path)
  }

  /// Unpacks beside the place and renames, so that a folder is there whole or not at all.
  private func unpack(_ files: [TarArchive.File], to folder: String) throws(AuthoringError) {
    if isFolder(folder) { return }
    let parent = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    let temporary = "\(parent)/\(Self.unfinished)\(UUID().uuidString)"
    do throws(AuthoringError) {
      for file in files { try write(file, below: temporary) }
      guard rename(temporary, folder) == 0 else { throw .unwritable(folder) }
    } catch {
      try? FileManager.default.removeItem(atPath: temporary)
      throw error
    }
    AtomicFile.sync(folder: parent)
  }

  private func write(_ file: TarArchive.File, below folder: String) throws(AuthoringError) {
    let path = "\(folder)/\(file.path)"
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(parent, error.localizedDescription)
    }
    try AtomicFile.create(file.content, at: path)
    AtomicFile.sync(folder: parent)
  }
}
