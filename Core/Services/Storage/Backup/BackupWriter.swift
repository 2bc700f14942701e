internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation
internal import Glibc

/// The form of a backup: a line that names the form, a line with the manifest, a line with the SHA-256 of the two, the
/// parts, and a line with the SHA-256 of everything before it. So every byte is covered by a checksum, and a backup that
/// is cut off shows it.
enum BackupForm {
  static let magic = "fieldhouse-backup "
  static let number = 2
  static let longestHeader = 8 << 20
  static let trailer = "fieldhouse-backup-end "
  static let trailerSize = trailer.utf8.count + 65
}

/// A part on its way into a backup.
struct BackupSource {
  let kind: BackupManifest.Part.Kind
  let name: String
  /// The file or folder it comes from, which does not change meanwhile.
  let path: String

  /// Its size and checksum.
  func part() throws -> BackupManifest.Part {
    let (bytes, sha256) = try Pieces.digest(forEachPiece)
    return BackupManifest.Part(kind: kind, name: name, bytes: bytes, sha256: sha256)
  }

  func forEachPiece(_ body: (Data) throws -> Void) throws {
    if kind == .files { try FileBundle.forEachPiece(of: path, body) } else { try Pieces.read(path, body) }
  }
}

/// Writes a backup.
struct BackupWriter {
  let path: String
  let overwrites: Bool

  /// - Throws: ``StorageError`` `storage-backup` when there is a file of that name that must not be replaced.
  func checkPlace() throws(StorageError) {
    guard overwrites || !DurableFiles.exists(path) else { throw Self.present(path) }
  }

  /// Writes a backup beside its place; it gets its name when it is whole and on disk.
  /// - Parameter progress: told how many bytes of the parts have been written.
  /// - Returns: the SHA-256 of everything.
  @discardableResult
  func write(_ manifest: BackupManifest, _ sources: [BackupSource], progress: (Int) -> Void = { _ in }) throws -> String
  {
    let unfinished = path + ".unfinished"
    defer { unlink(unfinished) }
    let output = try DurableFiles.create(unfinished)
    defer { try? output.close() }
    var hash = SHA256()
    let header = try header(manifest)
    var written = -header.count
    func add(_ piece: Data) throws {
      piece.withUnsafeBytes { hash.update($0) }
      try output.write(contentsOf: piece)
      written += piece.count
      progress(max(0, written))
    }
    try add(header)
    for source in sources { try source.forEachPiece(add) }
    let digest = hash.finish()
    try output.write(contentsOf: Data("\(BackupForm.trailer)\(digest)\n".utf8))
    try output.synchronize()
    try name(unfinished)
    return digest
  }

  private func header(_ manifest: BackupManifest) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    var text = "\(BackupForm.magic)\(BackupForm.number)\n"
    text += String(decoding: try encoder.encode(manifest), as: UTF8.self) + "\n"
    text += SHA256.hex(of: Array(text.utf8)) + "\n"
    return Data(text.utf8)
  }

  /// A link is refused where there is such a file, a rename replaces it. Not every disk has links.
  private func name(_ unfinished: String) throws(StorageError) {
    if overwrites {
      try DurableFiles.move(unfinished, to: path)
    } else if link(unfinished, path) != 0 {
      guard errno != EEXIST else { throw Self.present(path) }
      try checkPlace()
      try DurableFiles.move(unfinished, to: path)
    }
    try DurableFiles.sync(DurableFiles.folderOf(path))
  }

  private static func present(_ path: String) -> StorageError {
    StorageError(.backup, "There is a file \(path) already. Choose another name, or replace it with --force.")
  }
}
