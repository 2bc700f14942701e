import FieldhouseKernel
import Foundation
import Testing

@Suite("Semantic versions")
struct SemanticVersionTests {
  @Test(arguments: [
    "0.0.0", "1.2.3", "10.20.30", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-0.3.7", "1.0.0-x.7.z.92", "1.0.0-x-y-z.-",
    "1.0.0-alpha+001", "1.0.0+20130313144700", "1.0.0-beta+exp.sha.5114f85", "1.0.0+21AF26D3---117B344092BD",
    "1.0.0-0A.is.legal", "9007199254740991.0.0", "1.0.0-99999999999999999999999",
  ])
  func `a valid version is read and written back unchanged`(text: String) throws {
    #expect(try SemanticVersion(text).description == text)
  }

  @Test(arguments: [
    "", "1", "1.2", "1.2.3.4", "v1.2.3", " 1.2.3", "1.2.3 ", "=1.2.3", "01.2.3", "1.02.3", "1.2.03", "-1.2.3", "1.-2.3",
    "1.2.3-", "1.2.3-01", "1.2.3-a..b", "1.2.3-a_b", "1.2.3-.a", "1.2.3+", "1.2.3+a..b", "1.2.3+a+b", "1.2.3-é", "1..3",
    "a.b.c", "1.2.x", "*", "9007199254740992.0.0", "99999999999999999999.0.0", "1.2.٣", "1.2.3\n",
  ])
  func `what is no version is refused`(text: String) {
    let error = #expect(throws: VersionError.self) { try SemanticVersion(text) }
    #expect(error?.code == "version-malformed")
  }

  @Test func `a text of more than 256 characters is refused`() {
    let prefix = "1.2.3-"
    #expect(throws: Never.self) { try SemanticVersion(prefix + String(repeating: "a", count: 250)) }
    #expect(throws: VersionError.self) { try SemanticVersion(prefix + String(repeating: "a", count: 251)) }
  }

  @Test func `precedence follows the example of the specification`() throws {
    let ascending = [
      "0.9.9", "1.0.0-1", "1.0.0-2", "1.0.0-11", "1.0.0-Beta", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta",
      "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0", "1.10.0", "2.0.0",
    ]
    let versions = try ascending.map { try SemanticVersion($0) }
    #expect(versions.shuffled().sorted() == versions)
    for (lower, higher) in zip(versions, versions.dropFirst()) {
      #expect(lower < higher)
      #expect(!(higher < lower))
      #expect(lower != higher)
    }
  }

  @Test func `build metadata does not count`() throws {
    let (left, right) = (try SemanticVersion("1.0.0+a"), try SemanticVersion("1.0.0+b"))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(!(left < right) && !(right < left))
  }

  @Test func `a version is a string in JSON, and a wrong one is explained`() throws {
    let versions = try JSONDecoder().decode([SemanticVersion].self, from: Data(#"["1.2.3-rc.1"]"#.utf8))
    #expect(versions == [try SemanticVersion("1.2.3-rc.1")])
    #expect(try String(decoding: JSONEncoder().encode(versions), as: UTF8.self) == #"["1.2.3-rc.1"]"#)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([SemanticVersion].self, from: Data(#"["1.2"]"#.utf8))
    }
    #expect(error.map { "\($0)" }?.contains("needs exactly three numbers") == true)
  }
}
