import Testing

@testable import FieldhouseKernel

@Suite struct `The problem codes` {
  @Test func `include those of libraries, notes, paths, versions and rule modules`() {
    let codes =
      ELFError.Reason.allCases.map(\.rawValue) + PackageNoteError.Reason.allCases.map(\.rawValue)
      + PathError.Reason.allCases.map(\.rawValue) + VersionError.Reason.allCases.map(\.rawValue)
    for code in codes { #expect(ProblemCode(rawValue: code) != nil, "\(code)") }
  }

  @Test(arguments: [
    "json-syntax", "json-utf8", "json-surrogate", "json-number-range", "json-duplicate-key", "json-too-deep",
    "json-too-large", "json-too-many-keys", "rule-module-unloadable", "rule-symbol-missing", "rule-declaration-invalid",
    "rule-no-self-tests", "rule-self-test-failed",
  ])
  func `include those of JSON and of self-tests`(code: String) {
    #expect(ProblemCode(rawValue: code) != nil)
  }

  @Test func `are kebab-case`() {
    for code in ProblemCode.allCases { #expect(code.rawValue.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil) }
  }
}
