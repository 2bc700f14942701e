import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `While PostgreSQL is out` {
  private static let morning = "2024-08-17T09:00:00Z"

  /// What may become of a server.
  enum Trouble: String, CaseIterable, CustomTestStringConvertible {
    case stopped, hung, readOnly = "read-only"
    var testDescription: String { rawValue }

    func begin(_ server: OwnPostgreSQL) async throws {
      switch self {
      case .stopped: try await server.halt()
      case .hung: try await server.setHanging(true)
      case .readOnly: try await server.setReadOnly(true)
      }
    }

    func end(_ server: OwnPostgreSQL) async throws {
      switch self {
      case .stopped: try await server.resume()
      case .hung: try await server.setHanging(false)
      case .readOnly: try await server.setReadOnly(false)
      }
    }
  }

  @Test(arguments: Trouble.allCases)
  func `host and doctor say so in the same words, nothing is lost, and it works again by itself`(
    _ trouble: Trouble
  ) async throws {
    try await OwnPostgreSQL.run { server in
      let installation = try Installation(season: TestSeason.text())
      let options = ["--database", server.address]
      try await RunningHost.run(installation, clock: Self.morning, options: options) { host in
        let person = try await host.predictor("+4915100000001", 2, 1)
        let report = OutageReport(outage: "PostgreSQL \(trouble.rawValue)", host: host, options: options)
        #expect(try await report.wait(for: "ready", "storage", "ok").code == 200)
        try await trouble.begin(server)
        let isDown = trouble != .readOnly
        let ready = try await report.wait(
          for: isDown ? "down" : "degraded", "storage", isDown ? "down" : "degraded")
        #expect(ready.code == (isDown ? 503 : 200))
        #expect(ready.parts["storage"]?["since"]?.string.flatMap(RFC3339.date) != nil)
        #expect(
          ready.parts["storage"]?["remedy"]?.string
            == (isDown
              ? "See that the database runs and can be reached; work goes on by itself then."
              : "Let the host write the database: its files and folder, or the primary server."))
        #expect(try await host.get("/livez").status == 200)
        let write = try await host.prediction("PUT", TestSeason.first, as: person, body: prediction(3, 0))
        #expect(write.status == 503)
        #expect(write.code == (isDown ? "storage-unavailable" : "storage-read-only"))
        let read = try await host.prediction("GET", TestSeason.first, as: person)
        #expect(read.status == (isDown ? 503 : 200))
        report.tell(ready, "storage", reads: read.status, writes: write.status)
        try await report.doctor("storage", as: ReadyState(host))
        try await trouble.end(server)
        try await report.recovers("storage") {
          try await host.expect(home: 2, of: person)
          try await host.predict(4, 4, as: person)
          try await host.expect(home: 4, of: person)
        }
      }
    }
  }
}
