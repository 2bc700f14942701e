import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Login by phone and one-time code` {
  @Test(.tags(.pl4, .pl6, .sp24, .sp27, .sp28)) func `an unknown number becomes an account, a known one signs in`()
    async throws
  {
    try await World.with { world in
      let first = try await world.signIn(phone: "+49 151 12345678")
      #expect(first.status == 200)
      #expect(first.body["isNew"]?.bool == true)
      #expect(first.body["account"]?["kind"]?.string == "user")
      // Personal information may be given now, or never: the account is one without it.
      let me = try await world.call(.get, "/me", token: first.token)
      #expect(me.status == 200 && me.body["id"]?.string == first.accountID.text)
      #expect(me.body["dateOfBirth"]?.string == nil && me.body["country"]?.string == nil)
      #expect(try await world.call(.patch, "/me", ["country": "DE"], token: first.token).status == 200)
      let again = try await world.signIn(phone: "0049 (151) 1234-5678")
      #expect(again.body["isNew"]?.bool == false)
      #expect(try await world.call(.get, "/me", token: again.token).body["country"]?.string == "DE")
      #expect(again.accountID == first.accountID)
      #expect(again.token != first.token)
    }
  }

  @Test(
    .tags(.pl5, .sp29),
    arguments: [
      "1234567", "1234567890123456", "", "+", "12345678x", "phone", "123456789012345678901234567890123456789012",
    ])
  func `a number with fewer than 8 or more than 15 digits is refused with the exact message`(phone: String) async throws
  {
    try await World.with { world in
      let answer = try await world.call(.post, "/auth/otp", ["phone": .string(phone)])
      #expect(answer.status == 422)
      #expect(answer.mistake("/phone") == "The length of the Phone Number should be between 8 – 15 digits.")
    }
  }

  @Test(.tags(.pl5, .sp29), arguments: ["12345678", "123456789012345", "+1 (415) 555-0100", "٠١٢٣٤٥٦٧٨"])
  func `8 to 15 digits are taken however they are written`(phone: String) async throws {
    try await World.with { world in
      let answer = try await world.call(.post, "/auth/otp", ["phone": .string(phone)])
      #expect(answer.status == 202)
    }
  }

  @Test(.tags(.pl26, .sp39)) func `without a name the server makes one`() async throws {
    try await World.with { world in
      let name = try await world.signIn(phone: "+4915112345678").body["account"]?["name"]?.string ?? ""
      #expect(name.wholeMatch(of: /User[0-9]{6}/) != nil)
    }
  }

  @Test(.tags(.pl20, .pl6)) func `a guest becomes the account and keeps its id; the guest's session ends`() async throws
  {
    try await World.with { world in
      let guest = try await world.call(.post, "/auth/guest")
      let answer = try await world.signIn(phone: "+4915112345678", guest: guest.token)
      #expect(answer.accountID == guest.accountID)
      #expect(answer.body["isNew"]?.bool == true)
      #expect(answer.body["account"]?["kind"]?.string == "user")
      #expect(try await world.call(.get, "/me", token: guest.token).status == 401)
      #expect(try await world.call(.get, "/me", token: answer.token).body["kind"]?.string == "user")
    }
  }

  @Test(.tags(.pl6)) func `a guest with a known number becomes part of the account of that number`() async throws {
    try await World.with { world in
      let owner = try await world.signIn(phone: "+4915112345678")
      let guest = try await world.call(.post, "/auth/guest")
      let answer = try await world.signIn(phone: "+4915112345678", guest: guest.token)
      #expect(answer.accountID == owner.accountID)
      #expect(try await world.call(.get, "/me", token: guest.token).status == 401)
      #expect(try await world.accounts.departed([guest.accountID]) == [guest.accountID: answer.accountID])
    }
  }

  @Test(.tags(.pl7)) func `a code works once`() async throws {
    try await World.with { world in
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      let code = try await world.lastCode(to: "4915112345678")
      #expect(code.count >= 6)
      let body: JSON = ["phone": "+4915112345678", "code": .string(code), "acceptsTerms": true]
      #expect(try await world.call(.post, "/auth/otp/verify", body).status == 200)
      let second = try await world.call(.post, "/auth/otp/verify", body)
      #expect(second.status == 401)
      #expect(second.code == "code-wrong")
    }
  }

  @Test(.tags(.pl7)) func `a code expires after ten minutes and not before`() async throws {
    try await World.with { world in
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      let code = try await world.lastCode(to: "4915112345678")
      world.clock.advance(600)
      let body: JSON = ["phone": "+4915112345678", "code": .string(code), "acceptsTerms": true]
      #expect(try await world.call(.post, "/auth/otp/verify", body).status == 401)
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      let next = try await world.lastCode(to: "4915112345678")
      world.clock.advance(599)
      let again: JSON = ["phone": "+4915112345678", "code": .string(next), "acceptsTerms": true]
      #expect(try await world.call(.post, "/auth/otp/verify", again).status == 200)
    }
  }

  @Test(.tags(.pl7)) func `after five wrong codes the right one is refused too, also after a restart`() async throws {
    try await World.with { world in
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      let code = try await world.lastCode(to: "4915112345678")
      let wrong: JSON = ["phone": "+4915112345678", "code": .string(world.otherCode(than: code))]
      for _ in 0..<5 { #expect(try await world.call(.post, "/auth/otp/verify", wrong).status == 401) }
      let later = try await world.restarted()
      let right = try await later.call(
        .post, "/auth/otp/verify", ["phone": "+4915112345678", "code": .string(code), "acceptsTerms": true])
      #expect(right.status == 429)
      #expect(right.code == "code-exhausted")
      await later.close()
    }
  }

  @Test(.tags(.pl7)) func `of a hundred parallel guesses at most five are compared`() async throws {
    try await World.with { world in
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      let code = try await world.lastCode(to: "4915112345678")
      let wrong: JSON = ["phone": "+4915112345678", "code": .string(world.otherCode(than: code))]
      let answers = try await withThrowingTaskGroup(of: String?.self) { group in
        for number in 0..<100 {
          group.addTask {
            try await world.call(.post, "/auth/otp/verify", wrong, address: "198.51.100.\(number)").code
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.filter { $0 == "code-wrong" }.count == 5)
      #expect(answers.filter { $0 == "code-exhausted" }.count == 95)
    }
  }

  @Test(.tags(.pl7)) func `another code can be asked for after thirty seconds, five times at once`() async throws {
    try await World.with { world in
      let body: JSON = ["phone": "+4915112345678"]
      let sent = try await world.call(.post, "/auth/otp", body)
      #expect(sent.body["resendAt"]?.string == "2025-08-15T12:00:30Z")
      #expect(sent.body["expiresAt"]?.string == "2025-08-15T12:10:00Z")
      let early = try await world.call(.post, "/auth/otp", body)
      #expect(early.status == 429)
      #expect(early.retryAfter == 30)
      for _ in 0..<4 {
        world.clock.advance(30)
        #expect(try await world.call(.post, "/auth/otp", body).status == 202)
      }
      world.clock.advance(30)
      #expect(try await world.call(.post, "/auth/otp", body).status == 429)
      let later = try await world.restarted()
      #expect(try await later.call(.post, "/auth/otp", body).status == 429)
      await later.close()
    }
  }

  @Test(.tags(.pl7)) func `an address may ask for codes of thirty numbers at once`() async throws {
    try await World.with { world in
      for number in 0..<30 {
        #expect(try await world.call(.post, "/auth/otp", ["phone": .string("491511234\(1000 + number)")]).status == 202)
      }
      #expect(try await world.call(.post, "/auth/otp", ["phone": "4915112349999"]).status == 429)
      let elsewhere = try await world.call(.post, "/auth/otp", ["phone": "4915112349999"], address: "198.51.100.9")
      #expect(elsewhere.status == 202)
    }
  }

  /// A number is how its owner is found and a code is told apart from others': it stands in the clear where it is
  /// looked up, and nowhere else. Who reads the database learns numbers, but no code.
  @Test(.tags(.pl7)) func `a code is nowhere in the clear, a number only where it is looked up`() async throws {
    try await World.with { world in
      _ = try await world.signIn(phone: "+4915112345678")
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      try await world.call(.post, "/auth/otp", ["phone": "+4930123456"])
      let sealed = try await world.storage.read { try await $0.query("select sealed from outbox") }
      #expect(sealed.count == 2)
      var places: Set<String> = []
      for table in World.tables {
        let rows = try await world.storage.read { try await $0.query(SQL(text: "select * from \(table)", values: [])) }
        let text = rows.flatMap(\.values).map { "\($0)" }.joined(separator: " ")
        if text.contains("15112345678") || text.contains("30123456") { places.insert(table) }
      }
      #expect(places == ["identifiers", "challenges"])
      let codes = [try await world.lastCode(to: "4915112345678"), try await world.lastCode(to: "4930123456")]
      let (values, log) = (try await world.values(), world.log.lines.joined())
      for code in codes {
        #expect(!values.contains(code))
        #expect(!log.contains(code))
      }
      #expect(!log.contains("15112345678"))
    }
  }

  @Test(.tags(.pl4, .pl55)) func `the text message is in the caller's language and carries the code`() async throws {
    try await World.with { world in
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"], language: "ar")
      let message = try #require(try await world.deliveries().last)
      let code = try #require(message["code"]?.string)
      #expect(message["channel"]?.string == "sms")
      #expect(message["at"]?.string == "2025-08-15T12:00:00Z")
      #expect(message["text"]?.string?.contains(code) == true)
      #expect(message["text"]?.string?.contains("رمز") == true)
    }
  }

  @Test func `a switched-off method is refused`() async throws {
    var settings = AccountsSettings()
    settings.methods.phone = false
    try await World.with(settings: settings) { world in
      let answer = try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      #expect(answer.code == "sign-in-method-off")
    }
  }
}
