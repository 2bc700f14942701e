import FieldhouseKit
import Testing

@testable import FieldhouseKernel

@Suite struct `What a plugin asks for and is granted` {
  private func problems(_ permissions: JSON, _ grants: JSON) throws -> [String] {
    let draft = try PluginDraft.made(["permissions": permissions, "grants": grants])
    let problems = PermissionCheck().problems(draft)
    #expect(problems.allSatisfy { $0.severity == .warning })
    return problems.map { "\($0.code.rawValue) \($0.pointer)" }
  }

  @Test func `is the same, or each difference is told where it stands`() throws {
    #expect(try problems([:], [:]) == [])
    #expect(try problems(["http": ["a.example"], "media": true], ["http": ["a.example"], "media": true]) == [])
    #expect(
      try problems(["http": ["a.example", "b.example"], "media": true], ["http": ["b.example", "c.example"]]) == [
        "permission-not-granted /permissions/http/0", "permission-not-granted /permissions/media",
        "grant-not-requested /grants/http/1",
      ])
    #expect(try problems([:], ["media": true]) == ["grant-not-requested /grants/media"])
    #expect(try problems(["media": false], ["media": false]) == [])
  }
}

/// Contrast after WCAG 2.2 (relative luminance, contrast ratio), reckoned in Python for the ground #f4f5f1 and for a tint of a
/// tenth of the colour on white.
@Suite struct `The accent of a page` {
  private func problem(_ accent: String) throws -> ManifestProblem? {
    let pages: JSON = [["path": "/", "title": "title", "script": "web/main.js", "accent": .string(accent)]]
    let problems = AccentCheck().problems(try .made(["contributions": ["pages": pages]]))
    #expect(problems.count <= 1)
    return problems.first
  }

  @Test(arguments: ["#000000", "#6d6d6d", "#d60000", "#007f00", "#0000ff", "#0a7d3c", "#8a3b12"])
  func `is read where it is dark enough`(accent: String) throws { #expect(try problem(accent) == nil) }

  @Test(arguments: [
    ("#6e6e6e", "4.49"), ("#ff0000", "3.36"), ("#008000", "4.45"), ("#767676", "4.03"), ("#ffffff", "0.91"),
    ("#ffff00", "0.98"), ("#00ff00", "1.25"),
  ])
  func `is refused where it is not, with a darker one that is read`(accent: String, ratio: String) throws {
    let found = try #require(try problem(accent))
    #expect(found.code == .accentUnreadable && found.pointer.description == "/contributions/pages/0/accent")
    #expect(found.found == "\(ratio) : 1 on the app's grounds")
    let better = try #require(found.remedy.firstMatch(of: /#[0-9a-f]{6}/)).output
    #expect(try problem(String(better)) == nil)
  }
}
