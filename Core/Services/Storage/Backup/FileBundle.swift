internal import FieldhouseKit
internal import Foundation

/// A folder of files as one run of bytes: for each file, in the order of their paths, the line
/// `<SHA-256> <bytes> <path>` and what it holds.
enum FileBundle {
  private static let longestLine = 1_000

  /// Hands over the bytes of a folder's bundle, piece by piece. The folder must not change meanwhile.
  static func forEachPiece(of folder: String, _ body: (Data) throws -> Void) throws {
    for path in try paths(in: folder) {
      let (bytes, digest) = try Pieces.digest { try Pieces.read("\(folder)/\(path)", $0) }
      try body(Data("\(digest) \(bytes) \(path)\n".utf8))
      try Pieces.read("\(folder)/\(path)", body)
    }
  }

  /// The paths of all files below a folder, sorted; hidden ones are drafts and left out, and links are no files.
  static func paths(in folder: String) throws -> [String] {
    guard DurableFiles.exists(folder) else { return [] }
    let keys: [URLResourceKey] = [.isRegularFileKey, .isDirectoryKey, .isSymbolicLinkKey]
    var found: [String] = []
    var folders = [""]
    while let below = folders.popLast() {
      let content = try FileManager.default.contentsOfDirectory(
        at: URL(filePath: "\(folder)/\(below)"), includingPropertiesForKeys: keys)
      for url in content where BackupNames.isInside(url.lastPathComponent) {
        let values = try url.resourceValues(forKeys: Set(keys))
        if values.isSymbolicLink == true { continue }
        if values.isDirectory == true { folders.append(below + url.lastPathComponent + "/") }
        if values.isRegularFile == true { found.append(below + url.lastPathComponent) }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Takes a bundle apart into a folder, which is made.
  /// - Throws: ``StorageError`` `storage-backup` when a path would leave the folder, comes twice or out of its order,
  ///   or a checksum differs.
  static func extract(_ input: PartReader, to folder: String) throws {
    try DurableFiles.makeFolder(folder)
    var (last, folders): ([UInt8], Set<String>) = ([], [folder])
    while let line = try input.line(longest: longestLine) {
      guard let entry = Entry(line), last.lexicographicallyPrecedes(entry.path.utf8), entry.bytes <= input.left else {
        throw StorageError.damaged("a file of '\(input.name)' has a wrong name or size")
      }
      last = Array(entry.path.utf8)
      let target = "\(folder)/\(entry.path)"
      if folders.insert(DurableFiles.folderOf(target)).inserted {
        guard (try? DurableFiles.makeFolder(DurableFiles.folderOf(target))) != nil else {
          throw StorageError.damaged("'\(entry.path)' lies below a file")
        }
      }
      try extract(entry, input, to: target)
    }
    for folder in folders { try DurableFiles.sync(folder) }
  }

  private static func extract(_ entry: Entry, _ input: PartReader, to path: String) throws {
    let output = try DurableFiles.create(path)
    defer { try? output.close() }
    let (_, digest) = try Pieces.digest { feed in
      try input.pieces(entry.bytes) { piece in
        try output.write(contentsOf: piece)
        try feed(piece)
      }
    }
    guard digest == entry.sha256 else { throw StorageError.damaged("the checksum of '\(entry.path)' differs") }
    try output.synchronize()
  }

  /// The line before a file.
  private struct Entry {
    let sha256: String
    let bytes: Int
    let path: String

    init?(_ line: String) {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, words[0].utf8.count == 64, let bytes = Int(words[1]), bytes >= 0,
        String(bytes) == words[1], BackupNames.isInside(words[2])
      else { return nil }
      (sha256, self.bytes, path) = (String(words[0]), bytes, String(words[2]))
    }
  }
}
