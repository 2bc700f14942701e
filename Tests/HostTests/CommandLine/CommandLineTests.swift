import FieldhouseKit
import Foundation
import Testing

@Suite struct `The command line` {
  @Test(arguments: [
    ["nonsense"], ["serve", "--nonsense"], ["serve", "--clock", "noon"], ["serve", "--listen", "here"],
    ["plugins", "info"], ["serve", "--config", "missing.json"],
  ])
  func `ends with 2 for wrong usage and says what is wrong`(_ arguments: [String]) async throws {
    let folder = try TestFolder()
    let tool = try await Tool.fieldhouse(arguments, folder: folder.path)
    #expect(tool.code == 2)
    #expect(tool.output.isEmpty)
    #expect(!tool.errors.isEmpty)
  }

  @Test func `shows help and versions`() async throws {
    let help = try await Tool.fieldhouse(["--help"])
    #expect(help.code == 0)
    #expect(["serve", "check", "plugins", "doctor", "config", "openapi", "version"].allSatisfy(help.output.contains))
    let version = try await Tool.fieldhouse(["version", "--json"]).json
    #expect(version["kit"] == .string(Kit.version))
    #expect(version["contract"] == .integer(Int64(Kit.contract)))
    #expect(version["host"]?.string?.split(separator: ".").count == 3)
  }

  @Test func `openapi describes every route of host and plugins as 3.1 does`() async throws {
    let installation = try Installation()
    let tool = try await Tool.fieldhouse(["openapi"] + installation.flags)
    #expect(tool.code == 0)
    let document = try tool.json
    #expect(document["openapi"]?.string?.hasPrefix("3.1.") == true)
    let paths = document["paths"]?.object?.keys ?? []
    #expect(paths.contains("/v1/auth/otp"))
    #expect(paths.contains("/v1/soccer-predictions/matches/{match}/prediction"))
  }

  @Test func `a second host on the same data does not start`() async throws {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { host in
      let tool = try await Tool.fieldhouse(["serve", "--listen", "127.0.0.1:\(host.port)"] + installation.flags)
      #expect(tool.code == 1 || tool.code == 75)
      #expect(!tool.errors.isEmpty)
      #expect(try await host.soccer("/leagues").status == 200)
    }
  }
}

@Suite struct `fieldhouse doctor` {
  private func findings(_ installation: Installation, _ flags: [String] = []) async throws -> (Int32, [JSON]) {
    let tool = try await Tool.fieldhouse(["doctor", "--json"] + installation.flags + flags)
    return (tool.code, try tool.json.array ?? [])
  }

  @Test func `finds nothing wrong with a healthy installation`() async throws {
    let (code, findings) = try await findings(Installation())
    #expect(code == 0)
    #expect(findings.allSatisfy { $0["severity"] != "problem" })
    #expect(findings.contains { $0["code"] == "database" && $0["message"]?.string?.hasPrefix("sqlite 3.") == true })
  }

  @Test func `names each problem with its remedy and ends with 1`() async throws {
    let installation = try Installation()
    try installation.folder.write("manifests/unfinished.json", "{")
    let (code, findings) = try await findings(installation)
    #expect(code == 1)
    let problems = findings.filter { $0["severity"] == "problem" }
    #expect(problems.count == 1)
    #expect(problems.first?["message"]?.string?.contains("unfinished.json") == true)
  }

  @Test func `notices a missing folder of manifests`() async throws {
    let installation = try Installation()
    try FileManager.default.removeItem(atPath: installation.manifests)
    let (code, findings) = try await findings(installation)
    #expect(code == 1)
    #expect(findings.contains { $0["code"] == "manifests-missing" })
  }
}
