import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// A call that is limited, and what may differ between two of them.
private struct Limited: Sendable {
  let name: String
  let limit: LimitName
  /// What is different in each call; the rest stays.
  let varying: Set<Part>
  let path: String
  let body: @Sendable (Int) -> JSON
  var signedIn = false
  /// The status of a call within the limit.
  let good: Int

  enum Part: Sendable { case address, target, account, device }
}

@Suite struct `What each limit counts` {
  private static func phone(_ number: Int) -> JSON { .string("+49151\(10_000_000 + number)") }
  private static func email(_ number: Int) -> JSON { .string("p\(number)@example.org") }

  private static func application(_ email: JSON) -> JSON {
    [
      "name": "Jane", "email": email, "password": .string(World.password),
      "passwordConfirmation": .string(World.password), "acceptsTerms": true,
    ]
  }

  private static let rows: [Limited] = [
    Limited(
      name: "codes to a number", limit: .codesPerTarget, varying: [.address, .device], path: "/auth/otp",
      body: { _ in ["phone": phone(0)] }, good: 202),
    Limited(
      name: "codes to a number for an address", limit: .codesPerTargetAndAddress, varying: [.device], path: "/auth/otp",
      body: { _ in ["phone": phone(0)] }, good: 202),
    Limited(
      name: "codes for an address", limit: .codesPerAddress, varying: [.target, .device], path: "/auth/otp",
      body: { ["phone": phone($0)] }, good: 202),
    Limited(
      name: "codes for an account", limit: .codesPerAccount, varying: [.target, .address, .device], path: "/auth/otp",
      body: { ["phone": phone($0)] }, signedIn: true, good: 202),
    Limited(
      name: "resets of an address", limit: .resetsPerTarget, varying: [.address, .device],
      path: "/auth/password/forgot", body: { _ in ["email": email(0)] }, good: 202),
    Limited(
      name: "resets of an address from one", limit: .resetsPerTargetAndAddress, varying: [.device],
      path: "/auth/password/forgot", body: { _ in ["email": email(0)] }, good: 202),
    Limited(
      name: "resets for an address", limit: .resetsPerAddress, varying: [.target, .device],
      path: "/auth/password/forgot", body: { ["email": email($0)] }, good: 202),
    Limited(
      name: "sign-ups of an address", limit: .registrationsPerTarget, varying: [.address, .device],
      path: "/auth/register", body: { _ in application(email(0)) }, good: 202),
    Limited(
      name: "sign-ups of an address from one", limit: .registrationsPerTargetAndAddress, varying: [.device],
      path: "/auth/register", body: { _ in application(email(0)) }, good: 202),
    Limited(
      name: "sign-ups for an address", limit: .registrationsPerAddress, varying: [.target, .device],
      path: "/auth/register", body: { application(email($0)) }, good: 202),
    Limited(
      name: "added identifiers of an account", limit: .identifiersPerAccount, varying: [.target, .address],
      path: "/me/identifiers", body: { ["phone": phone($0)] }, signedIn: true, good: 202),
    Limited(
      name: "invitations to an address", limit: .invitationsPerTarget, varying: [.address],
      path: "/me/invitations", body: { _ in ["email": email(0)] }, signedIn: true, good: 201),
    Limited(
      name: "invitations of an account", limit: .invitationsPerAccount, varying: [.target, .address],
      path: "/me/invitations", body: { ["email": email($0)] }, signedIn: true, good: 201),
    Limited(
      name: "guesses for a name", limit: .loginsPerName, varying: [.address, .device], path: "/auth/login",
      body: { _ in ["identifier": email(0), "password": "guess"] }, good: 401),
    Limited(
      name: "guesses for a name from an address", limit: .loginsPerNameAndAddress, varying: [.device],
      path: "/auth/login", body: { _ in ["identifier": email(0), "password": "guess"] }, good: 401),
    Limited(
      name: "guesses from an address", limit: .loginsPerAddress, varying: [.target, .device], path: "/auth/login",
      body: { ["identifier": email($0), "password": "guess"] }, good: 401),
    Limited(
      name: "stray codes from an address", limit: .codeGuessesPerAddress, varying: [.target, .device],
      path: "/auth/otp/verify", body: { ["phone": phone($0), "code": "000000"] }, good: 401),
    Limited(
      name: "stray mail codes from an address", limit: .codeGuessesPerAddress, varying: [.target, .device],
      path: "/auth/verify", body: { ["email": email($0), "code": "000000"] }, good: 401),
    Limited(
      name: "guests of an address", limit: .guestsPerAddress, varying: [.device], path: "/auth/guest",
      body: { _ in [:] }, good: 201),
    Limited(
      name: "reports of an account", limit: .reportsPerAccount, varying: [.target, .address], path: "/reports",
      body: { ["subjectKind": "user", "subject": .string("stranger\($0)"), "reason": "spam"] }, signedIn: true,
      good: 200),
    Limited(
      name: "contacts of an account", limit: .contactsPerAccount, varying: [.target, .address], path: "/me/contacts",
      body: { ["contacts": [phone($0)]] }, signedIn: true, good: 200),
  ]

  /// Small rules, so that the test is quick; each row's own is the smallest.
  private static func settings(_ row: Limited) -> AccountsSettings {
    var settings = AccountsSettings()
    for name in LimitName.allCases where name != row.limit { settings.limits[name] = LimitRule(10_000, every: 60) }
    settings.limits[row.limit] = LimitRule(4, every: 600)
    return settings
  }

  @Test(.tags(.pl7), arguments: rows.map(\.name))
  func `is what the matrix says, and it refills`(name: String) async throws {
    let row = try #require(Self.rows.first { $0.name == name })
    try await World.with(settings: Self.settings(row)) { world in
      let token = row.signedIn ? try await world.person(9).token : nil
      try await world.strangers(0..<7)
      let good = (0..<7).map { $0 < 4 ? row.good : 429 }
      var statuses: [Int] = []
      for number in 0..<7 { statuses.append(try await call(row, number, world, token)) }
      #expect(statuses.map { $0 == 201 && row.good == 200 ? 200 : $0 } == good, "\(row.name) on \(world.kind)")
      world.clock.advance(600)
      let later = try await call(row, 3, world, token)
      #expect(later != 429, "\(row.name) refills")
    }
  }

  private func call(_ row: Limited, _ number: Int, _ world: World, _ token: String?) async throws -> Int {
    let address = row.varying.contains(.address) ? "198.51.100.\(number)" : "198.51.100.200"
    let cookie = row.varying.contains(.device) ? try await world.browser() : nil
    return try await world.call(
      .post, row.path, row.body(number), token: token, address: address, cookie: cookie
    ).status
  }

  @Test(.tags(.pl7)) func `a peer on this machine is limited too, at twenty times the budget`() async throws {
    var settings = AccountsSettings()
    settings.limits[.guestsPerAddress] = LimitRule(2, every: 600)
    try await World.with(settings: settings) { world in
      for (address, expected) in [("203.0.113.7", 2), ("127.0.0.1", 40), ("local", 40), ("::1", 40)] {
        var good = 0
        for _ in 0..<45 where try await world.call(.post, "/auth/guest", address: address).status == 201 { good += 1 }
        #expect(good == expected, "\(address)")
      }
    }
  }

  @Test(.tags(.pl7)) func `ten accounts cannot send fifty messages to one number, nor can all routes together`()
    async throws
  {
    try await World.with { world in
      var people: [Answer] = []
      for number in 0..<10 { people.append(try await world.person(number)) }
      let before = try await world.messageCount()
      for round in 0..<5 {
        for (number, person) in people.enumerated() {
          let address = "192.0.2.\(round * 10 + number)"
          let target: JSON = ["phone": "+4915112345678"]
          try await world.call(.post, "/me/identifiers", target, token: person.token, address: address)
          try await world.call(.post, "/auth/otp", target, token: person.token, address: address)
          try await world.call(.post, "/auth/otp", target, address: address, cookie: try await world.browser())
          world.clock.advance(0.12)
        }
      }
      let sent = try await world.messageCount() - before
      #expect(sent == 9)
      print("identity: 150 calls of 10 accounts on \(world.kind) sent \(sent) messages to one number in 6 s")
    }
  }

  @Test(.tags(.pl7)) func `all mails to an address share one budget over all routes`() async throws {
    var settings = AccountsSettings()
    settings.limits[.messagesPerTarget] = LimitRule(5, every: 600)
    try await World.with(settings: settings) { world in
      let person = try await world.person(1)
      let before = try await world.messageCount()
      var statuses: [Int] = []
      for round in 0..<3 {
        let address = "192.0.2.\(round)"
        let email: JSON = ["email": "jane@example.org"]
        statuses += [
          try await world.call(.post, "/auth/register", world.registration(), address: address).status,
          try await world.call(.post, "/me/identifiers", email, token: person.token, address: address).status,
          try await world.call(.post, "/me/invitations", email, token: person.token, address: address).status,
        ]
      }
      #expect(statuses == [202, 202, 201, 202, 202, 429, 429, 429, 429])
      #expect(try await world.messageCount() - before == 5)
    }
  }
}

@Suite struct `Limits of what somebody who is signed in can do` {
  @Test(.tags(.pl7)) func `many accounts together have one budget for the codes to a number that they add`()
    async throws
  {
    try await World.with { world in
      var statuses: [Int] = []
      for number in 0..<6 {
        let person = try await world.person(number)
        let body: JSON = ["phone": .string("+49 (0)151 1234567\(number % 2 == 0 ? "8" : "\u{200B}8")")]
        statuses.append(try await world.call(.post, "/me/identifiers", body, token: person.token).status)
      }
      #expect(statuses == [202, 202, 202, 429, 429, 429])
    }
  }

  @Test func `the current password can be guessed ten times`() async throws {
    try await World.with { world in
      let owner = try await world.register()
      let body: JSON = [
        "currentPassword": "guess", "password": "a new long phrase", "passwordConfirmation": "a new long phrase",
      ]
      var statuses: [Int] = []
      for _ in 0..<12 { statuses.append(try await world.call(.put, "/me/password", body, token: owner.token).status) }
      #expect(statuses == [Int](repeating: 422, count: 10) + [429, 429])
    }
  }

  @Test(.tags(.pl7)) func `a known device has few messages sent too`() async throws {
    try await World.with { world in
      let cookie = try await world.browser()
      let phone: JSON = ["phone": "+4915112345678"]
      try await world.call(.post, "/auth/otp", phone, cookie: cookie)
      let proof: JSON = [
        "phone": "+4915112345678", "code": .string(try await world.lastCode(to: "+4915112345678")),
        "acceptsTerms": true,
      ]
      try #require(try await world.call(.post, "/auth/otp/verify", proof, cookie: cookie).status == 200)
      var statuses: [Int] = []
      for _ in 0..<8 {
        statuses.append(try await world.call(.post, "/auth/otp", phone, cookie: cookie).status)
        world.clock.advance(30)
      }
      #expect(statuses == [202, 202, 202, 202, 202, 429, 429, 429])
    }
  }

  @Test func `a stolen device cookie signs in to nothing`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let cookie = try await world.browser()
      let body: JSON = ["identifier": "jane@example.org", "password": .string(World.password)]
      #expect(try await world.call(.post, "/auth/login", body, cookie: cookie).status == 200)
      #expect(try await world.accounts.account(forToken: cookie) == nil)
      #expect(try await world.call(.get, "/me", token: cookie).status == 401)
      let guess: JSON = ["identifier": "jane@example.org", "password": "guess"]
      #expect(try await world.call(.post, "/auth/login", guess, cookie: cookie).status == 401)
    }
  }
}
