@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `An owner whom strangers want to keep out` {
  private static let phone = "+4915112345678"

  private func askCode(_ world: World, _ address: String, _ cookie: String?) async throws -> Int {
    let body: JSON = ["phone": .string(Self.phone)]
    let answer = try await world.call(.post, "/auth/otp", body, address: address, cookie: cookie)
    try await world.accounts.deliver()
    return answer.status
  }

  private func tryCode(_ world: World, _ code: String, _ address: String, _ cookie: String?) async throws -> Answer {
    let body: JSON = ["phone": .string(Self.phone), "code": .string(code), "acceptsTerms": true]
    return try await world.call(.post, "/auth/otp/verify", body, address: address, cookie: cookie)
  }

  @Test(.tags(.pl7)) func `signs in by phone beside a stranger who asks for codes and guesses without end`()
    async throws
  {
    try await World.with { world in
      let owner = try await world.signIn(phone: Self.phone)
      let (cookie, stranger) = (try await world.browser(), try await world.browser())
      for _ in 0..<40 {
        _ = try await askCode(world, "198.51.100.66", stranger)
        for guess in 0..<6 { _ = try await tryCode(world, "00000\(guess)", "198.51.100.66", stranger) }
        world.clock.advance(30)
      }
      #expect(try await askCode(world, "203.0.113.7", cookie) == 202)
      let code = try await world.lastCode(to: Self.phone)
      _ = try await askCode(world, "198.51.100.66", stranger)
      for guess in 0..<6 { _ = try await tryCode(world, "00000\(guess)", "198.51.100.66", stranger) }
      #expect(try await tryCode(world, code, "203.0.113.7", cookie).accountID == owner.accountID)
    }
  }

  @Test(.tags(.pl7)) func `signs in on a known device though strangers at many addresses take every message`()
    async throws
  {
    try await World.with { world in
      let cookie = try await world.browser()
      #expect(try await askCode(world, "203.0.113.7", cookie) == 202)
      let first = try await tryCode(world, try await world.lastCode(to: Self.phone), "203.0.113.7", cookie)
      try #require(first.status == 200)
      for number in 0..<60 {
        _ = try await askCode(world, "198.51.100.\(number)", try await world.browser())
        world.clock.advance(10)
      }
      let last = try await (250...252).asyncMap {
        try await askCode(world, "198.51.100.\($0)", try await world.browser())
      }
      #expect(last.contains(429))
      #expect(try await askCode(world, "192.0.2.1", cookie) == 202)
      let code = try await world.lastCode(to: Self.phone)
      #expect(try await tryCode(world, code, "192.0.2.1", cookie).accountID == first.accountID)
    }
  }

  @Test(.tags(.pl7)) func `comes in with the link of a message that strangers caused, when they took all else`()
    async throws
  {
    try await World.with { world in
      let owner = try await world.signIn(phone: Self.phone)
      var statuses: [Int] = []
      for number in 0..<60 {
        statuses.append(try await askCode(world, "198.51.100.\(number)", try await world.browser()))
      }
      let code = try await world.lastCode(to: Self.phone)
      for number in 60..<70 {
        _ = try await tryCode(world, "000000", "198.51.100.\(number)", try await world.browser())
      }
      #expect(statuses.last == 429)
      let cookie = try await world.browser()
      #expect(try await askCode(world, "192.0.2.1", cookie) == 429)
      #expect(try await tryCode(world, code, "192.0.2.1", cookie).code == "code-exhausted")
      let token = try await world.lastLinkToken(to: Self.phone, containing: "/code?token=")
      #expect(try await openLink(world, token, "192.0.2.1", cookie).accountID == owner.accountID)
      #expect(try await openLink(world, token, "192.0.2.1", cookie).code == "code-wrong", "it works once")
      #expect(try await askCode(world, "192.0.2.1", cookie) == 202, "the device is known now")
    }
  }

  private func openLink(_ world: World, _ token: String, _ address: String, _ cookie: String?) async throws -> Answer {
    let body: JSON = ["token": .string(token), "acceptsTerms": true]
    return try await world.call(.post, "/auth/otp/verify", body, address: address, cookie: cookie)
  }

  @Test(.tags(.pl7)) func `a link of a message ends with its code, and one of another kind signs nobody in`()
    async throws
  {
    try await World.with { world in
      _ = try await askCode(world, "192.0.2.1", nil)
      let timely = try await world.lastLinkToken(to: Self.phone, containing: "/code?token=")
      world.clock.advance(599)
      #expect(try await openLink(world, timely, "192.0.2.1", nil).status == 200)
      let ended = try await world.lastCode(to: Self.phone)
      #expect(try await tryCode(world, ended, "192.0.2.1", nil).code == "code-wrong", "the code ends with its link")
      _ = try await askCode(world, "192.0.2.1", nil)
      let late = try await world.lastLinkToken(to: Self.phone, containing: "/code?token=")
      world.clock.advance(600)
      #expect(try await openLink(world, late, "192.0.2.1", nil).code == "code-wrong")
      _ = try await askCode(world, "192.0.2.1", nil)
      let used = try await world.lastLinkToken(to: Self.phone, containing: "/code?token=")
      #expect(try await tryCode(world, try await world.lastCode(to: Self.phone), "192.0.2.1", nil).status == 200)
      #expect(try await openLink(world, used, "192.0.2.1", nil).code == "code-wrong")
      let mail = try await world.apply(cookie: nil)
      #expect(try await openLink(world, try #require(mail.link), "192.0.2.1", nil).code == "code-wrong")
      let nothing = try await world.call(.post, "/auth/otp/verify", ["phone": .string(Self.phone)])
      #expect(nothing.mistake("/code") == "Send 'phone' and 'code', or the 'token' of the link.")
    }
  }

  @Test func `a link of a message asks for the second factor and is not used up by that`() async throws {
    try await World.with { world in
      let owner = try await world.signIn(phone: Self.phone)
      let app = try await world.enrol(owner.token)
      world.clock.advance(60)
      _ = try await askCode(world, "192.0.2.1", nil)
      let token = try await world.lastLinkToken(to: Self.phone, containing: "/code?token=")
      #expect(try await openLink(world, token, "192.0.2.1", nil).code == "second-factor-needed")
      let body: JSON = ["token": .string(token), "secondFactor": .string(app.code(at: world.clock.now))]
      #expect(try await world.call(.post, "/auth/otp/verify", body).accountID == owner.accountID)
    }
  }

  @Test(.tags(.pl7)) func `keeps the newest code of each device when a stranger asks for another one`() async throws {
    try await World.with { world in
      let cookies = [try await world.browser(), try await world.browser(), nil]
      var codes: [String] = []
      for (number, cookie) in cookies.enumerated() {
        #expect(try await askCode(world, "192.0.2.\(number)", cookie) == 202)
        codes.append(try await world.lastCode(to: Self.phone))
      }
      _ = try await askCode(world, "198.51.100.66", try await world.browser())
      for (number, cookie) in cookies.enumerated() {
        #expect(try await tryCode(world, codes[number], "192.0.2.\(number)", cookie).status == 200, "\(number)")
      }
    }
  }

  @Test(.tags(.pl7)) func `a device's newer code ends its older one`() async throws {
    try await World.with { world in
      let cookie = try await world.browser()
      _ = try await askCode(world, "192.0.2.1", cookie)
      let old = try await world.lastCode(to: Self.phone)
      #expect(try await askCode(world, "192.0.2.1", cookie) == 429, "not before half a minute")
      world.clock.advance(30)
      #expect(try await askCode(world, "192.0.2.1", cookie) == 202)
      let new = try await world.lastCode(to: Self.phone)
      if old != new { #expect(try await tryCode(world, old, "192.0.2.1", cookie).code == "code-wrong") }
      #expect(try await tryCode(world, new, "192.0.2.1", cookie).status == 200)
    }
  }

  @Test(.tags(.pl7)) func `a code that was asked for on one device can be typed on another`() async throws {
    try await World.with { world in
      _ = try await askCode(world, "192.0.2.1", try await world.browser())
      let code = try await world.lastCode(to: Self.phone)
      #expect(try await tryCode(world, code, "192.0.2.77", try await world.browser()).status == 200)
    }
  }

  @Test func `logs in on a known device though strangers have used up the guesses for the account`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let cookie = try await world.browser()
      let body: JSON = ["identifier": "jane@example.org", "password": .string(World.password)]
      #expect(try await world.call(.post, "/auth/login", body, address: "192.0.2.1", cookie: cookie).status == 200)
      var statuses: [Int] = []
      for number in 0..<60 {
        let guess: JSON = ["identifier": "jane@example.org", "password": "guess"]
        statuses.append(
          try await world.call(
            .post, "/auth/login", guess, address: "198.51.100.\(number)", cookie: SessionToken.random().text
          ).status)
      }
      #expect(statuses.filter { $0 == 401 }.count == 50)
      #expect(statuses.suffix(10).allSatisfy { $0 == 429 })
      #expect(try await world.call(.post, "/auth/login", body, address: "198.51.100.1", cookie: cookie).status == 200)
      let strange = try await world.call(
        .post, "/auth/login", body, address: "192.0.2.200", cookie: try await world.browser())
      #expect(strange.status == 429, "a strange device waits")
    }
  }

  @Test func `a known device has ten guesses of its own, for its own account alone`() async throws {
    try await World.with { world in
      _ = try await world.register()
      _ = try await world.register(email: "other@example.org")
      let cookie = try await world.browser()
      let body: JSON = ["identifier": "jane@example.org", "password": .string(World.password)]
      #expect(try await world.call(.post, "/auth/login", body, cookie: cookie).status == 200)
      for name in ["jane@example.org", "other@example.org"] {
        var statuses: [Int] = []
        for _ in 0..<12 {
          let guess: JSON = ["identifier": .string(name), "password": "guess"]
          statuses.append(try await world.call(.post, "/auth/login", guess, cookie: cookie).status)
        }
        #expect(statuses.filter { $0 == 401 }.count == 10, "\(name)")
      }
      world.clock.advance(60)
      #expect(try await world.call(.post, "/auth/login", body, cookie: cookie).status == 200)
    }
  }

  @Test(.tags(.pl17)) func `gets back in by mail from a strange device while guesses and links are stormed`()
    async throws
  {
    try await World.with { world in
      _ = try await world.register()
      for number in 0..<60 {
        let guess: JSON = ["identifier": "jane@example.org", "password": "guess"]
        try await world.call(
          .post, "/auth/login", guess, address: "198.51.100.\(number)", cookie: SessionToken.random().text)
        try await world.call(
          .post, "/auth/password/forgot", ["email": "jane@example.org"], address: "198.51.100.66")
      }
      let (address, cookie) = ("192.0.2.1", try await world.browser())
      let asked = try await world.call(
        .post, "/auth/password/forgot", ["email": "jane@example.org"], address: address, cookie: cookie)
      #expect(asked.status == 202)
      let token = JSON.string(try await world.lastLinkToken(to: "jane@example.org"))
      try await world.call(.post, "/auth/password/forgot", ["email": "jane@example.org"], address: "198.51.100.67")
      let new: JSON = ["token": token, "password": "a new long phrase", "passwordConfirmation": "a new long phrase"]
      let reset = try await world.call(.post, "/auth/password/reset", new, address: address, cookie: cookie)
      #expect(reset.status == 204, "a later link of a stranger ends no earlier one")
      let body: JSON = ["identifier": "jane@example.org", "password": "a new long phrase"]
      #expect(try await world.call(.post, "/auth/login", body, address: address, cookie: cookie).status == 200)
    }
  }

  @Test func `signing up, forgetting and being invited leave each other's mails`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let people = [try await world.person(1), try await world.person(2)]
      for number in 0..<30 {
        let email: JSON = ["email": "jane@example.org"]
        let address = "198.51.100.\(number)"
        try await world.call(.post, "/auth/register", world.registration(), address: address)
        try await world.call(.post, "/me/invitations", email, token: people[number % 2].token)
        try await world.call(.post, "/me/identifiers", email, token: people[number % 2].token)
      }
      let answer = try await world.call(
        .post, "/auth/password/forgot", ["email": "jane@example.org"], address: "192.0.2.1")
      #expect(answer.status == 202)
    }
  }

  @Test func `a second factor of a known device has tries of its own`() async throws {
    try await World.with { world in
      let owner = try await world.register()
      let cookie = try await world.browser()
      let first: JSON = ["identifier": "jane@example.org", "password": .string(World.password)]
      #expect(try await world.call(.post, "/auth/login", first, cookie: cookie).status == 200)
      let app = try await world.enrol(owner.token)
      world.clock.advance(60)
      var codes: [String?] = []
      for number in 0..<12 {
        codes.append(try await world.login(code: "000000", address: "198.51.100.\(number)").code)
      }
      #expect(codes.suffix(2) == ["too-many-attempts", "too-many-attempts"])
      let right: JSON = [
        "identifier": "jane@example.org", "password": .string(World.password),
        "code": .string(app.code(at: world.clock.now)),
      ]
      #expect(try await world.call(.post, "/auth/login", right, cookie: cookie).status == 200)
    }
  }

  @Test func `only the twenty devices that were used last are known, and none after a new password`() async throws {
    try await World.with { world in
      let account = try await world.register().accountID
      let devices = try await (0..<25).asyncMap { _ in
        Device(cookie: try await world.browser(), address: ClientAddress("192.0.2.1"))
      }
      let now = world.clock.now
      let known = try await world.storage.write { transaction in
        for (number, device) in devices.enumerated() {
          let instant = now.addingTimeInterval(Double(number))
          try await KnownDevices.remember(device, of: account, now: instant, in: transaction)
        }
        var known: [Bool] = []
        for device in devices { known.append(try await KnownDevices.isKnown(device, to: account, in: transaction)) }
        return known
      }
      #expect(known == (0..<25).map { $0 >= 5 })
      let sweep = KnownDevices.sweep()
      for (days, isLeft) in [(399.0, true), (401, false)] {
        try await sweep.run(now: now.addingTimeInterval(days * 86_400), in: world.storage)
        let isKnown = try await world.storage.read {
          try await KnownDevices.isKnown(devices[24], to: account, in: $0)
        }
        #expect(isKnown == isLeft)
      }
      let unmarked = Device(cookie: nil, address: ClientAddress("192.0.2.1"))
      let isKnown = try await world.storage.write { transaction in
        try await KnownDevices.remember(unmarked, of: account, now: now, in: transaction)
        return try await KnownDevices.isKnown(unmarked, to: account, in: transaction)
      }
      #expect(!isKnown, "an address is no device")
    }
  }
}

extension Sequence {
  func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
