import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Messages through gateways` {
  private static let clock = "2025-08-15T12:00:00Z"
  private static let registration: JSON = [
    "name": "Jane Doe", "email": "jane@example.org", "password": "a long enough phrase 7",
    "passwordConfirmation": "a long enough phrase 7", "acceptsTerms": true,
  ]

  @Test(.tags(.pl4, .pl11, .fc8)) func `a code goes to the text-message gateway and signs in`() async throws {
    let gateways = try await Gateways()
    defer { gateways.stop() }
    try await RunningHost.run(try Installation(), clock: Self.clock, environment: gateways.environment) { host in
      #expect(try await host.call("POST", "/v1/auth/otp", body: ["phone": "0049 151 12345678"]).status == 202)
      let message = try await gateways.wait(for: 1, "sms")[0]
      #expect(message["to"]?.string == "+4915112345678")
      #expect(message["channel"]?.string == "sms")
      #expect(message["token"]?.string == "Bearer gateway-token-canary")
      let code = try #require(message["code"])
      let body: JSON = ["phone": "+4915112345678", "code": code, "acceptsTerms": true]
      #expect(try await host.call("POST", "/v1/auth/otp/verify", body: body).status == 200)
      expectSilence(host, [code.string ?? "", "4915112345678", "gateway-token-canary"])
    }
  }

  @Test(.tags(.pl11)) func `a mail goes through the mail server with a readable subject, in Arabic too`() async throws {
    let gateways = try await Gateways()
    defer { gateways.stop() }
    try await RunningHost.run(try Installation(), clock: Self.clock, environment: gateways.environment) { host in
      let language = ["Accept-Language": "ar"]
      let applied = try await host.call("POST", "/v1/auth/register", body: Self.registration, headers: language)
      #expect(applied.status == 202)
      let mail = try await gateways.wait(for: 1, "mail")[0]
      #expect(mail["recipients"] == ["<jane@example.org>"])
      #expect(mail["sender"]?.string == "<hello@club.example>")
      #expect(mail["login"] == ["sender@club.example", "p@ss"])
      #expect(mail["subject"]?.string == "أكّد بريدك الإلكتروني في Fieldhouse")
      #expect((mail["longest"]?.int ?? 999) <= 78)
      let text = try #require(mail["text"]?.string)
      let link = try #require(text.firstMatch(of: /verify\?token=([A-Za-z0-9_-]+)/)?.1)
      #expect(try await host.call("POST", "/v1/auth/verify", body: ["token": .string(String(link))]).status == 200)
      expectSilence(host, ["jane@example.org", String(link), "p@ss", "p%40ss"])
    }
  }

  /// Moves the clock on, half a minute at a time, until a message that was refused has been tried again: when that is
  /// due is written only after the refusal. The host has time in between to send it: a code is worth nothing after a few
  /// minutes of its clock.
  private func advance(_ host: RunningHost, from minute: Int, until isDone: () -> Bool) async throws {
    var seconds = minute * 60
    try await eventually {
      let instant = String(format: "2025-08-15T12:%02d:%02dZ", seconds / 60, seconds % 60)
      let body: JSON = ["advanceTo": .string(instant)]
      if seconds < 3_600 {
        // The clock may be there already.
        let reply = try await host.call("POST", "/v1/console/clock", as: RunningHost.token, body: body)
        #expect([200, 409].contains(reply.status))
        seconds += 30
        try await Task.sleep(for: .milliseconds(200))
      }
      return isDone()
    }
  }

  @Test(.tags(.pl7, .pl11)) func `what a gateway refuses is sent again until it is taken, and then no more`()
    async throws
  {
    let gateways = try await Gateways(failing: 2)
    defer { gateways.stop() }
    try await RunningHost.run(try Installation(), clock: Self.clock, environment: gateways.environment) { host in
      try await host.call("POST", "/v1/auth/otp", body: ["phone": "+4915112345678"])
      try await host.call("POST", "/v1/auth/register", body: Self.registration)
      for (minute, refused) in [(1, 1), (2, 2)] {
        _ = try await gateways.wait(for: refused, "sms-refused")
        _ = try await gateways.wait(for: refused, "mail-refused")
        try await advance(host, from: minute) {
          refused == 1
            ? gateways.taken("sms-refused").count > 1 && gateways.taken("mail-refused").count > 1
            : !gateways.taken("sms").isEmpty && !gateways.taken("mail").isEmpty
        }
      }
      try await host.advance(to: "2025-08-15T14:00:00Z")
      // Whatever was due again has gone when a message that was asked for later has.
      try await host.call("POST", "/v1/auth/otp", body: ["phone": "+4915112345679"])
      _ = try await gateways.wait(for: 2, "sms")
      #expect(gateways.taken("sms", "sms-again").count == 2)
      #expect(gateways.taken("mail").count == 1)
      #expect(host.log.contains("delivery-refused"))
      expectSilence(host, ["jane@example.org", "4915112345678"])
    }
  }

  @Test(.tags(.pl7, .pl11)) func `a message of unknown fate is sent again as the same message`() async throws {
    let gateways = try await Gateways(cutting: 1)
    defer { gateways.stop() }
    try await RunningHost.run(try Installation(), clock: Self.clock, environment: gateways.environment) { host in
      try await host.call("POST", "/v1/auth/otp", body: ["phone": "+4915112345678"])
      try await host.call("POST", "/v1/auth/register", body: Self.registration)
      _ = try await gateways.wait(for: 1, "sms")
      _ = try await gateways.wait(for: 1, "mail")
      try await advance(host, from: 1) {
        gateways.taken("sms-again").count > 0 && gateways.taken("mail").count > 1
      }
      let again = try await gateways.wait(for: 1, "sms-again")
      #expect(again[0]["key"] == gateways.taken("sms")[0]["key"])
      let mails = try await gateways.wait(for: 2, "mail")
      #expect(mails[0]["id"] == mails[1]["id"])
      #expect(gateways.taken("sms").count == 1)
    }
  }

  @Test(.tags(.pl7, .pl11)) func `a killed host loses no message`() async throws {
    let (installation, gateways) = (try Installation(), try await Gateways(failing: 1))
    defer { gateways.stop() }
    try await RunningHost.run(installation, clock: Self.clock, environment: gateways.environment) { host in
      try await host.call("POST", "/v1/auth/otp", body: ["phone": "+4915112345678"])
      _ = try await gateways.wait(for: 1, "sms-refused")
      try await host.kill()
    }
    try await RunningHost.run(
      installation, clock: "2025-08-15T12:05:00Z", environment: gateways.environment
    ) { host in
      let message = try await gateways.wait(for: 1, "sms")[0]
      let body: JSON = ["phone": "+4915112345678", "code": try #require(message["code"]), "acceptsTerms": true]
      #expect(try await host.call("POST", "/v1/auth/otp/verify", body: body).status == 200)
      #expect(gateways.taken("sms").count == 1)
    }
  }

  @Test func `a way to sign in without its gateway is refused at the start, with the remedy`() async throws {
    let installation = try Installation()
    let environment = ["FIELDHOUSE_DELIVERIES": "gateway", "FIELDHOUSE_SMS_URL": "https://sms.example/"]
    let tool = try await Tool.fieldhouse(
      ["serve", "--listen", "127.0.0.1:0"] + installation.flags, environment: environment)
    #expect(tool.code != 0)
    #expect(tool.errors.contains("Set 'smtpUrl' and 'mailFrom', or take `email` out of 'signInMethods'."))
  }

  private func expectSilence(_ host: RunningHost, _ secrets: [String]) {
    for secret in secrets { #expect(!host.log.contains(secret), "the log holds \(secret)") }
  }
}
