internal import FieldhouseKit
internal import Foundation

/// Changes the operator's part of manifests; the rest of the text stays as it is written.
public enum ManifestEditor {
  /// The operator's keys.
  static let operatorKeys = ["enabled", "settings", "grants"]

  /// Says whether a plugin runs from the next start on.
  /// - Throws: ``AuthoringError`` when the manifest cannot be read or written.
  public static func setEnabled(_ isEnabled: Bool, inManifest file: String) throws(AuthoringError) {
    var text = try read(file)
    text.set("enabled", Array(isEnabled ? "true".utf8 : "false".utf8))
    try AtomicFile.write(text.bytes, to: file)
  }

  /// The manifest's path of a plugin.
  /// - Throws: ``AuthoringError`` `plugin-unknown`, with the id that was probably meant.
  public static func manifestFile(of id: String, in folder: String) throws(AuthoringError) -> String {
    let readings = ManifestFolder(path: folder).read()
    if let found = readings.first(where: { $0.id == id }) { return found.file }
    throw .unknownPlugin(id, nearest: closestMatch(to: id, in: readings.compactMap(\.id)))
  }

  static func read(_ file: String) throws(AuthoringError) -> ManifestText {
    do {
      return try ManifestText([UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
    } catch {
      throw .unreadable(file, "\(error)")
    }
  }

  /// The text of a new version's manifest with the operator's part of the old one. Without an old one the plugin is
  /// disabled and nothing is granted.
  static func adopt(_ new: ManifestText, operatorPartOf old: ManifestText?) -> ManifestText {
    var text = new
    for key in operatorKeys { text.remove(key) }
    guard let old else {
      text.set("enabled", Array("false".utf8))
      return text
    }
    for key in operatorKeys {
      if let value = old.value(key) { text.set(key, value) }
    }
    return text
  }
}
