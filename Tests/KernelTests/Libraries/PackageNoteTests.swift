import FieldhouseKernel
import Testing

@Suite("The package note of a plugin library")
struct PackageNoteTests {
  private static let text = #"{"type":"fieldhouse-plugin","id":"soccer","kit":"1.4.0","swift":"6.3.1","os":"debian"}"#

  @Test func `the linker's note is found in the file and decoded, unknown keys included`() throws {
    let options = ["-shared", "-fPIC", "-Xlinker", "--package-metadata=\(Self.text)"]
    let image = try ELFImage(contentsOf: CompiledLibrary("int one(void) { return 1; }", options: options).path)
    #expect(image.packageNoteText == Self.text)
    let note = try PackageNote(text: image.packageNoteText)
    #expect(note.id == "soccer")
    #expect(note.kit == SemanticVersion(1, 4, 0))
    #expect(note.swift == "6.3.1")
  }

  @Test(arguments: [
    (nil, "package-note-missing"),
    ("", "package-note-malformed"),
    ("{\"type\":", "package-note-malformed"),
    ("[1]", "package-note-malformed"),
    (#"{"id":"a","kit":"1.0.0","swift":"6.3"}"#, "package-note-key-missing"),
    (#"{"type":"deb","id":"a","kit":"1.0.0","swift":"6.3"}"#, "package-note-wrong-type"),
    (#"{"type":"fieldhouse-plugin","kit":"1.0.0","swift":"6.3"}"#, "package-note-key-missing"),
    (#"{"type":"fieldhouse-plugin","id":"a","swift":"6.3"}"#, "package-note-key-missing"),
    (#"{"type":"fieldhouse-plugin","id":"a","kit":"1.0.0"}"#, "package-note-key-missing"),
    (#"{"type":"fieldhouse-plugin","id":"","kit":"1.0.0","swift":"6.3"}"#, "package-note-malformed"),
    (#"{"type":"fieldhouse-plugin","id":7,"kit":"1.0.0","swift":"6.3"}"#, "package-note-malformed"),
    (#"{"type":"fieldhouse-plugin","id":"a","kit":"1.0","swift":"6.3"}"#, "package-note-malformed"),
  ])
  func `an unusable note is refused with its code`(text: String?, code: String) {
    let error = #expect(throws: PackageNoteError.self) { try PackageNote(text: text) }
    #expect(error?.code == code)
  }

  @Test func `the message names the missing key and the remedy`() {
    let text = #"{"type":"fieldhouse-plugin","id":"a","kit":"1.0.0"}"#
    let error = #expect(throws: PackageNoteError.self) { try PackageNote(text: text) }
    #expect(error?.message.contains("\"swift\" is missing") == true)
    #expect(error?.remedy.contains("--package-metadata") == true)
  }
}
