internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

/// Takes a backup apart. Nothing but the parts that a backup may have is written, and only inside the folder given.
struct BackupReader {
  let path: String
  /// Opens a sealed secret.
  var passphrase: [UInt8]?
  /// Whether the secret is left where it is.
  var withoutSecret = false

  /// What the backup says of itself; of its parts only names and sizes are looked at.
  /// - Throws: ``StorageError`` `storage-backup`.
  func manifest() throws -> BackupManifest {
    let input = try Pieces.open(path)
    defer { try? input.close() }
    let header = try Header(input)
    try check(header, size: input.seekToEnd())
    return header.manifest
  }

  /// Writes every part into `folder` under its name and compares every checksum. All of it is on disk afterwards.
  /// - Parameter progress: told how many bytes of the parts have been read, and of what.
  /// - Throws: ``StorageError`` `storage-backup` when any byte is not as it was written.
  func extract(to folder: String, progress: @escaping (Int, BackupManifest) -> Void = { _, _ in }) throws
    -> BackupManifest
  {
    let input = try Pieces.open(path)
    defer { try? input.close() }
    let header = try Header(input)
    try check(header, size: input.seekToEnd())
    try input.seek(toOffset: UInt64(header.bytes.count))
    var (hash, read) = (SHA256(), 0)
    hash.update(header.bytes)
    for part in header.manifest.parts {
      let reader = PartReader(name: part.name, bytes: part.bytes) { count in
        let piece = try input.read(upToCount: count) ?? Data()
        piece.withUnsafeBytes { hash.update($0) }
        read += piece.count
        progress(read, header.manifest)
        return piece
      }
      try extract(part, reader, to: "\(folder)/\(part.name)")
      guard reader.left == 0, reader.finish() == part.sha256 else {
        throw StorageError.damaged("the checksum of '\(part.name)' differs")
      }
    }
    if header.manifest.format > 1 { try checkEnd(input.readToEnd(), hash.finish()) }
    try DurableFiles.sync(folder)
    return header.manifest
  }

  private func extract(_ part: BackupManifest.Part, _ reader: PartReader, to path: String) throws {
    switch part.kind {
    case .files: try FileBundle.extract(reader, to: path)
    case .database, .erasures:
      let output = try DurableFiles.create(path)
      defer { try? output.close() }
      try reader.pieces(part.bytes) { try output.write(contentsOf: $0) }
      try output.synchronize()
    case .secret, .sealedSecret:
      var bytes: [UInt8] = []
      try reader.pieces(part.bytes) { bytes += $0 }
      if withoutSecret { return }
      if part.kind == .sealedSecret { bytes = try opened(bytes) }
      try DurableFiles.write(bytes, to: path)
    }
  }

  private func opened(_ sealed: [UInt8]) throws(StorageError) -> [UInt8] {
    guard let passphrase else {
      throw StorageError(
        .backup,
        "The backup's secret is sealed. Give --passphrase-file, or restore --without-secret and lose second factors.")
    }
    return try SealedSecret.open(sealed, passphrase: passphrase)
  }

  /// The sizes must add up to that of the file before a single byte is written.
  private func check(_ header: Header, size: UInt64) throws(StorageError) {
    var (sum, names): (Int, Set<String>) = (header.bytes.count, [])
    for part in header.manifest.parts {
      guard BackupNames.isAllowed(part), names.insert(part.name).inserted else {
        throw .damaged("it has a part '\(part.name)' that no backup has")
      }
      let isSmall = part.kind == .database || part.kind == .files || part.kind == .erasures || part.bytes <= 4_096
      let (next, isTooLarge) = sum.addingReportingOverflow(part.bytes)
      guard part.bytes >= 0, isSmall, !isTooLarge else { throw .damaged("'\(part.name)' has an impossible size") }
      sum = next
    }
    let end = header.manifest.format > 1 ? BackupForm.trailerSize : 0
    guard UInt64(sum) + UInt64(end) == size else { throw .damaged("it is longer or shorter than its manifest says") }
  }

  private func checkEnd(_ bytes: Data?, _ digest: String) throws(StorageError) {
    guard bytes == Data("\(BackupForm.trailer)\(digest)\n".utf8) else {
      throw .damaged("the checksum at its end differs")
    }
  }
}

/// The first three lines of a backup.
private struct Header {
  let manifest: BackupManifest
  let bytes: [UInt8]

  init(_ input: FileHandle) throws {
    let start = try input.read(upToCount: BackupForm.longestHeader) ?? Data()
    let lines = start.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
    let magic = String(decoding: lines.first ?? Data(), as: UTF8.self)
    guard lines.count == 4, magic.hasPrefix(BackupForm.magic) else {
      throw StorageError.damaged("it does not begin as a backup does")
    }
    bytes = lines[0...2].flatMap { Array($0) + [0x0A] }
    let covered = Array(lines[0]) + [0x0A] + Array(lines[1]) + [0x0A]
    guard SHA256.hex(of: covered) == String(decoding: lines[2], as: UTF8.self) else {
      throw StorageError.damaged("the manifest's checksum differs")
    }
    switch magic.dropFirst(BackupForm.magic.count) {
    case "1": manifest = try Self.decode(FirstManifest.self, lines[1]).manifest
    case "\(BackupForm.number)": manifest = try Self.decode(BackupManifest.self, lines[1])
    default:
      throw StorageError(
        .backup,
        "A newer Fieldhouse made this backup (\(magic)). Install that version and repeat. Nothing was restored.")
    }
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ line: Data) throws(StorageError) -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do { return try decoder.decode(type, from: line) } catch {
      throw .damaged("its manifest cannot be read")
    }
  }
}

/// What a backup of form 1 says of itself: databases, and nothing beside them.
private struct FirstManifest: Decodable {
  struct Entry: Decodable {
    let namespace: String
    let bytes: Int
    let sha256: String
  }

  let createdAt: Date
  let engine: String
  let entries: [Entry]

  var manifest: BackupManifest {
    BackupManifest(
      format: 1, createdAt: createdAt, engine: engine, host: "", kit: "", plugins: [], leftOut: [],
      namespaces: entries.map { .init(id: $0.namespace, migrations: [], tables: []) },
      parts: entries.map { .init(kind: .database, name: "\($0.namespace).sqlite", bytes: $0.bytes, sha256: $0.sha256) })
  }
}
