import FieldhouseKernel
import FieldhouseMachine
import Foundation
import Testing

@Suite("SHA-256 of a file")
struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func `the examples of FIPS 180-4 hold`(text: String, digest: String) throws {
    #expect(SHA256.hex(of: Array(text.utf8)) == digest)
    #expect(try SHA256.hex(ofFile: ScratchFolder().write("file", text.utf8)) == digest)
  }

  @Test(arguments: [65_535, 65_536, 65_537, 1_000_000])
  func `a file longer than one chunk has the hash of its bytes`(count: Int) throws {
    let folder = try ScratchFolder()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try SHA256.hex(ofFile: folder.write("file", bytes)) == SHA256.hex(of: bytes))
  }

  @Test func `a million times the letter a has its published hash`() {
    let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(SHA256.hex(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)) == digest)
  }

  @Test func `links, folders and missing files are refused`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("file", [1])
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    for (path, code) in [(link, "path-symlink"), (folder.path, "path-not-file"), (file + "x", "path-missing")] {
      let error = #expect(throws: PathError.self) { try SHA256.hex(ofFile: path) }
      #expect(error?.code == code)
    }
  }
}
