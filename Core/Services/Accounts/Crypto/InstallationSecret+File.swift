internal import Foundation

extension InstallationSecret {
  /// The secret kept in a file; the first call makes it, readable by its owner alone.
  /// - Throws: ``SecretFileError`` when the file is damaged, `CocoaError` when it cannot be read or written.
  public static func load(path: String) throws -> InstallationSecret {
    if FileManager.default.fileExists(atPath: path) {
      return try decoded(Array(try Data(contentsOf: URL(filePath: path))), path: path)
    }
    let bytes = Sodium.randomBytes(32)
    let text = Data(Base64URL.encode(bytes).utf8)
    let made = FileManager.default.createFile(
      atPath: path, contents: text, attributes: [.posixPermissions: NSNumber(value: 0o600)])
    guard made else { throw SecretFileError(path: path, reason: "cannot be written") }
    return InstallationSecret(bytes: bytes)
  }

  private static func decoded(_ text: [UInt8], path: String) throws -> InstallationSecret {
    let line = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let bytes = Base64URL.decode(line), bytes.count == 32 else {
      throw SecretFileError(path: path, reason: "does not hold 32 bytes in base64url")
    }
    return InstallationSecret(bytes: bytes)
  }
}

/// Why the installation's secret cannot be had.
public struct SecretFileError: Error, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What is wrong with it.
  public let reason: String

  /// `secret-file`, with the remedy.
  public var description: String {
    "secret-file: \(path) \(reason). Restore it from the backup; without it, codes under way and second factors are lost."
  }
}
