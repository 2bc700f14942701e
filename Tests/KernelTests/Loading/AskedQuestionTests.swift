import FieldhouseKernel
import FieldhouseKit
import Testing

@Suite struct `Who asks whom` {
  private static func check(_ change: (inout PluginFixture) -> Void = { _ in }) async throws -> CheckReport {
    let installation = try Installation()
    try BrokenPlugin.offerScores(in: installation)
    var curious = PluginFixture("curious")
    curious["contributions", "asks"] = [
      ["question": "healthy-b.scores", "optional": true], ["question": "healthy-b.goals", "optional": true],
      ["question": "resting.scores", "optional": true], ["question": "nobody.scores", "optional": true],
    ]
    change(&curious)
    try installation.add(curious)
    var resting = PluginFixture("resting", symbol: "fixture_x")
    resting["enabled"] = false
    try installation.add(resting)
    return await installation.check()
  }

  @Test func `stands in the report, with whether there is an answer`() async throws {
    let report = try await Self.check()
    #expect(report.plugins.map(\.id).contains("curious"))
    let lines = report.text.split(separator: "\n").filter { $0.hasPrefix("curious asks ") }.map(String.init)
    #expect(
      lines == [
        "curious asks healthy-b.scores (everyone)", "curious asks healthy-b.goals (unknown)",
        "curious asks resting.scores (not-running)", "curious asks nobody.scores (not-installed)",
      ])
    let json = try JSON(encoding: report)["questions"]
    #expect(
      json?[0] == ["asker": "curious", "question": "healthy-b.scores", "access": "everyone", "state": "offered"])
    #expect(json?[3]?["state"] == "not-installed" && json?.array?.count == 4)
  }

  @Test func `tells versions that do not fit, and leaves out what is left out itself`() async throws {
    let other = try await Self.check {
      $0["contributions", "asks"] = [["question": "healthy-b.scores", "optional": true, "version": "^2.0.0"]]
    }
    #expect(other.questions.map(\.state) == [.version] && other.isClean)
    let broken = try await Self.check { $0["kit"] = "^7.0.0" }
    #expect(broken.questions.isEmpty)
  }

  @Test func `is a warning where it goes around in a circle`() async throws {
    let installation = try Installation()
    for (id, asked) in [("ring-a", "ring-b"), ("ring-b", "ring-a")] {
      var plugin = PluginFixture(id, symbol: "fixture_\(id.suffix(1))")
      plugin["contributions", "asks"] = [["question": .string("\(asked).anything"), "optional": true]]
      plugin["enabled"] = true
      try installation.add(plugin)
    }
    let problems = await installation.check().problems.filter { $0.code == .askCycle }
    #expect(
      problems.map(\.message) == [
        "The plugin asks itself in the end: ring-a → ring-b → ring-a.",
        "The plugin asks itself in the end: ring-b → ring-a → ring-b.",
      ])
    #expect(problems.allSatisfy { $0.severity == .warning })
  }
}
