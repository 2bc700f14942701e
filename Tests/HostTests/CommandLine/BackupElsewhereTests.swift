@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `An installation that is restored on another machine` {
  private static let morning = "2024-08-17T09:00:00Z"
  private static let later = "2024-08-17T09:10:00Z"
  private static let muchLater = "2024-08-17T09:20:00Z"
  private static let phone = "+4915100000001"

  /// What a person has before the backup.
  private struct Before {
    let person: Person
    let app: TimeCode
    let picture: String
    let sent: JSON
    let report: JSON
  }

  private func fill(_ host: RunningHost) async throws -> Before {
    let person = try await host.predictor(Self.phone, 2, 1)
    #expect(
      try await host.upload(SamplePicture.png(width: 40, height: 30, comment: ""), "image/png", as: person) == 204)
    let app = try await host.enrol(person)
    let picture = try #require(try await host.get("/v1/me", as: person)["picture"]?.string)
    let other = try await host.signIn("+4915100000002")
    let sent: JSON = ["subjectKind": "user", "subject": .string(other.id), "reason": "spam"]
    let report = try await host.call(
      "POST", "/v1/reports", as: person.token, body: sent, headers: ["Idempotency-Key": "report-1"])
    try #require(report.status == 201, "\(report.json)")
    return Before(person: person, app: app, picture: picture, sent: sent, report: report.json)
  }

  private func expectAll(of before: Before, on host: RunningHost) async throws {
    let withoutFactor = try await signIn(host, factor: nil)
    #expect(withoutFactor.code == "second-factor-needed")
    // A code is sent again after a while.
    try await host.advance(to: Self.muchLater)
    let reply = try await signIn(host, factor: try await host.code(of: before.app))
    try #require(reply.status == 200, "\(reply.json)")
    #expect(reply["account"]?["id"]?.string == before.person.id)
    let person = Person(id: before.person.id, token: try #require(reply["token"]?.string))
    try await host.expect(home: 2, of: person)
    let picture = try await host.get(before.picture, as: person)
    #expect(picture.status == 200)
    #expect(SamplePicture.size(ofJPEG: picture.body).map { [$0.width, $0.height] } == [40, 30])
    let again = try await host.call(
      "POST", "/v1/reports", as: person.token, body: before.sent, headers: ["Idempotency-Key": "report-1"])
    #expect(again.json == before.report)
    // The session of before counts, too: it is stored hashed, without the secret.
    #expect(try await host.get("/v1/me", as: before.person).status == 200)
  }

  private func signIn(_ host: RunningHost, factor: String?) async throws -> Reply {
    let code = try await host.askForCode(Self.phone)
    var body: JSONObject = ["phone": .string(Self.phone), "code": .string(code), "acceptsTerms": true]
    if let factor { body["secondFactor"] = .string(factor) }
    return try await host.call("POST", "/v1/auth/otp/verify", body: .object(body))
  }

  @Test func `lets in who has a second factor, and has pictures, predictions and answers of before`() async throws {
    let (old, new) = (try Installation(season: TestSeason.text()), try Installation(season: TestSeason.text()))
    let (file, passphrase) = (old.folder("club.backup"), try old.folder.write("passphrase", "correct horse battery\n"))
    let before = try await RunningHost.run(old, clock: Self.morning) { host in
      let before = try await fill(host)
      let made = try await Tool.fieldhouse(["backup", file, "--passphrase-file", passphrase] + old.flags)
      try #require(made.code == 0, "\(made.errors)")
      #expect(made.errors.contains("The secret is sealed"))
      return before
    }
    let closed = try await Tool.fieldhouse(["restore", file] + new.flags)
    #expect(closed.code == 1)
    #expect(closed.errors.contains("Give --passphrase-file"))
    let restored = try await Tool.fieldhouse(["restore", file, "--passphrase-file", passphrase] + new.flags)
    try #require(restored.code == 0, "\(restored.errors)")
    try await RunningHost.run(new, clock: Self.later) { host in try await expectAll(of: before, on: host) }
  }

  @Test func `and on PostgreSQL has the same, and goes back to what was there before`() async throws {
    let (old, new) = (try Installation(season: TestSeason.text()), try Installation(season: TestSeason.text()))
    let file = old.folder("club.backup")
    let before = try await RunningHost.run(old, clock: Self.morning) { host in
      let before = try await fill(host)
      try #require(try await Tool.fieldhouse(["backup", file] + old.flags).code == 0)
      return before
    }
    try await PostgreSQLDatabase.run { database in
      let flags = new.flags + ["--database", database.address]
      let options = ["--database", database.address]
      let present = try await RunningHost.run(new, clock: Self.morning, options: options) { host in
        let person = try await host.predictor("+4915100000002", 5, 5)
        let running = try await Tool.fieldhouse(["restore", file] + flags)
        #expect(running.code == 75)
        #expect(running.errors.contains("Stop it first."))
        return person
      }
      let restored = try await Tool.fieldhouse(["restore", file] + flags)
      try #require(restored.code == 0, "\(restored.errors)")
      try await RunningHost.run(new, clock: Self.later, options: options) { host in
        try await expectAll(of: before, on: host)
        #expect(try await host.get("/v1/me", as: present).status == 401)
        try #require(try await Tool.fieldhouse(["backup", file, "--force"] + flags).code == 0)
      }
      let undone = try await Tool.fieldhouse(["restore", "--undo"] + flags)
      try #require(undone.code == 0, "\(undone.errors)")
      try await RunningHost.run(new, clock: Self.later, options: options) { host in
        try await host.expect(home: 5, of: present)
      }
    }
  }

  @Test func `does not bring back who has left since the backup`() async throws {
    let installation = try Installation(season: TestSeason.text())
    let file = installation.folder("club.backup")
    let atOnce = ["FIELDHOUSE_ERASURE_GRACE_HOURS": "0"]
    let (leaver, other) = try await RunningHost.run(installation, clock: Self.morning, environment: atOnce) { host in
      let people = (try await host.predictor(Self.phone, 2, 1), try await host.predictor("+4915100000002", 3, 1))
      try #require(try await Tool.fieldhouse(["backup", file] + installation.flags).code == 0)
      #expect(try await host.call("DELETE", "/v1/me", as: people.0.token).status == 204)
      return people
    }
    try #require(try await Tool.fieldhouse(["restore", file] + installation.flags).code == 0)
    try await RunningHost.run(installation, clock: Self.later) { host in
      #expect(try await host.get("/v1/me", as: leaver).status == 401)
      #expect(try await host.get("/v1/people/\(leaver.id)", as: other).status == 404)
      try await host.expect(home: 3, of: other)
    }
  }
}

extension RunningHost {
  /// Asks for a one-time code and returns it.
  func askForCode(_ phone: String) async throws -> String {
    let before = codes(for: phone).count
    let asked = try await call("POST", "/v1/auth/otp", body: ["phone": .string(phone)])
    try #require(asked.status == 202, "\(asked.json)")
    return try await nextCode(for: phone, after: before)
  }
}
