import FieldhouseKit
import FieldhouseRuntime
import Foundation

extension TextTables {
  /// The tables of a folder: `<language>.json`, each an object of texts.
  /// - Throws: ``SettingsError`` for a file that is no such object.
  static func reading(folder: String) throws -> TextTables {
    var tables: [String: [String: String]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
      let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      guard case .object(let object) = try JSON(parsing: Array(data)) else {
        throw SettingsError(code: "texts", message: "\(folder)/\(name) must be one JSON object of texts.")
      }
      let texts = object.compactMap { key, value in value.string.map { (key, $0) } }
      tables[String(name.dropLast(5))] = Dictionary(texts, uniquingKeysWith: { $1 })
    }
    return TextTables(tables)
  }
}
