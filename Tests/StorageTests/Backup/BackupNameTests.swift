internal import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Names in a backup")
struct BackupNameTests {
  @Test(
    arguments: [
      ("club.sqlite", "club"), ("a.sqlite", "a"), ("a-1.sqlite", "a-1"), ("club.sqlite.sqlite", nil), (".sqlite", nil),
      ("1a.sqlite", nil), ("-a.sqlite", nil), ("Club.sqlite", nil), ("club", nil), ("club.sqlite-wal", nil),
      ("a_b.sqlite", nil), ("ä.sqlite", nil), ("club.rescued-20260101T000000Z.sqlite", nil), ("../club.sqlite", nil),
      (String(repeating: "a", count: 40) + ".sqlite", String(repeating: "a", count: 40)),
      (String(repeating: "a", count: 41) + ".sqlite", nil),
    ] as [(String, String?)])
  func `of databases are those of namespaces`(_ name: String, _ namespace: String?) {
    #expect(BackupNames.namespace(of: name) == namespace)
  }

  private static let word = String(repeating: "w", count: 200)

  @Test(arguments: [
    "a", "a/b", "A-b_9.png", "a..b", "a.", word, "\(word)/\(word)/\(word)/" + String(repeating: "x", count: 197),
  ])
  func `of files may be`(_ path: String) { #expect(BackupNames.isInside(path)) }

  @Test(arguments: [
    "", "/a", "a/", "a//b", ".", "..", "a/../b", ".a", "a/.b", "a b", "a\\b", "a\nb", "a\u{0}", "ä", "a:b", "~",
    word + "w",
    "\(word)/\(word)/\(word)/" + String(repeating: "x", count: 198),
  ])
  func `of files may not be`(_ path: String) { #expect(!BackupNames.isInside(path)) }
}

@Suite("The parts of a backup, as they are read")
struct PartReaderTests {
  /// A reader of bytes that come some at a time.
  private func reader(_ text: String, bytes: Int? = nil, at once: Int) -> PartReader {
    var rest = Array(text.utf8)[...]
    return PartReader(name: "media", bytes: bytes ?? rest.count) { count in
      let piece = rest.prefix(min(count, once))
      rest = rest.dropFirst(piece.count)
      return Data(piece)
    }
  }

  @Test(arguments: [1, 2, 3, 5, 100])
  func `come as lines and as pieces, however many bytes come at once`(_ once: Int) throws {
    let reader = reader("one\n\ntwo words\nabc", at: once)
    #expect(try reader.line(longest: 9) == "one" && reader.line(longest: 0) == "")
    #expect(try reader.line(longest: 9) == "two words")
    var bytes: [UInt8] = []
    try reader.pieces(2) { bytes += $0 }
    #expect(bytes == Array("ab".utf8) && reader.left == 1)
    try reader.pieces(0) { _ in Issue.record("a piece of nothing") }
    try reader.pieces(1) { bytes += $0 }
    #expect(bytes == Array("abc".utf8) && reader.left == 0)
    #expect(try reader.line(longest: 9) == nil)
    #expect(reader.finish() == SHA256.hex(of: Array("one\n\ntwo words\nabc".utf8)))
  }

  private func isDamaged(_ read: () throws -> Void) -> Bool {
    let error = #expect(throws: StorageError.self) { try read() }
    return error?.code == .backup
  }

  @Test func `are damaged where bytes are missing, or a line does not end`() {
    #expect(isDamaged { try self.reader("abc", at: 2).pieces(4) { _ in } })
    #expect(isDamaged { try self.reader("abc", bytes: 5, at: 9).pieces(4) { _ in } })
    #expect(isDamaged { _ = try self.reader("abc", at: 2).line(longest: 9) })
    #expect(isDamaged { _ = try self.reader("abcd\n", at: 2).line(longest: 3) })
    #expect(isDamaged { _ = try self.reader("ab", bytes: 9, at: 9).line(longest: 9) })
    #expect(throws: Never.self) { try self.reader("abcd\n", at: 2).line(longest: 4) }
  }
}
