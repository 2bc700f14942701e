import FieldhouseKernel
import FieldhouseKit
import Testing

@Suite struct `A quarantined plugin` {
  private static let reason = "The plugin ended the host with SIGILL."

  private func check(_ quarantined: [String: QuarantinedVersion]) async throws -> CheckReport {
    let installation = try Installation()
    var configuration = installation.configuration
    configuration.probe = nil
    configuration.quarantined = quarantined
    let report = await Checker(configuration).run()
    return withExtendedLifetime(installation) { report }
  }

  @Test func `is left out with its reason, and those that need it`() async throws {
    let report = try await check(["healthy-b": QuarantinedVersion(version: "1.0.0", reason: Self.reason)])
    #expect(report.plugins.isEmpty)
    #expect(report.problems.map(\.code) == [.dependencyFailed, .pluginQuarantined])
    let problem = try #require(report.problems.last)
    #expect(problem.message == "The plugin is kept out. \(Self.reason)")
    #expect(problem.remedy.contains("fieldhouse plugins release healthy-b"))
    #expect(report.listing.map(\.state) == [.leftOut, .quarantined])
    #expect(report.dropped.count == 2)
    #expect(!report.isClean)
  }

  @Test func `is told with those that need it, so that their routes can be answered`() async throws {
    let report = try await check(["healthy-b": QuarantinedVersion(version: "1.0.0", reason: Self.reason)])
    #expect(report.heldBack.map(\.id) == ["healthy-a", "healthy-b"])
    #expect(report.heldBack.map(\.area) == ["healthy-a", "healthy-b"])
  }

  @Test func `takes along nobody whom it does not need`() async throws {
    let report = try await check(["healthy-a": QuarantinedVersion(version: "1.0.0", reason: Self.reason)])
    #expect(report.plugins.map(\.id) == ["healthy-b"])
    #expect(report.heldBack.map(\.id) == ["healthy-a"])
  }

  @Test(arguments: ["0.9.9", "1.0.1", "1.0.0-rc.1"]) func `is not meant in another version`(_ version: String)
    async throws
  {
    let report = try await check(["healthy-b": QuarantinedVersion(version: version, reason: Self.reason)])
    #expect(report.isClean)
    #expect(report.heldBack.isEmpty)
    #expect(report.plugins.count == 2)
  }
}
