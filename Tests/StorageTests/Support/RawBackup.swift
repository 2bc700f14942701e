internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

@testable internal import FieldhouseStorage

/// A backup that a test writes byte by byte, with right checksums wherever the test does not want others.
struct RawBackup {
  var magic = "fieldhouse-backup 2"
  var manifest: BackupManifest
  var contents: [[UInt8]]

  /// A backup with these parts.
  init(_ parts: [(kind: BackupManifest.Part.Kind, name: String, bytes: [UInt8])]) {
    contents = parts.map(\.bytes)
    manifest = BackupManifest(
      format: 2, createdAt: Date(timeIntervalSince1970: 1_700_000_000), engine: "sqlite", host: "0.1.0", kit: "1.0.0",
      plugins: [], leftOut: [], namespaces: [],
      parts: parts.map { .init(kind: $0.kind, name: $0.name, bytes: $0.bytes.count, sha256: SHA256.hex(of: $0.bytes)) })
  }

  /// The bundle of a folder with these lines and contents.
  static func bundle(_ files: [(path: String, text: String)]) -> [UInt8] {
    files.flatMap { file in
      let bytes = Array(file.text.utf8)
      return Array("\(SHA256.hex(of: bytes)) \(bytes.count) \(file.path)\n".utf8) + bytes
    }
  }

  /// The whole file.
  func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    return Self.framed(magic, String(decoding: try encoder.encode(manifest), as: UTF8.self), contents)
  }

  /// Header, parts and end around a manifest's text.
  static func framed(_ magic: String, _ manifest: String, _ contents: [[UInt8]], hasEnd: Bool = true) -> [UInt8] {
    let lines = "\(magic)\n\(manifest)\n"
    let start = Array((lines + SHA256.hex(of: Array(lines.utf8)) + "\n").utf8) + contents.flatMap { $0 }
    return start + (hasEnd ? Array("fieldhouse-backup-end \(SHA256.hex(of: start))\n".utf8) : [])
  }
}
