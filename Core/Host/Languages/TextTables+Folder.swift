import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseContent
import FieldhouseKit
import Foundation

extension TextTables {
  /// The tables of a folder: `<language>.json`, each an object of texts; what is no text in it is left out.
  /// - Throws: ``SettingsError`` for a file that is no object; what Foundation throws where the folder cannot be read.
  static func reading(folder: String) throws -> TextTables {
    var tables: [String: [String: String]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
      let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      guard case .object(let object)? = try? JSON(parsing: Array(data)) else {
        throw SettingsError(code: "texts", message: "\(folder)/\(name) must be one JSON object of texts.")
      }
      let texts = object.compactMap { key, value in value.string.map { (key, $0) } }
      tables[String(name.dropLast(5))] = Dictionary(texts, uniquingKeysWith: { $1 })
    }
    return TextTables(tables)
  }
}

extension TextCatalog {
  /// The texts that the host comes with; those of plugins follow when they are loaded.
  /// - Throws: ``SettingsError`` for a file that is no object of texts.
  static func shipped(with configuration: HostConfiguration) throws -> TextCatalog {
    let catalog = TextCatalog()
    for (owner, folder) in [
      (AccountsSchema.namespace, "\(configuration.resources)/strings/accounts"),
      (PluginGroups.texts, "\(configuration.resources)/strings/communities"), (app, "\(configuration.web)/strings"),
    ] {
      // A host that serves no pages has no texts of them.
      if owner == app, !FileManager.default.fileExists(atPath: folder) { continue }
      catalog.set(try TextTables.reading(folder: folder), of: owner)
    }
    return catalog
  }
}
