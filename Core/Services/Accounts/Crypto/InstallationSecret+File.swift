internal import Foundation
internal import Glibc

extension InstallationSecret {
  /// The secret kept in a file; the first call makes it, readable by its owner alone.
  /// - Throws: ``SecretFileError`` when the file is damaged, `CocoaError` when it cannot be read or written.
  public static func load(path: String) throws -> InstallationSecret {
    if !FileManager.default.fileExists(atPath: path) { try make(at: path) }
    return try decoded(Array(try Data(contentsOf: URL(filePath: path))), path: path)
  }

  /// Makes the file, whole and on disk before it has its name; where another process was first, its file stays.
  private static func make(at path: String) throws {
    let draft = "\(path).\(UUID().uuidString)"
    let descriptor = Glibc.open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SecretFileError(path: path, reason: "cannot be written") }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    defer { unlink(draft) }
    try file.write(contentsOf: Data(Base64URL.encode(Sodium.randomBytes(32)).utf8))
    try file.synchronize()
    guard link(draft, path) == 0 || errno == EEXIST else {
      throw SecretFileError(path: path, reason: "cannot be written")
    }
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
