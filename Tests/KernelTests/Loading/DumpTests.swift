import FieldhouseKernel
import FieldhouseKit
import Foundation
import Testing

@Suite struct Dump {
  @Test func dump() async throws {
    var all: JSONObject = [:]
    for broken in BrokenPlugin.all {
      let installation = try Installation()
      var plugin = PluginFixture("broken")
      try broken.breakIt(&plugin, installation)
      try installation.add(plugin)
      let report = await installation.check()
      all[broken.fault] = .string(installation.stable(report.problems.map(\.description).joined(separator: "\n")))
    }
    try JSON.object(all).serialized(pretty: true).write(toFile: "/tmp/kernel/gen/actual.json", atomically: true, encoding: .utf8)
  }
}
