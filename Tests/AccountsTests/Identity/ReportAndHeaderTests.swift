@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Reports` {
  private func report(_ number: Int, _ person: Answer, _ world: World, kind: String = "user") async throws -> Answer {
    let body: JSON = ["subjectKind": .string(kind), "subject": .string("stranger\(number)"), "reason": "spam"]
    return try await world.call(.post, "/reports", body, token: person.token)
  }

  private func count(_ world: World) async throws -> Int {
    try await world.storage.read { try await $0.first("select count(*) from reports")?[0] ?? -1 }
  }

  @Test func `count once for each account and thing`() async throws {
    try await World.with { world in
      let (one, two) = (try await world.person(1), try await world.person(2))
      try await world.strangers(7..<9)
      let first = try await report(7, one, world)
      let again = try await report(7, one, world)
      #expect(again.status == first.status)
      #expect(again.body == first.body)
      #expect(try await report(7, two, world).body["id"] != first.body["id"])
      #expect(try await report(8, one, world).body["id"] != first.body["id"])
      #expect(try await count(world) == 3)
    }
  }

  @Test func `at the same time count once too`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      try await world.strangers(7..<8)
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { _ = try await report(7, person, world) } }
        try await group.waitForAll()
      }
      #expect(try await count(world) == 1)
    }
  }

  @Test func `of one account are twenty at once, and a repeated one is free`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      try await world.strangers(0..<650)
      var statuses: [Int] = []
      for number in 0..<500 { statuses.append(try await report(number, person, world).status) }
      #expect(statuses.filter { $0 < 300 }.count == 20)
      #expect(statuses.filter { $0 == 429 }.count == 480)
      #expect(try await report(3, person, world).status < 300)
      world.clock.advance(86_400)
      var later = 0
      for number in 600..<650 where try await report(number, person, world).status < 300 { later += 1 }
      #expect(later == 20)
    }
  }

  @Test(.tags(.tm78)) func `are of people who are there, and not of oneself or of other things`() async throws {
    try await World.with { world in
      let (one, two) = (try await world.person(1), try await world.person(2))
      func report(_ subject: String, kind: String = "user", reason: String = "harassment") async throws -> Answer {
        let body: JSON = ["subjectKind": .string(kind), "subject": .string(subject), "reason": .string(reason)]
        return try await world.call(.post, "/reports", body, token: one.token)
      }
      #expect(try await report("nobody").code == "person-unknown")
      #expect(try await report(one.accountID.text).code == "yourself")
      for kind in ["group", "post", "message"] {
        #expect(try await report(two.accountID.text, kind: kind).status == 422)
      }
      #expect(try await report(two.accountID.text, reason: "dislike").status == 422)
      #expect(try await count(world) == 0)
      for reason in ["harassment", "bullying", "spam", "inappropriate", "other"] {
        let reporter = try await world.person(10 + (reason.count))
        let body: JSON = ["subjectKind": "user", "subject": .string(two.accountID.text), "reason": .string(reason)]
        #expect(try await world.call(.post, "/reports", body, token: reporter.token).status == 201)
      }
      #expect(try await count(world) == 5)
    }
  }

  @Test func `of two who left stay both`() async throws {
    try await World.with { world in
      try await world.strangers(7..<8)
      for number in 1...2 {
        let person = try await world.person(number)
        _ = try await report(7, person, world)
        #expect(try await world.call(.delete, "/me", token: person.token).status == 204)
      }
      #expect(try await count(world) == 2)
    }
  }
}

@Suite struct `What somebody else's name can do to a message` {
  private static let names = [
    "Jane\r\nBcc: all@example.org", "Jane\nSubject: You won", "\u{202E}enaJ", "Free money at https://evil.example",
    "J\u{0}ane",
  ]

  @Test(arguments: names) func `it stands in no subject, and in no line of its own`(name: String) async throws {
    try await World.with { world in
      let host = try await world.person(1)
      try await world.accounts.context.storage.write { transaction in
        let text = name.replacing("\u{0}", with: "\u{1}")
        try await transaction.execute("update people set name = \(text) where id = \(host.accountID)")
        try await ChangeLog.record(host.accountID, in: transaction)
      }
      let made = try await world.call(.post, "/me/invitations", ["email": "friend@example.org"], token: host.token)
      try #require(made.status == 201)
      let mail = try #require(try await world.deliveries().last)
      #expect(mail["subject"]?.string == "An invitation to Fieldhouse")
      let text = mail["text"]?.string ?? ""
      #expect(!text.contains("\r"))
      #expect(!text.contains("\nBcc:") && !text.contains("\nSubject:") && !text.contains("\u{202E}"))
    }
  }

  @Test(arguments: ["\r", "\n", "\r\n", "\u{0}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}"])
  func `no control reaches a header`(control: String) throws {
    let message = DeliveryMessage(
      id: "1", channel: .email, to: "a@example.org\(control)Bcc: b@example.org",
      subject: "Hello\(control)Bcc: c@example.org",
      text: "x")
    let sender = MailSender(
      name: "Club\(control)Bcc: d@example.org", address: "club@example.org\(control)Bcc: e@example.org")
    let bytes = MailText(message, sender: sender, date: Date(timeIntervalSince1970: 0)).bytes
    let head = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")[0]
    for line in head.components(separatedBy: "\r\n") {
      #expect(!line.hasPrefix("Bcc:"))
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value < 127 })
    }
    for word in head.matches(of: /=\?utf-8\?B\?([^?]*)\?=/) {
      let decoded = Data(base64Encoded: String(word.1)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      #expect(!decoded.contains(control))
    }
  }

  @Test func `operators' and people's texts in every language name nobody in a subject`() throws {
    for (language, table) in try Strings.load().tables {
      for (key, text) in table where key.hasSuffix(".subject") {
        #expect(!text.contains("{name}"), "\(language) \(key)")
      }
    }
  }
}
