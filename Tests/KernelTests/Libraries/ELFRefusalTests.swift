import FieldhouseKernel
import Testing

@Suite("Refusing files that are no library for this host")
struct ELFRefusalTests {
  private static let library = Result { try CompiledLibrary("int one(void) { return 1; }").bytes }

  private func code(_ bytes: [UInt8]) -> String? {
    do throws(ELFError) {
      _ = try ELFImage(bytes: bytes)
      return nil
    } catch {
      return error.code
    }
  }

  private func library(replacing change: (inout [UInt8]) -> Void) throws -> [UInt8] {
    var bytes = try Self.library.get()
    change(&bytes)
    return bytes
  }

  @Test(arguments: ["", "\u{7f}EL", "#!/bin/sh\n", "!<arch>\nsomething"])
  func `what lacks the signature is not ELF`(text: String) {
    #expect(code(Array(text.utf8)) == "elf-not-elf")
  }

  @Test(arguments: [4, 17, 63, 64, 200, 4_000])
  func `a shortened library is truncated`(length: Int) throws {
    #expect(code(Array(try library { _ in }.prefix(length))) == "elf-truncated")
  }

  @Test(arguments: [(4, 1), (5, 2), (18, 243 ^ 62), (19, 9)])
  func `another word size, byte order or machine is the wrong architecture`(offset: Int, value: UInt8) throws {
    #expect(code(try library { $0[offset] = value }) == "elf-wrong-architecture")
  }

  @Test func `the message for another machine names both`() throws {
    let bytes = try library { $0[18] = 3 }
    let error = #expect(throws: ELFError.self) { try ELFImage(bytes: bytes) }
    #expect(error?.message == "The library is made for i386, this host runs on \(ELFMachine.host).")
    #expect(error?.remedy == "Build it for \(ELFMachine.host).")
  }

  @Test(arguments: [["-c"], ["-no-pie"], ["-pie", "-fPIE"]])
  func `object files and executables are no shared libraries`(options: [String]) throws {
    let bytes = try CompiledLibrary("int main(void) { return 0; }", options: options).bytes
    #expect(code(bytes) == "elf-not-shared-library")
  }

  @Test func `a program header of another size is malformed`() throws {
    #expect(code(try library { $0[54] = 32 }) == "elf-malformed")
  }

  @Test func `a missing file and a folder are unreadable`() throws {
    let folder = try ScratchFolder()
    for path in [folder.path, folder.path + "/absent.so"] {
      let error = #expect(throws: ELFError.self) { try ELFImage(contentsOf: path) }
      #expect(error?.reason == .unreadable)
    }
  }

  @Test func `an empty file is not ELF`() throws {
    let path = try ScratchFolder().write("empty.so", [])
    #expect(throws: ELFError.self) { try ELFImage(contentsOf: path) }
  }
}
