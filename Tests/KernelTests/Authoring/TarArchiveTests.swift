import Foundation
import Testing

@testable import FieldhouseKernel

@Suite struct `A package's archive` {
  private let files = [
    TarArchive.File(path: "manifest.json", content: Array("{}".utf8)),
    TarArchive.File(path: "web/deep/main.js", content: [UInt8](repeating: 7, count: 1024)),
    TarArchive.File(path: "empty", content: []),
  ]

  @Test func `gives back what was put in`() throws {
    #expect(try TarArchive.decode(TarArchive.encode(files)) == files)
  }

  @Test func `is what tar lists and unpacks`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("package.tar", TarArchive.encode(files))
    #expect(try Toolchain.run(["tar", "-tf", path]) == "manifest.json\nweb/deep/main.js\nempty\n")
    try Toolchain.run(["tar", "-xf", path], in: folder.path)
    #expect(FileManager.default.contents(atPath: "\(folder.path)/web/deep/main.js") == Data(files[1].content))
  }

  @Test func `is read as tar writes it, with folders`() throws {
    let folder = try ScratchFolder()
    try folder.write("in/web/main.js", "x".utf8)
    try Toolchain.run(["tar", "--format=ustar", "-cf", "../out.tar", "."], in: "\(folder.path)/in")
    let bytes = try #require(FileManager.default.contents(atPath: "\(folder.path)/out.tar"))
    #expect(try TarArchive.decode([UInt8](bytes)).map(\.path) == ["web/main.js"])
  }

  @Test(arguments: ["--format=ustar -cf ../out.tar link", "--format=ustar -P -cf ../out.tar /etc/hostname"])
  func `with links or absolute paths is refused`(options: String) throws {
    let folder = try ScratchFolder()
    try folder.write("in/file", "x".utf8)
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/in/link", withDestinationPath: "/etc/passwd")
    try Toolchain.run(["tar"] + options.split(separator: " ").map(String.init), in: "\(folder.path)/in")
    let bytes = try #require(FileManager.default.contents(atPath: "\(folder.path)/out.tar"))
    let error = #expect(throws: AuthoringError.self) { try TarArchive.decode([UInt8](bytes)) }
    #expect(error?.reason == .packageForbidden)
  }

  @Test(arguments: ["../outside", "/absolute", "a/../b", "a//b", "./."])
  func `does not take a path that leaves its folder`(path: String) {
    let error = #expect(throws: AuthoringError.self) {
      try TarArchive.encode([TarArchive.File(path: path, content: [])])
    }
    #expect(error?.reason == .packageForbidden)
  }

  @Test func `with a file twice is refused`() throws {
    let bytes = try TarArchive.encode([files[0], files[0]])
    let error = #expect(throws: AuthoringError.self) { try TarArchive.decode(bytes) }
    #expect(error?.reason == .packageForbidden)
  }

  @Test func `cut off anywhere is refused, and never crashes`() throws {
    let bytes = try TarArchive.encode(files)
    for length in stride(from: 0, to: bytes.count - 1024, by: 100) {
      #expect(throws: AuthoringError.self) { try TarArchive.decode(Array(bytes[..<length])) }
    }
  }

  @Test func `with a byte of a header changed is refused or unchanged in meaning, and never crashes`() throws {
    let bytes = try TarArchive.encode(files)
    for offset in 0..<512 {
      var changed = bytes
      changed[offset] ^= 0x11
      #expect(throws: AuthoringError.self) { try TarArchive.decode(changed) }
    }
  }
}
