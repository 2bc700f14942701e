internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

/// One file that holds a plugin: `<id>-<version>.fieldhouse`.
///
/// It is a plain tar archive with `manifest.json`, `SHA256SUMS` (which `sha256sum -c` understands) and the files that the
/// manifest names, at their paths, those under `files` too. Beside the script of a page the whole folder that the script lies in is
/// packaged. The library's hash is in the manifest; the operator's part is not.
public enum PluginPackage {
  static let manifestName = "manifest.json"
  static let sumsName = "SHA256SUMS"

  /// Packages a plugin's folder with its `manifest.json`. A library that is not at its path is taken from the folder's
  /// newest build.
  /// - Parameters:
  ///   - folder: the plugin's folder.
  ///   - output: the folder for the package.
  /// - Returns: the package's path.
  /// - Throws: ``AuthoringError``.
  public static func package(_ folder: String, into output: String) throws(AuthoringError) -> String {
    let file = "\(folder)/\(manifestName)"
    let reading = ManifestReading(file: file)
    guard let manifest = reading.manifest else { throw .invalid(file, reading.problems) }
    let contents = try PackageContents(folder: folder, manifest: manifest).files()
    let text = try manifestText(file, manifest, contents)
    let files = [TarArchive.File(path: manifestName, content: text)] + contents
    let sums = files.map { "\(SHA256.hex(of: $0.content))  \($0.path)\n" }.joined()
    let path = "\(output)/\(manifest.id)-\(manifest.version).fieldhouse"
    try AtomicFile.write(
      TarArchive.encode(files + [TarArchive.File(path: sumsName, content: Array(sums.utf8))]), to: path)
    return path
  }

  /// The author's part of the manifest, with the hashes of the library and of the rule modules.
  private static func manifestText(
    _ file: String, _ manifest: Manifest, _ contents: [TarArchive.File]
  ) throws(AuthoringError) -> [UInt8] {
    var text = try ManifestEditor.read(file)
    for key in ManifestEditor.operatorKeys + ["bundle"] { text.remove(key) }
    var hashes: [String: JSON] = [:]
    for file in contents { hashes[file.path] = .string(SHA256.hex(of: file.content)) }
    let library = manifest.library
    let value: JSON = [
      "path": .string(library.path), "symbol": .string(library.symbol), "sha256": hashes[library.path] ?? .null,
    ]
    text.set("library", Array(value.serialized().utf8))
    if let contributions = contributions(text, hashes) { text.set("contributions", contributions) }
    return text.bytes
  }

  /// The contributions with the hash of each rule module; nil when there is none.
  private static func contributions(_ text: ManifestText, _ hashes: [String: JSON]) -> [UInt8]? {
    guard let bytes = text.value("contributions"), var members = (try? JSON(parsing: bytes))?.object else { return nil }
    guard let rules = members["rules"]?.array, !rules.isEmpty else { return nil }
    members["rules"] = .array(
      rules.map { rule in
        var rule = rule.object ?? [:]
        rule["sha256"] = rule["module"]?.string.flatMap { hashes[$0] }
        return .object(rule)
      })
    return Array(JSON.object(members).serialized(pretty: true).utf8)
  }
}
