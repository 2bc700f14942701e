import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `While the machine's clock is wrong` {
  private static let library: Task<String, any Error> = Task {
    let folder = try TestFolder()
    let library = folder("clock.so")
    let source = "\(Repository.root)/Tests/ClockTrouble/preload.c"
    let tool = try await Tool.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
    try #require(tool.code == 0, "\(tool.errors)")
    return library
  }

  private func environment(_ file: String) async throws -> [String: String] {
    ["LD_PRELOAD": try await Self.library.value, "FIELDHOUSE_CLOCK_OFFSET": file]
  }

  @Test(arguments: [-7_200, 7_200])
  func `by two hours, sign-in, sessions and schedules go on, and the host says so`(_ seconds: Int) async throws {
    let installation = try Installation(season: TestSeason.text(), pollSeconds: 1)
    let file = try installation.folder.write("offset", "0")
    let environment = try await environment(file)
    try await RunningHost.run(installation, clock: nil, environment: environment) { host in
      let report = OutageReport(outage: "clock \(seconds > 0 ? "+" : "−")2 h", host: host)
      let person = try await host.signIn("+4915100000001")
      #expect(try await ReadyState(host).state(of: "clock") == "ok")
      try Data("\(seconds)".utf8).write(to: URL(filePath: file))
      try await eventually { try await ReadyState(host).words(of: "clock") != "" }
      let ready = try await ReadyState(host)
      #expect(ready.code == 200)
      if seconds < 0 {
        #expect(ready.state(of: "clock") == "degraded")
        #expect(ready.words(of: "clock").contains("was set back"))
        try await report.doctor("clock", as: ReadyState(host))
      } else {
        let told = ready.words(of: "clock").firstMatch(of: /^The machine's clock jumped by (\d+) s\./)
        let jump = try #require(told.flatMap { Int($0.1) }, "\(ready.words(of: "clock"))")
        #expect((7_199...7_201).contains(jump))
        try await report.doctor("clock", as: ready, code: 0)
      }
      let session = try await host.call("GET", "/v1/me", as: person.token)
      #expect(session.status == 200)
      let other = try await host.signIn("+4915100000002")
      #expect(try await host.call("GET", "/v1/me", as: other.token).status == 200)
      let write = try await host.call("POST", "/v1/auth/guest", body: [:])
      #expect(write.status == 201)
      try installation.write(season: TestSeason.text(third: "4-0 (1-0)"))
      try await eventually {
        try await host.soccer("/matches/\(TestSeason.third)")["score"]?["home"]?.int == 4
      }
      report.tell(ready, "clock", reads: session.status, writes: write.status)
      try Data("0".utf8).write(to: URL(filePath: file))
      #expect(try await host.call("GET", "/v1/me", as: person.token).status == 200)
      let third = try await host.signIn("+4915100000003")
      #expect(try await host.call("GET", "/v1/me", as: third.token).status == 200)
      OutageReport.recovered(report.outage, "as soon as the clock was right")
    }
  }
}
