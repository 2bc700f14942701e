@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A device becomes known` {
  private static let phone = "+4915112345678"

  private func knows(_ world: World, _ device: String, _ account: AccountID) async throws -> Bool {
    let device = Device(cookie: device, address: ClientAddress("203.0.113.7"))
    return try await world.storage.read { try await KnownDevices.isKnown(device, to: account, in: $0) }
  }

  /// Expects that a sign-in made its device known, and no other one.
  private func expectKnown(_ world: World, _ device: String, _ answer: Answer, _ way: String) async throws {
    #expect(answer.status < 300, "\(way): \(answer.body)")
    #expect(try await knows(world, device, answer.accountID), "\(way)")
    #expect(try await !knows(world, try await world.browser(), answer.accountID), "\(way)")
  }

  @Test(.tags(.pl7)) func `with a code, for a new account and for an old one`() async throws {
    try await World.with { world in
      for way in ["sign-up", "sign-in"] {
        let device = try await world.browser()
        try await world.call(.post, "/auth/otp", ["phone": .string(Self.phone)], cookie: device)
        let body: JSON = [
          "phone": .string(Self.phone), "code": .string(try await world.lastCode(to: Self.phone)), "acceptsTerms": true,
        ]
        try await expectKnown(
          world, device, try await world.call(.post, "/auth/otp/verify", body, cookie: device), way)
      }
    }
  }

  @Test(.tags(.pl7)) func `with a confirmed address and with a password`() async throws {
    try await World.with { world in
      let device = try await world.browser()
      let code = JSON.string(try #require(try await world.apply(cookie: device).code))
      let confirmed = try await world.call(
        .post, "/auth/verify", ["email": "jane@example.org", "code": code], cookie: device)
      try await expectKnown(world, device, confirmed, "confirmation")
      let other = try await world.browser()
      let body: JSON = ["identifier": "jane@example.org", "password": .string(World.password)]
      try await expectKnown(world, other, try await world.call(.post, "/auth/login", body, cookie: other), "password")
    }
  }

  @Test(.tags(.pl7)) func `with the link of the first start`() async throws {
    try await World.with { world in
      let device = try await world.browser()
      let link = try #require(try await world.accounts.setUpPath()?.split(separator: "=").last.map(String.init))
      let body: JSON = [
        "token": .string(link), "email": "ada@example.org", "password": .string(World.password),
        "passwordConfirmation": .string(World.password),
      ]
      try await expectKnown(world, device, try await world.call(.post, "/auth/setup", body, cookie: device), "set-up")
    }
  }

  @Test(.tags(.pl7, .pl19)) func `with an identity, for a new account and for an old one`() async throws {
    try await World.withProvider { world, provider in
      try await provider.set(["subject": "person-1"])
      for way in ["sign-up", "sign-in"] {
        let device = try await world.browser()
        let answer = try await world.finish(try await world.journey(provider), device: device)
        #expect(answer.body["isNew"]?.bool == (way == "sign-up"))
        try await expectKnown(world, device, answer, way)
      }
    }
  }

  @Test(.tags(.pl19)) func `that is new with the answer itself, where it had no cookie yet`() async throws {
    try await World.withProvider { world, provider in
      let answer = try await world.finish(try await world.journey(provider), isWeb: true)
      #expect(answer.cookies.map(\.name) == [Accounts.sessionCookie, "fieldhouse_device"])
      let device = try #require(answer.cookie("fieldhouse_device")).value
      try await expectKnown(world, device, answer, "without a cookie")
    }
  }

  @Test(.tags(.pl7)) func `by nothing that fails or only asks`() async throws {
    try await World.withProvider { world, provider in
      let (device, owner) = (try await world.browser(), try await world.register())
      let wrong: JSON = ["identifier": "jane@example.org", "password": "a wrong phrase 1"]
      #expect(try await world.call(.post, "/auth/login", wrong, cookie: device).status == 401)
      try await world.call(.post, "/auth/password/forgot", ["email": "jane@example.org"], cookie: device)
      try await world.call(.get, "/auth/methods", cookie: device)
      let identity = try await world.finish(try await world.journey(provider, adding: owner.token), token: owner.token)
      #expect(identity.body["added"]?.bool == true)
      _ = try await world.enrol(owner.token)
      let back = try await world.finish(try await world.journey(provider), device: device)
      #expect(back.code == "second-factor-needed")
      #expect(try await !knows(world, device, owner.accountID))
    }
  }
}

@Suite struct `An owner who comes in through a provider` {
  @Test(.tags(.pl19, .pl7)) func `has tries for the second factor on a known device, whatever strangers use up`()
    async throws
  {
    try await World.withProvider { world, provider in
      let device = try await world.browser()
      try await provider.set(["subject": "person-1"])
      let owner = try await world.finish(try await world.journey(provider), device: device)
      let app = try await world.enrol(owner.token)
      world.clock.advance(60)
      try await provider.set(["now": .integer(Int64(world.clock.now.timeIntervalSince1970))], of: "club")
      var codes: [String?] = []
      let strange = try await world.journey(provider)
      for number in 0..<12 {
        let guess = strange.with(["secondFactor": "000000"])
        codes.append(try await world.finish(guess, address: "198.51.100.\(number)").code)
      }
      #expect(codes.suffix(2) == ["too-many-attempts", "too-many-attempts"])
      let right = try await world.journey(provider).with(["secondFactor": .string(app.code(at: world.clock.now))])
      #expect(try await world.finish(right, address: "192.0.2.1").code == "too-many-attempts", "a strange device waits")
      let known = try await world.finish(right, device: device, address: "192.0.2.1")
      #expect(known.status == 200 && known.accountID == owner.accountID, "\(known.body)")
    }
  }
}

@Suite struct `An owner on a strange device under attack` {
  /// Strangers at so many addresses that no budget of an address counts.
  private func storm(_ world: World, rounds: Range<Int>) async throws -> [Int] {
    var asked: [Int] = []
    for round in rounds {
      let address = "198.51.\(100 + round / 250).\(round % 250)"
      let cookie = SessionToken.random().text
      let guess: JSON = ["identifier": "jane@example.org", "password": "guess"]
      try await world.call(.post, "/auth/login", guess, address: address, cookie: cookie)
      let email: JSON = ["email": "jane@example.org"]
      asked.append(try await world.call(.post, "/auth/password/forgot", email, address: address, cookie: cookie).status)
    }
    return asked
  }

  @Test(.tags(.pl7, .pl17)) func `gets in by the mail, though strangers take every guess and ask for every mail`()
    async throws
  {
    try await World.with { world in
      let owner = try await world.register()
      let asked = try await storm(world, rounds: 0..<60)
      #expect(asked.filter { $0 == 202 }.count == 5 && asked.suffix(50).allSatisfy { $0 == 429 })
      let (address, device) = ("192.0.2.1", try await world.browser())
      let login: JSON = ["identifier": "jane@example.org", "password": .string(World.password)]
      let refused = try await world.call(.post, "/auth/login", login, address: address, cookie: device)
      #expect(refused.status == 429, "nothing is left of what all strangers share")
      // Who asks for a mail may have to wait as well: but then one has been sent, and its link works anywhere.
      let token = JSON.string(try await world.lastLinkToken(to: "jane@example.org", containing: "/password/reset"))
      _ = try await storm(world, rounds: 60..<120)
      let phrase: JSON = ["token": token, "password": "a new long phrase", "passwordConfirmation": "a new long phrase"]
      let reset = try await world.call(.post, "/auth/password/reset", phrase, address: address, cookie: device)
      #expect(reset.status == 204, "\(reset.body)")
      _ = try await storm(world, rounds: 120..<180)
      let changed: JSON = ["identifier": "jane@example.org", "password": "a new long phrase"]
      let arrived = try await world.call(.post, "/auth/login", changed, address: "192.0.2.77", cookie: device)
      #expect(arrived.accountID == owner.accountID, "the device that used the link is known: \(arrived.body)")
    }
  }

  @Test(.tags(.pl7, .pl17)) func `finds a mail of the last five minutes at any time of an attack that goes on`()
    async throws
  {
    try await World.with { world in
      _ = try await world.register()
      var sentAt: [Date] = []
      for round in 0..<90 {
        let before = try await world.messageCount()
        _ = try await storm(world, rounds: round..<(round + 1))
        if try await world.messageCount() > before { sentAt.append(world.clock.now) }
        if round >= 10 {
          let last = try #require(sentAt.last)
          #expect(world.clock.now.timeIntervalSince(last) <= 300, "round \(round)")
        }
        world.clock.advance(20)
      }
      let token = try await world.lastLinkToken(to: "jane@example.org", containing: "/password/reset")
      let phrase: JSON = [
        "token": .string(token), "password": "a new long phrase", "passwordConfirmation": "a new long phrase",
      ]
      #expect(try await world.call(.post, "/auth/password/reset", phrase, address: "192.0.2.1").status == 204)
    }
  }
}
