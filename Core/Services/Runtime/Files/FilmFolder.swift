import FieldhouseKit
import Foundation
import Glibc

/// Films in a folder. One is written part by part beside its place, each part synced, and renamed when it is whole: memory is as
/// large for a long film as for a short one, and what has a name has its whole content.
public struct FilmFolder: Sendable {
  private let folder: String

  /// Films below `folder`, which is made when it is needed.
  public init(folder: String) { self.folder = folder }

  /// Writes a part of a film that is not whole yet.
  /// - Parameter offset: where it begins in the film, in bytes.
  /// - Throws: ``StorageError``.
  public func write(_ bytes: [UInt8], at offset: Int, of id: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let file = Glibc.open(draft(id), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(id) }
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(file, $0.baseAddress! + written, $0.count - written, offset + written)
      }
      guard count > 0 else { throw failure(id) }
      written += count
    }
    guard fsync(file) == 0 else { throw failure(id) }
  }

  /// Gives a film its name; nothing where it has it already.
  /// - Throws: ``StorageError``.
  public func finish(_ id: String) throws {
    guard rename(draft(id), path(id)) == 0 || access(path(id), F_OK) == 0 else { throw failure(id) }
    let place = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { throw failure(id) }
    defer { close(place) }
    guard fsync(place) == 0 else { throw failure(id) }
  }

  /// Bytes of a film that is whole, at most `count`; none behind its end, nil where there is no such film.
  /// - Throws: ``StorageError``.
  public func read(_ id: String, from offset: Int, count: Int) throws -> [UInt8]? {
    let file = Glibc.open(path(id), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      guard errno == ENOENT else { throw failure(id) }
      return nil
    }
    defer { close(file) }
    var found = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      found = pread(file, buffer.baseAddress, count, offset)
      length = max(0, found)
    }
    guard found >= 0 else { throw failure(id) }
    return bytes
  }

  /// Takes a film away, whole or not; nothing where there is none.
  /// - Throws: ``StorageError``.
  public func remove(_ id: String) throws {
    for path in [path(id), draft(id)] {
      guard unlink(path) == 0 || errno == ENOENT else { throw failure(id) }
    }
  }

  private func path(_ id: String) -> String { "\(folder)/\(id)" }
  private func draft(_ id: String) -> String { "\(folder)/.\(id)" }

  private func failure(_ id: String) -> StorageError {
    StorageError(.unavailable, "The film \(id) in \(folder) cannot be used: \(String(cString: strerror(errno))).")
  }
}
