import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A host whose database is in trouble` {
  private static let morning = "2024-08-17T09:00:00Z"

  @Test(arguments: [("full", 507, "storage-full"), ("read-only", 503, nil), ("failing", 503, nil)])
  func `says so, goes on reading, and saves again by itself when the disk is mended`(
    _ trouble: String, _ status: Int, _ code: String?
  ) async throws {
    let installation = try Installation(season: TestSeason.text())
    let disk = try await DiskTrouble(installation)
    let person = try await RunningHost.run(installation, clock: Self.morning, environment: disk.environment) { host in
      let person = try await host.predictor("+4915100000001", 2, 1)
      try disk.set(trouble)
      for home in 3...5 {
        let reply = try await host.prediction("PUT", TestSeason.first, as: person, body: prediction(home, 0))
        #expect(reply.status == status, "\(reply.json)")
        if let code { #expect(reply.code == code) }
        #expect(reply.code?.hasPrefix("storage-") == true)
        #expect(reply.headers["content-type"] == "application/problem+json")
        #expect(reply.headers["retry-after"] != nil)
        try await host.expect(home: 2, of: person)
      }
      try disk.set("")
      try await host.predict(4, 4, as: person)
      return person
    }
    try await RunningHost.run(installation, clock: Self.morning) { host in
      try await host.expect(home: 4, of: person)
    }
  }

  @Test func `of a damaged file serves the rest, doctor names file and remedy, and a restored backup mends it`()
    async throws
  {
    let installation = try Installation(season: TestSeason.text())
    let person = try await RunningHost.run(installation, clock: Self.morning) { host in
      try await host.predictor("+4915100000001", 2, 1)
    }
    let file = installation.folder("club.backup")
    #expect(try await Tool.fieldhouse(["backup", file] + installation.flags).code == 0)
    let database = "\(installation.data)/soccer-predictions.sqlite"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: database))
    bytes.replaceSubrange(
      100..<min(bytes.count, 40_000), with: Data(repeating: 0xAB, count: min(bytes.count, 40_000) - 100))
    try bytes.write(to: URL(fileURLWithPath: database))

    let doctor = try await Tool.fieldhouse(["doctor", "--json"] + installation.flags)
    #expect(doctor.code == 1)
    let finding = try doctor.json.array?.first { $0["code"] == "storage-corrupt" }
    #expect(finding?["message"]?.string?.contains("fieldhouse restore") == true)
    #expect(finding?["message"]?.string?.contains("soccer-predictions") == true)
    try await RunningHost.run(installation, clock: Self.morning) { host in
      #expect(try await host.call("GET", "/v1/ping").status == 200)
      let missing = try await host.prediction("GET", TestSeason.first, as: person)
      #expect(missing.status >= 404)
    }
    #expect(try await Tool.fieldhouse(["restore", file] + installation.flags).code == 0)
    #expect(try await Tool.fieldhouse(["doctor"] + installation.flags).code == 0)
    try await RunningHost.run(installation, clock: Self.morning) { host in
      try await host.expect(home: 2, of: person)
    }
  }

  @Test func `that is a server which is gone says so, and works again by itself when it is back`() async throws {
    try await PostgreSQLDatabase.run { database in
      let installation = try Installation(season: TestSeason.text())
      var parts = try #require(URLComponents(string: database.address))
      let proxy = CuttingProxy(to: UInt16(parts.port ?? 5_432), cutPercent: 0, seed: 1)
      defer { proxy.close() }
      (parts.host, parts.port) = ("127.0.0.1", Int(proxy.port))
      let options = ["--database", try #require(parts.string)]
      try await RunningHost.run(installation, clock: Self.morning, options: options) { host in
        let person = try await host.predictor("+4915100000001", 2, 1)
        proxy.setOpen(false)
        let reply = try await host.prediction("PUT", TestSeason.first, as: person, body: prediction(3, 0))
        #expect(reply.status == 503)
        #expect(reply.code == "storage-unavailable")
        #expect(reply.headers["retry-after"] != nil)
        let doctor = try await Tool.fieldhouse(["doctor", "--json"] + installation.flags + options)
        #expect(doctor.code == 1)
        let finding = try doctor.json.array?.first { $0["code"] == "storage-unavailable" }
        #expect(finding?["message"]?.string?.contains("Check that it runs.") == true)
        proxy.setOpen(true)
        try await host.predict(4, 4, as: person)
        try await host.expect(home: 4, of: person)
      }
    }
  }
}
