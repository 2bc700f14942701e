import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Glibc
import Testing

@Suite struct `Operators are told` {
  private static let morning = "2024-08-17T09:00:00Z"

  /// Makes the first administrator, and signs it in.
  private func administrator(_ host: RunningHost) async throws -> String {
    let token = JSON.string(try #require(try await host.link()).token)
    let body: JSON = [
      "token": token, "email": "admin@example.org", "password": "a long enough phrase 7",
      "passwordConfirmation": "a long enough phrase 7",
    ]
    let reply = try await host.call("POST", "/v1/auth/setup", body: body)
    return try #require(reply["token"]?.string)
  }

  @Test(.tags(.pl84, .fs29))
  func `that the database is out, by mail and webhook while it is and in the inbox afterwards, and that it is back`()
    async throws
  {
    let gateways = try await Gateways()
    defer { gateways.stop() }
    let environment = gateways.environment.merging([
      "FIELDHOUSE_ALERT_SECONDS": "1", "FIELDHOUSE_ALERT_MAIL": "ops@club.example",
      "FIELDHOUSE_ALERT_WEBHOOK": "http://127.0.0.1:\(gateways.textPort)/alerts",
    ]) { $1 }
    try await OwnPostgreSQL.run { server in
      let options = ["--database", server.address]
      try await RunningHost.run(Installation(), clock: Self.morning, environment: environment, options: options) {
        host in
        let admin = try await administrator(host)
        let kinds = try await host.call("GET", "/v1/me/notification-kinds", as: admin)
        #expect(kinds.json.serialized().contains("accounts/host-trouble"))
        let others = try await host.get("/v1/me/notification-kinds", as: host.guest())
        #expect(others.status == 200 && !others.json.serialized().contains("host-trouble"))
        func alerts() -> [JSON] {
          gateways.taken("alert").compactMap { $0["alert"] }.filter { $0["part"] == "storage" }
        }
        func mails() -> [JSON] {
          gateways.taken("mail").filter {
            $0["to"] == "ops@club.example" && $0["subject"]?.string?.contains(": storage ") == true
          }
        }
        func texts() async throws -> [String] {
          try await host.call("GET", "/v1/me/notifications?limit=100", as: admin).items.filter {
            $0["kind"] == "host-trouble"
          }.compactMap { $0["text"]?.string }.filter { $0.hasPrefix("storage ") }
        }
        try await server.halt()
        try await eventually { mails().count == 1 && alerts().count == 1 }
        #expect(alerts()[0]["text"]?.string?.hasPrefix("storage does not work as it should.") == true)
        #expect(alerts()[0]["kind"] == "began" && alerts()[0]["until"] == nil)
        #expect(alerts()[0]["since"]?.string.flatMap(RFC3339.date) != nil)
        try await server.resume()
        try await eventually { mails().count == 2 && alerts().count == 2 }
        #expect(alerts()[1]["kind"] == "ended" && alerts()[1]["until"]?.string.flatMap(RFC3339.date) != nil)
        try await eventually { try await texts().count == 2 }
        #expect(try await texts().contains("storage works again. It did not for 1 min."))
        // Each once, however long it was out.
        #expect(mails().count == 2 && alerts().count == 2)
        let shown = try await host.call("GET", "/v1/console/uptime", as: RunningHost.token)
        #expect(shown["outages"]?.array?.contains { $0["part"] == "storage" && $0["until"] != nil } == true)
        #expect(shown["whole"]?["totalSeconds"]?.int ?? 0 > 0)
        let metrics = String(decoding: try await host.get("/metrics").body, as: UTF8.self)
        #expect(metrics.contains("fieldhouse_host_uptime_ratio"))
      }
    }
  }

  @Test(.tags(.pl84, .fs29)) func `by the supervisor that the host is away and cannot say so, and that it is back`()
    async throws
  {
    let installation = try Installation()
    let folder = try TestFolder()
    let environment = [
      "FIELDHOUSE_ALERT_SECONDS": "10", "FIELDHOUSE_ALERT_COMMAND": "echo $FIELDHOUSE_ALERT >> \(folder("told"))",
    ]
    let told = { ((try? folder.read("told")) ?? "").split(separator: "\n").map(String.init) }
    try await RunningHost.run(installation, clock: Self.morning, environment: environment) { host in
      let key = "\(installation.data)/secret.key"
      let bytes = try #require(FileManager.default.contents(atPath: key))
      // A worker that dies and comes back within these seconds is nothing the supervisor tells.
      let first = try #require(host.worker)
      Glibc.kill(first, SIGKILL)
      _ = try await host.worker(after: first)
      try await eventually { try await host.call("GET", "/v1/ping").status == 200 }
      #expect(told() == [])
      // One that cannot come back is.
      try Data("broken".utf8).write(to: URL(fileURLWithPath: key))
      Glibc.kill(try #require(host.worker), SIGKILL)
      try await eventually { told() == ["down"] }
      try bytes.write(to: URL(fileURLWithPath: key))
      try await eventually { told() == ["down", "up"] }
      try await eventually { try await host.call("GET", "/v1/ping").status == 200 }
      #expect(told() == ["down", "up"])
      // The host itself has told that its workers have died, which it keeps in mind so as not to tell of each.
      try await eventually {
        let outages = try? String(contentsOfFile: "\(installation.data)/outages.json", encoding: .utf8)
        return outages?.contains("\"lastDeathTold\"") == true
      }
    }
  }

  @Test(.tags(.pl84)) func `nothing by mails that cannot leave: the setting is refused`() async throws {
    let environment = [
      "FIELDHOUSE_DELIVERIES": "gateway", "FIELDHOUSE_SIGN_IN_METHODS": "phone",
      "FIELDHOUSE_SMS_URL": "http://127.0.0.1:1/", "FIELDHOUSE_ALERT_MAIL": "ops@club.example",
    ]
    let check = try await Tool.fieldhouse(["doctor"] + Installation().flags, environment: environment)
    #expect(check.code != 0)
    #expect(check.errors.contains("alertMail: mails need a gateway. Set 'smtpUrl' and 'mailFrom'."))
  }
}
