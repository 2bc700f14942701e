import Testing

@testable import FieldhouseKernel

@Suite struct `Editing a manifest` {
  private func edited(_ text: String, _ change: (inout ManifestText) -> Void) throws -> String {
    var manifest = try ManifestText(Array(text.utf8))
    change(&manifest)
    return String(decoding: manifest.bytes, as: UTF8.self)
  }

  @Test func `replaces a value and nothing else`() throws {
    let text = "{\n  \"id\" : \"a\",\n\t\"enabled\":true ,\n  \"x\": [1, {\"enabled\": 7}]\n}\n"
    let result = try edited(text) { $0.set("enabled", Array("false".utf8)) }
    #expect(result == "{\n  \"id\" : \"a\",\n\t\"enabled\":false ,\n  \"x\": [1, {\"enabled\": 7}]\n}\n")
  }

  @Test func `adds a member in the style of the others`() throws {
    #expect(
      try edited("{\n    \"id\": \"a\"\n}\n") { $0.set("enabled", Array("true".utf8)) }
        == "{\n    \"id\": \"a\",\n    \"enabled\": true\n}\n")
    #expect(try edited(#"{"id":"a"}"#) { $0.set("enabled", Array("true".utf8)) } == #"{"id":"a", "enabled": true}"#)
    #expect(try edited("{}") { $0.set("enabled", Array("true".utf8)) } == #"{"enabled": true}"#)
  }

  @Test func `removes a member with its comma`() throws {
    let text = #"{"a": 1, "b": {"c": "}\""}, "d": [2]}"#
    #expect(try edited(text) { $0.remove("a") } == #"{"b": {"c": "}\""}, "d": [2]}"#)
    #expect(try edited(text) { $0.remove("b") } == #"{"a": 1, "d": [2]}"#)
    #expect(try edited(text) { $0.remove("d") } == #"{"a": 1, "b": {"c": "}\""}}"#)
    #expect(try edited(#"{"a": 1}"#) { $0.remove("a") } == "{}")
  }

  @Test func `gives a value as it is written`() throws {
    let manifest = try ManifestText(Array(#"{ "a" : [1,  2] , "\u0062": "x" }"#.utf8))
    #expect(manifest.value("a").map { String(decoding: $0, as: UTF8.self) } == "[1,  2]")
    #expect(manifest.value("b").map { String(decoding: $0, as: UTF8.self) } == #""x""#)
    #expect(manifest.value("c") == nil)
  }

  @Test func `refuses what is not JSON`() {
    #expect(throws: (any Error).self) { try ManifestText(Array("{".utf8)) }
  }
}
