import FieldhouseKernel
import Foundation
import Testing

@Suite("Version ranges of a manifest")
struct VersionRangeTests {
  @Test(arguments: [
    ("1.2.3", "1.2.3 1.2.3+build", "1.2.2 1.2.4 1.2.3-rc.1"),
    ("=1.2.3", "1.2.3", "1.2.4"),
    ("^1.2.3", "1.2.3 1.2.4 1.9.0", "1.2.2 2.0.0 2.0.0-0 1.2.3-rc.1 1.3.0-rc.1"),
    ("^0.2.3", "0.2.3 0.2.9", "0.2.2 0.3.0"),
    ("^0.0.3", "0.0.3", "0.0.2 0.0.4 0.1.0"),
    ("^1.2.3-beta.2", "1.2.3-beta.2 1.2.3-beta.4 1.2.3 1.5.0", "1.2.3-beta.1 1.2.4-beta.2 2.0.0"),
    ("~1.2.3", "1.2.3 1.2.9", "1.2.2 1.3.0"),
    ("~0.2.3", "0.2.3 0.2.4", "0.3.0"),
    (">=1.2.0 <2.0.0", "1.2.0 1.99.0", "1.1.9 2.0.0 2.0.0-rc.1"),
    (">=1.2.0,<2.0.0", "1.2.0", "2.0.0"),
    (">=1.2.0, <2.0.0", "1.5.0", "0.1.0"),
    (">= 1.2.0", "1.2.0 99.0.0", "1.1.0"),
    (">1.2.0 <=1.3.0", "1.2.1 1.3.0", "1.2.0 1.3.1"),
    (">=1.2.0-beta.1", "1.2.0-beta.1 1.2.0-beta.2 1.2.0 1.3.0", "1.2.0-alpha 1.3.0-beta.1"),
    ("^1.0.0 ~1.4.0", "1.4.0 1.4.7", "1.3.9 1.5.0"),
    ("*", "0.0.0 7.8.9", "1.0.0-rc.1"),
    ("<1.0.0 >2.0.0", "", "0.5.0 1.5.0 2.5.0"),
  ])
  func `a range holds exactly its versions`(text: String, inside: String, outside: String) throws {
    let range = try VersionRange(text)
    for version in inside.split(separator: " ") { #expect(range.contains(try SemanticVersion(String(version)))) }
    for version in outside.split(separator: " ") { #expect(!range.contains(try SemanticVersion(String(version)))) }
  }

  @Test(arguments: [
    "", " ", ",", "1", "1.2", "1.x", "^1", "^^1.2.3", "><1.2.3", ">=", "1.2.3 ||  2.0.0", "1.0.0 - 2.0.0", "v1.2.3",
    "^*",
    "latest", "!1.2.3", ">=1.2.0\n<2.0.0", "^9007199254740991.0.0",
  ])
  func `what is no range is refused`(text: String) {
    let error = #expect(throws: VersionError.self) { try VersionRange(text) }
    #expect(error?.code == "version-range-malformed")
  }

  @Test func `spacing does not make another range`() throws {
    #expect(try VersionRange(">=1.0.0, <2.0.0") == VersionRange(">=1.0.0 <2.0.0"))
    #expect(try VersionRange("^1.0.0") != VersionRange("~1.0.0"))
  }

  @Test func `a range is a string in JSON`() throws {
    let ranges = try JSONDecoder().decode([VersionRange].self, from: Data(#"["^1.2.0"]"#.utf8))
    #expect(ranges.first?.contains(SemanticVersion(1, 3, 0)) == true)
    #expect(try String(decoding: JSONEncoder().encode(ranges), as: UTF8.self) == #"["^1.2.0"]"#)
  }
}
