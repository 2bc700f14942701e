import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseKernel

@Suite struct `The probe` {
  /// An installation whose probe counts its processes.
  private struct Counting {
    let installation: Installation
    private let count: String

    let cache: String

    init() throws {
      installation = try Installation()
      let folder = installation.folder.path
      count = "\(folder)/count"
      let script = "echo started >> \(count)\nexec \(Toolchain.host) \"$@\"\n"
      let path = try installation.folder.write("probe.sh", script.utf8)
      cache = "\(folder)/probe-cache.json"
      installation.probe = Probe(executable: "/bin/sh", arguments: [path, "probe"], cacheFile: cache)
    }

    var processes: Int {
      let text = (try? String(contentsOfFile: count, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").count
    }
  }

  @Test func `tries all plugins in one process, and unchanged ones not again`() async throws {
    let counting = try Counting()
    #expect(await counting.installation.check().isClean)
    #expect(counting.processes == 1)
    #expect(await counting.installation.check().isClean)
    #expect(counting.processes == 1)
  }

  @Test func `keeps what has passed for the host's user alone`() async throws {
    let counting = try Counting()
    #expect(await counting.installation.check().isClean)
    let attributes = try FileManager.default.attributesOfItem(atPath: counting.cache)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `tries a changed library again`() async throws {
    let counting = try Counting()
    #expect(await counting.installation.check().isClean)
    try counting.installation.folder.write(
      "plugins/healthy-a/libfixture.so", LibraryFixture.plugin.owned(by: "healthy-a").bytes + [0])
    #expect(await counting.installation.check().isClean)
    #expect(counting.processes == 2)
  }

  @Test func `tries each plugin by itself when one ends the process, and remembers those that passed`() async throws {
    let counting = try Counting()
    try counting.installation.add(PluginFixture("broken", symbol: "fixture_trap"))
    #expect(await counting.installation.check().plugins.map(\.id) == Installation.healthy)
    #expect(counting.processes == 4)
    #expect(await counting.installation.check().plugins.map(\.id) == Installation.healthy)
    #expect(counting.processes == 5)
  }

  @Test func `takes a damaged cache for an empty one`() async throws {
    let counting = try Counting()
    try counting.installation.folder.write("probe-cache.json", "nonsense".utf8)
    #expect(await counting.installation.check().isClean)
    #expect(counting.processes == 1)
  }

  @Test func `that cannot be started is a problem of every plugin`() async throws {
    let installation = try Installation()
    installation.probe = Probe(executable: "/nowhere/fieldhouse")
    let report = await installation.check()
    #expect(report.problems.map(\.code) == [.probeFailed, .dependencyFailed, .probeFailed])
    #expect(report.problems.first?.found == "No such file or directory")
  }

  @Test func `that says nothing is a problem of every plugin`() async throws {
    let installation = try Installation()
    installation.probe = Probe(executable: "/bin/false", arguments: [])
    #expect(
      await installation.check().problems.map(\.code) == [.probeFailed, .dependencyFailed, .probeFailed])
  }

  @Test func `does not hand the host's environment to plugins`() async throws {
    let installation = try Installation()
    let script = "env > \(installation.folder.path)/environment\nexec \(Toolchain.host) \"$@\"\n"
    let path = try installation.folder.write("probe.sh", script.utf8)
    installation.probe = Probe(executable: "/bin/sh", arguments: [path, "probe"])
    installation.probe.environment["FIELDHOUSE_TEST_SECRET"] = "sesame"
    #expect(await installation.check().isClean)
    let environment = try String(contentsOfFile: "\(installation.folder.path)/environment", encoding: .utf8)
    #expect(environment.contains("SWIFT_BACKTRACE="))
    #expect(!environment.contains("sesame"))
  }
}
