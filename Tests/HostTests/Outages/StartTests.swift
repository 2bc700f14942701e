import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseHost

@Suite struct `A start that fails` {
  private func configuration(_ installation: Installation, _ more: [String: String] = [:]) throws -> HostConfiguration {
    var flags = ["data": installation.data, "manifests": installation.manifests, "clock": "2024-08-17T09:00:00Z"]
    flags["resources"] = URL(filePath: Repository.executable).deletingLastPathComponent().path
    flags.merge(more) { $1 }
    return try HostConfiguration(
      SettingsResolver(flags: flags, environment: [:], path: "/nothing/fieldhouse.json", isRequired: false))
  }

  @Test(arguments: ["strings", "pictures"])
  func `ends what it has started, so that the next one works`(_ cause: String) async throws {
    let installation = try Installation(season: TestSeason.text())
    let broken: HostConfiguration
    let mend: () throws -> Void
    if cause == "strings" {
      broken = try configuration(installation, ["resources": installation.folder("nowhere")])
      mend = {}
    } else {
      let file = try installation.folder.write("data/pictures", "no folder")
      broken = try configuration(installation)
      mend = { try FileManager.default.removeItem(atPath: file) }
    }
    await #expect(throws: (any Error).self) {
      _ = try await HostApplication.start(broken, executable: Repository.executable)
    }
    try mend()
    let host = try await HostApplication.start(try configuration(installation), executable: Repository.executable)
    #expect(host.problems == [])
    await host.stop()
  }
}
