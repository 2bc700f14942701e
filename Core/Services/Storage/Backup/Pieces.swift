internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

/// Reading files piece by piece.
enum Pieces {
  static let size = 1 << 20

  /// Hands over what a file holds.
  /// - Throws: ``StorageError`` when it cannot be read.
  static func read(_ path: String, _ body: (Data) throws -> Void) throws {
    let input = try open(path)
    defer { try? input.close() }
    while let piece = try input.read(upToCount: size), !piece.isEmpty { try body(piece) }
  }

  static func open(_ path: String) throws -> FileHandle {
    guard let input = FileHandle(forReadingAtPath: path) else {
      throw StorageError(.backup, "\(path) cannot be read.")
    }
    return input
  }

  /// The size and SHA-256 of what `body` feeds.
  static func digest(_ body: ((Data) throws -> Void) throws -> Void) throws -> (bytes: Int, sha256: String) {
    var hash = SHA256()
    var bytes = 0
    try body { piece in
      bytes += piece.count
      piece.withUnsafeBytes { hash.update($0) }
    }
    return (bytes, hash.finish())
  }
}

extension StorageError {
  /// A backup that is not as it was written.
  static func damaged(_ what: String) -> StorageError {
    StorageError(.backup, "The backup is damaged or no backup: \(what). Nothing was restored; take another one.")
  }
}

/// The bytes of one part while a backup is read; each is counted and added to the checksums.
final class PartReader {
  /// The part's name.
  let name: String
  /// How many bytes are still to come.
  private(set) var left: Int
  private let take: (Int) throws -> Data
  private var ahead = Data()
  private var hash = SHA256()

  /// - Parameter take: reads at most so many bytes; empty at the end of the backup.
  init(name: String, bytes: Int, take: @escaping (Int) throws -> Data) {
    self.name = name
    left = bytes
    self.take = take
  }

  /// Hands over the next `count` bytes.
  /// - Throws: ``StorageError`` `storage-backup` when there are fewer.
  func pieces(_ count: Int, _ body: (Data) throws -> Void) throws {
    guard count <= left else { throw StorageError.damaged("'\(name)' is cut off") }
    var missing = count
    while missing > 0 {
      if ahead.isEmpty { try readAhead() }
      let piece = ahead.prefix(missing)
      ahead = ahead.dropFirst(piece.count)
      missing -= piece.count
      left -= piece.count
      try body(piece)
    }
  }

  /// The next bytes up to a line feed; nil at the end of the part.
  func line(longest: Int) throws -> String? {
    guard left > 0 else { return nil }
    var bytes: [UInt8] = []
    while bytes.count <= longest, left > 0 {
      if ahead.isEmpty { try readAhead() }
      let byte = ahead.removeFirst()
      left -= 1
      if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    throw StorageError.damaged("'\(name)' has a line without an end")
  }

  /// The SHA-256 of the part, once all of it was handed over.
  func finish() -> String { hash.finish() }

  private func readAhead() throws {
    ahead = try take(min(left, Pieces.size))
    guard !ahead.isEmpty else { throw StorageError.damaged("'\(name)' is cut off") }
    ahead.withUnsafeBytes { hash.update($0) }
  }
}
