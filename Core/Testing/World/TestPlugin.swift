import FieldhouseHost
public import FieldhouseKit
public import Foundation

/// A plugin as a ``TestHost`` runs it: its type, which the tests link, with its manifest and its files. It is switched on,
/// and the operator has granted what it asks for.
public struct TestPlugin: Sendable {
  /// The plugin's id, as the manifest gives it.
  public let id: String
  let folder: URL
  let manifest: JSONObject
  let type: any Plugin.Type

  /// A plugin whose package the test's file lies in: `manifest.json` and the plugin's files are in the nearest folder above
  /// that has such a manifest.
  /// - Parameters:
  ///   - type: the type that the library's entry point exports.
  ///   - settings: the operator's settings, checked against the manifest's schema like any.
  ///   - sourceFile: leave it out; the compiler puts the file of the test there.
  /// - Throws: ``TestHostError`` when there is no such manifest, or none that can be read.
  public init(_ type: any Plugin.Type, settings: JSONObject = [:], sourceFile: String = #filePath) throws {
    var folder = URL(filePath: sourceFile).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appending(path: "manifest.json").path) {
      guard folder.pathComponents.count > 1 else {
        throw TestHostError("No folder above \(sourceFile) has a manifest.json. Name the manifest.")
      }
      folder.deleteLastPathComponent()
    }
    try self.init(type, manifest: folder.appending(path: "manifest.json"), settings: settings)
  }

  /// A plugin with a manifest elsewhere.
  /// - Parameters:
  ///   - type: the type that the library's entry point exports.
  ///   - manifest: the manifest's file.
  ///   - folder: the folder with the plugin's files, such as its migrations; that of the manifest without it.
  ///   - settings: the operator's settings, checked against the manifest's schema like any.
  ///   - changing: changes the manifest before the host reads it, for variants of one plugin.
  /// - Throws: ``TestHostError`` when the manifest cannot be read; what `changing` throws.
  public init(
    _ type: any Plugin.Type, manifest: URL, folder: URL? = nil, settings: JSONObject = [:],
    changing: (inout JSONObject) throws -> Void = { _ in }
  ) throws {
    guard let data = try? Data(contentsOf: manifest), case .object(var object)? = try? JSON(parsing: Array(data)) else {
      throw TestHostError("\(manifest.path) is no manifest that can be read.")
    }
    try changing(&object)
    try self.init(
      type, manifest: object, folder: folder ?? manifest.deletingLastPathComponent(), settings: settings)
  }

  /// A plugin that is written down in the test: another one, that asks the first or listens to it.
  /// - Parameters:
  ///   - type: the plugin's type; no entry point leads to it.
  ///   - manifest: the whole manifest.
  ///   - folder: the folder with the plugin's files, such as its migrations.
  ///   - settings: the operator's settings, checked against the manifest's schema like any.
  /// - Throws: ``TestHostError`` when the manifest gives no id.
  public init(
    _ type: any Plugin.Type, manifest: JSONObject, folder: URL = FileManager.default.temporaryDirectory,
    settings: JSONObject = [:]
  ) throws {
    guard let id = manifest["id"]?.string else { throw TestHostError("The manifest of \(type) gives no id.") }
    var manifest = manifest
    manifest["enabled"] = true
    if manifest["settings"] == nil || !settings.isEmpty { manifest["settings"] = .object(settings) }
    if let permissions = manifest["permissions"], manifest["grants"] == nil { manifest["grants"] = permissions }
    (self.id, self.manifest, self.type, self.folder) = (id, manifest, type, folder)
  }

  var linked: Embedding.LinkedPlugin { Embedding.LinkedPlugin(type, folder: folder.path) }
}
