import FieldhouseKit
import Foundation

/// A passphrase that the operator keeps in a file.
enum Passphrase {
  /// The first line of the file.
  /// - Throws: ``SettingsError`` when there is no such file or it is empty.
  static func read(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw SettingsError(code: "passphrase-file", message: "There is no readable file \(path).")
    }
    let line = data.prefix { $0 != 0x0A && $0 != 0x0D }
    guard !line.isEmpty else {
      throw SettingsError(
        code: "passphrase-file", message: "The first line of \(path) is empty: write the passphrase there.")
    }
    return Array(line)
  }
}
