public import FieldhouseKit
import Foundation
import Glibc

/// Files in a folder, named by their content. A file is written beside its place, synced and renamed, so that a name
/// always has its whole content. A folder that was removed is made again for the next file.
public struct MediaFolder: Media {
  /// The media types that are kept.
  public static let types = MediaSignature.types

  /// Where the files are.
  public let folder: String
  private let maximumBytes: Int
  private let digest: @Sendable ([UInt8]) -> String

  /// Files below `folder`, which is made when missing.
  /// - Parameters:
  ///   - maximumBytes: the largest file taken.
  ///   - digest: SHA-256 in hexadecimal.
  /// - Throws: when the folder cannot be made.
  public init(folder: String, maximumBytes: Int = 10 << 20, digest: @escaping @Sendable ([UInt8]) -> String) throws {
    self.folder = folder
    self.maximumBytes = maximumBytes
    self.digest = digest
    try makeFolder()
  }

  private func makeFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  public func store(_ bytes: [UInt8], contentType: String) async throws -> MediaFile {
    guard bytes.count <= maximumBytes else {
      throw Problem(status: 413, code: "media-too-large", detail: "A file has at most \(maximumBytes) bytes.")
    }
    guard Self.types.contains(contentType) else {
      throw Problem(
        status: 415, code: "media-type",
        detail: "Files of these types are kept: \(Self.types.sorted().joined(separator: ", ")).")
    }
    guard MediaSignature.fits(bytes, contentType) else {
      throw Problem(
        status: 415, code: "media-content", detail: "The file does not begin like one of type \(contentType).")
    }
    let id = digest(bytes)
    try makeFolder()
    try write(bytes, to: id)
    try write(Array(contentType.utf8), to: id + ".type")
    return MediaFile(id: id, contentType: contentType, bytes: bytes)
  }

  public func file(_ id: String) async throws -> MediaFile? {
    guard Self.isID(id), let data = FileManager.default.contents(atPath: path(id)),
      let type = FileManager.default.contents(atPath: path(id + ".type"))
    else { return nil }
    return MediaFile(id: id, contentType: String(decoding: type, as: UTF8.self), bytes: Array(data))
  }

  public func remove(_ id: String) async throws {
    guard Self.isID(id), FileManager.default.fileExists(atPath: path(id)) else { return }
    try FileManager.default.removeItem(atPath: path(id))
    try FileManager.default.removeItem(atPath: path(id + ".type"))
  }

  private static func isID(_ id: String) -> Bool { id.utf8.count == 64 && id.allSatisfy(\.isHexDigit) }
  private func path(_ name: String) -> String { folder + "/" + name }

  private func write(_ bytes: [UInt8], to name: String) throws {
    if FileManager.default.fileExists(atPath: path(name)) { return }
    let draft = path(".\(name).\(UInt64.random(in: 0..<UInt64.max))")
    try Data(bytes).write(to: URL(fileURLWithPath: draft))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: draft))
    try handle.synchronize()
    try handle.close()
    guard rename(draft, path(name)) == 0 else {
      throw StorageError(.unavailable, "The file \(path(name)) cannot be written: \(String(cString: strerror(errno))).")
    }
  }
}
