import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseHost

@Suite struct `A start that fails` {
  /// What keeps a host from starting, and the step at which it does.
  enum Cause: String, CaseIterable {
    /// While the host's own services are put together.
    case texts, pictures
    /// When it is done again what was erased since a backup, which plugins follow before they start.
    case erasures
  }

  private func configuration(_ installation: Installation, _ more: [String: String] = [:]) throws -> HostConfiguration {
    var flags = ["data": installation.data, "manifests": installation.manifests, "clock": "2024-08-17T09:00:00Z"]
    flags["plugins"] = installation.plugins
    flags["resources"] = URL(filePath: Repository.executable).deletingLastPathComponent().path
    flags.merge(more) { $1 }
    return try HostConfiguration(
      SettingsResolver(flags: flags, environment: [:], path: "/nothing/fieldhouse.json", isRequired: false))
  }

  /// Breaks an installation; what starts it then, and what mends it.
  private func broken(_ installation: Installation, _ cause: Cause) throws -> (HostConfiguration, () throws -> Void) {
    var (more, obstacle): ([String: String], String?) = ([:], nil)
    switch cause {
    case .texts: more["resources"] = installation.folder("nowhere")
    case .pictures: obstacle = try installation.folder.write("data/pictures", "no folder")
    case .erasures:
      obstacle = installation.folder("data/erased.ids")
      try installation.folder.write("data/erased.ids/no", "file")
    }
    let path = obstacle
    return (try configuration(installation, more), { if let path { try FileManager.default.removeItem(atPath: path) } })
  }

  /// The files of the data folder that this process holds open.
  private func open(in installation: Installation) throws -> [String] {
    let folder = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }.filter { $0.hasPrefix(installation.data + "/") }
  }

  @Test(arguments: Cause.allCases)
  func `ends what it has started and holds nothing open, so that the next one works`(_ cause: Cause) async throws {
    let installation = try Installation(season: TestSeason.text())
    try await WitnessPlugin.install(into: installation)
    let (configuration, mend) = try broken(installation, cause)
    await #expect(throws: (any Error).self) {
      _ = try await HostApplication.start(configuration, executable: Repository.executable)
    }
    #expect(try open(in: installation) == [])
    #expect(try WitnessPlugin.steps(in: installation) == [])
    try mend()
    let host = try await HostApplication.start(try self.configuration(installation), executable: Repository.executable)
    #expect(host.problems == [])
    #expect(try open(in: installation) != [])
    await host.stop()
    #expect(try open(in: installation) == [])
    #expect(try WitnessPlugin.steps(in: installation).suffix(2) == ["start", "stop"])
  }
}
