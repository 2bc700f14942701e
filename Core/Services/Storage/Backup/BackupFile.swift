internal import FieldhouseKit
internal import Foundation

/// The form of a backup: a line that names the form, a line with the manifest, a line with the SHA-256 of the two, then
/// each namespace as a SQLite database. Every byte is covered by a checksum.
enum BackupFile {
  private static let magic = "fieldhouse-backup 1"
  private static let pieceSize = 1 << 20
  private static let longestHeader = 1 << 20

  /// Writes a backup beside `path` and renames it when it is complete and synced.
  /// - Parameter progress: told how many bytes of the parts have been written.
  static func write(
    _ manifest: BackupManifest, parts: [String], to path: String, progress: (Int) -> Void = { _ in }
  ) throws {
    let unfinished = path + ".unfinished"
    defer { try? FileManager.default.removeItem(atPath: unfinished) }
    let output = try create(unfinished)
    defer { try? output.close() }
    try output.write(contentsOf: header(manifest))
    var written = 0
    for part in parts {
      try forEachPiece(of: part) { piece in
        try output.write(contentsOf: piece)
        written += piece.count
        progress(written)
      }
    }
    try output.synchronize()
    _ = try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: unfinished, toPath: path)
  }

  /// Takes a backup apart into `<directory>/<namespace>.sqlite` files and compares every checksum.
  /// - Parameter progress: told how many bytes of the parts have been read, and of what.
  /// - Throws: ``StorageError`` `storage-backup` when any byte is not as it was written.
  static func extract(
    _ path: String, to directory: String, progress: (Int, BackupManifest) -> Void = { _, _ in }
  ) throws -> BackupManifest {
    let input = try open(path)
    defer { try? input.close() }
    let manifest = try readHeader(input)
    var read = 0
    for entry in manifest.entries {
      try Namespace(id: entry.namespace).checkID()
      try extract(entry, from: input, to: "\(directory)/\(entry.namespace).sqlite") {
        read += $0
        progress(read, manifest)
      }
    }
    guard try input.read(upToCount: 1)?.isEmpty ?? true else { throw damaged("there is more than the manifest says") }
    return manifest
  }

  /// The size and checksum of a part.
  static func entry(_ namespace: String, _ part: String) throws -> BackupManifest.Entry {
    var hash = SHA256()
    var size = 0
    try forEachPiece(of: part) { piece in
      size += piece.count
      piece.withUnsafeBytes { hash.update($0) }
    }
    return BackupManifest.Entry(namespace: namespace, bytes: size, sha256: hash.finish())
  }

  private static func header(_ manifest: BackupManifest) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    var text = magic + "\n" + String(decoding: try encoder.encode(manifest), as: UTF8.self) + "\n"
    text += SHA256.hex(of: Array(text.utf8)) + "\n"
    return Data(text.utf8)
  }

  private static func readHeader(_ input: FileHandle) throws -> BackupManifest {
    let start = try input.read(upToCount: longestHeader) ?? Data()
    let lines = start.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
    guard lines.count == 4, String(decoding: lines[0], as: UTF8.self) == magic else {
      throw damaged("it does not begin as a backup does")
    }
    let covered = Array(lines[0]) + [0x0A] + Array(lines[1]) + [0x0A]
    guard SHA256.hex(of: covered) == String(decoding: lines[2], as: UTF8.self) else {
      throw damaged("the manifest's checksum differs")
    }
    try input.seek(toOffset: UInt64(covered.count + lines[2].count + 1))
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(BackupManifest.self, from: Data(lines[1]))
  }

  private static func extract(
    _ entry: BackupManifest.Entry, from input: FileHandle, to path: String, progress: (Int) -> Void
  ) throws {
    let output = try create(path)
    defer { try? output.close() }
    var hash = SHA256()
    var missing = entry.bytes
    while missing > 0, let piece = try input.read(upToCount: min(missing, pieceSize)), !piece.isEmpty {
      piece.withUnsafeBytes { hash.update($0) }
      try output.write(contentsOf: piece)
      missing -= piece.count
      progress(piece.count)
    }
    guard missing == 0, hash.finish() == entry.sha256 else {
      throw damaged("the checksum of '\(entry.namespace)' differs")
    }
    try output.synchronize()
  }

  private static func open(_ path: String) throws -> FileHandle {
    guard let input = FileHandle(forReadingAtPath: path) else {
      throw StorageError(.backup, "The backup \(path) cannot be read.")
    }
    return input
  }

  private static func create(_ path: String) throws -> FileHandle {
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let output = FileHandle(forWritingAtPath: path)
    else { throw StorageError(.readOnly, "The file \(path) cannot be written.") }
    return output
  }

  private static func forEachPiece(of path: String, _ body: (Data) throws -> Void) throws {
    let input = try open(path)
    defer { try? input.close() }
    while let piece = try input.read(upToCount: pieceSize), !piece.isEmpty { try body(piece) }
  }

  private static func damaged(_ what: String) -> StorageError {
    StorageError(.backup, "The backup is damaged or no backup: \(what). Nothing was restored; take another one.")
  }
}
