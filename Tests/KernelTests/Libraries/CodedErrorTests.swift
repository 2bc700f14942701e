import FieldhouseKit
import Testing

@testable import FieldhouseKernel

@Suite struct `An error of the kernel` {
  private static let errors: [any CodedError] = [
    PathError.missing("a.so"), PathError.outside("../a"), PathError.symlink("a"), PathError.notFile("a"),
    ELFError.truncated("header"),
    ELFError.malformed("A table is empty"), ELFError.wrongArchitecture(found: "i386", expected: "x86_64"),
    LoadError.noSymbol("s", "p"),
    LoadError.emptyEntry("s"), LoadError.foreignEntry("s"), LoadError.contract(found: 2, expected: 1),
    LoadError(loader: "undefined symbol: abc, version X", path: "p"),
    LoadError(loader: "file too short; really", path: "p"),
    VersionError.version("x; y", "it is empty"), VersionError.range("x", "it is empty"),
    AuthoringError.unknownPlugin("folf", nearest: nil),
    AuthoringError.unknownPlugin("folf", nearest: "golf"), AuthoringError.unreadable("a; b.json", "no; reason"),
    PackageNoteError(.missing),
    RuleError(.argumentCount, "2 arguments were given.", remedy: "Give one for each."),
  ]

  @Test func `says what was found and how to mend it, each as a sentence of its own`() {
    for error in Self.errors {
      #expect(error.message.hasSuffix("."), "\(error)")
      #expect(error.remedy.hasSuffix(".") || error.remedy.hasSuffix("?"), "\(error)")
      #expect(error.remedy.first?.isUppercase == true, "\(error)")
      #expect(error.message != error.remedy)
      #expect(error.description == "\(error.code): \(error.message) \(error.remedy)")
    }
  }

  @Test func `keeps what it quotes whole, whatever stands in it`() {
    #expect(AuthoringError.unreadable("a; b.json", "no; reason").message == "a; b.json cannot be read (no; reason).")
    #expect(AuthoringError.unreadable("a; b.json", "no; reason").remedy == "Check the path and its permissions.")
    #expect(LoadError(loader: "bad; worse", path: "p").message == "The loader refuses the library (bad; worse).")
    #expect(VersionError.version("x; y", "it is empty").message == "\"x; y\" is no version: it is empty.")
  }

  @Test func `names the missing symbol alone`() {
    let error = LoadError(loader: "libx.so: undefined symbol: abc, version X", path: "p")
    #expect(error.message == "The library needs abc, which nothing offers.")
    #expect(error.found == "no abc")
  }
}
