import Testing

@testable import FieldhouseKernel

/// Headers byte by byte, as POSIX.1-1988 (ustar) lays them out.
@Suite struct `A header of a package's archive` {
  private struct Header {
    var name = "web/main.js"
    var size = "00000000003"
    var kind = UInt8(ascii: "0")
    var prefix = ""

    /// The 512 bytes, with a checksum that is right.
    var bytes: [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 512)
      for (offset, text) in [(0, name), (124, size), (257, "ustar\u{0}00"), (345, prefix)] {
        bytes.replaceSubrange(offset..<offset + text.utf8.count, with: Array(text.utf8))
      }
      bytes[156] = kind
      let sum = bytes.reduce(8 * 32) { $0 + Int($1) }
      let digits = String(sum, radix: 8)
      let field = String(repeating: "0", count: 6 - digits.count) + digits + "\u{0} "
      bytes.replaceSubrange(148..<156, with: Array(field.utf8))
      return bytes
    }

    func archive(_ content: String = "abc") -> [UInt8] {
      let body = Array(content.utf8)
      return bytes + body + [UInt8](repeating: 0, count: (512 - body.count % 512) % 512 + 1024)
    }
  }

  private func reason(_ bytes: [UInt8]) -> AuthoringError.Reason? {
    let error = #expect(throws: AuthoringError.self) { try TarArchive.decode(bytes) }
    return error?.reason
  }

  @Test(arguments: ["00000000003", "3", "          3", "0000003 ", "3\u{0}"])
  func `gives its size in octal digits`(size: String) throws {
    #expect(
      try TarArchive.decode(Header(size: size).archive())
        == [TarArchive.File(path: "web/main.js", content: Array("abc".utf8))])
  }

  @Test(
    arguments: [
      "-0000000003", "-0000001000", "+0000000003", "00000000008", "0x000000003", "00000003.00", "a",
      "77777777777777777",
    ], [UInt8(ascii: "0"), UInt8(ascii: "5")])
  func `is no header with another size, which never ends the reader nor keeps it for ever`(size: String, kind: UInt8) {
    let found = reason(Header(size: String(size.prefix(12)), kind: kind).archive())
    #expect(found == .packageMalformed)
  }

  @Test func `of a file that is longer than what follows is cut off`() {
    #expect(reason(Header(size: "00000002001").archive()) == .packageMalformed)
    #expect(reason(Header(size: "77777777777").archive()) == .packageMalformed)
    #expect(reason(Header().bytes + Array("ab".utf8)) == .packageMalformed)
  }

  @Test(arguments: ["1", "2", "3", "4", "6", "7", "x", "g", "L", "S"])
  func `of a link, a device or an extension is refused`(kind: String) throws {
    #expect(reason(Header(kind: try #require(kind.utf8.first)).archive()) == .packageForbidden)
  }

  @Test func `joins a long path from two fields, and leaves out what only some programs write`() throws {
    let (folder, name) = (String(repeating: "p/", count: 77) + "p", String(repeating: "n", count: 100))
    func path(_ header: Header, _ content: String = "abc") throws -> String? {
      try TarArchive.decode(header.archive(content)).first?.path
    }
    #expect(try path(Header(name: name, prefix: folder)) == "\(folder)/\(name)")
    #expect(try path(Header(name: "./a")) == "a" && path(Header(kind: 0)) == "web/main.js")
    #expect(try path(Header(name: "./", size: "0", kind: UInt8(ascii: "5")), "") == nil)
    #expect(try path(Header(name: "web/", size: "0", kind: UInt8(ascii: "5")), "") == nil)
    for name in ["../a", "/a", "a/../b", "", "./", "a/./b", "././a", ".."] {
      #expect(reason(Header(name: name).archive()) == .packageForbidden, "\(name)")
    }
    #expect(reason(Header(name: "b", prefix: "..").archive()) == .packageForbidden)
    #expect(
      reason(Array(Header(name: "a").archive().dropLast(1024)) + Header(name: "./a").archive()) == .packageForbidden)
  }
}
