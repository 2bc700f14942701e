import FieldhouseKernel
import Testing

@Suite struct `A broken plugin` {
  @Test(arguments: BrokenPlugin.all)
  func `is reported in exact words, and the healthy plugins stay`(broken: BrokenPlugin) async throws {
    let installation = try Installation()
    var plugin = PluginFixture("broken")
    try broken.breakIt(&plugin, installation)
    try installation.add(plugin)
    let report = await installation.check()
    let text = installation.stable(report.problems.map(\.description).joined(separator: "\n"))
    #expect(text == broken.report)
    #expect(report.plugins.map(\.id).filter(Installation.healthy.contains) == Installation.healthy)
    let file = "\(installation.manifests)/\(plugin.file).json"
    let hasError = report.problems.contains { $0.severity == .error && $0.file == file }
    #expect(report.plugins.contains { $0.file == file } == !hasError)
  }

  @Test func `there are at least 40 of them`() {
    #expect(Set(BrokenPlugin.all.map(\.report)).count >= 40)
  }
}
