import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A sign-up that somebody else begins too` {
  private static let victim = "the victim's own phrase 1"
  private static let attacker = "the attacker's phrase 22"
  private static let email = "jane@example.org"

  /// What a confirmation brings along beside code or link.
  enum Proof: String, CaseIterable, Sendable {
    case nothing, cookie, registration, password, strangeCookie, wrongPassword
  }

  private struct Case: Sendable {
    let proof: Proof
    let byLink: Bool
    let alone: Bool

    /// Whether the confirmation shows that it comes from who applied.
    var isShown: Bool {
      switch proof {
      case .cookie, .registration, .password: true
      case .nothing, .strangeCookie, .wrongPassword: alone && !byLink
      }
    }
  }

  private static let cases = Proof.allCases.flatMap { proof in
    [true, false].flatMap { byLink in [true, false].map { Case(proof: proof, byLink: byLink, alone: $0) } }
  }

  @Test(.tags(.pl12)) func `the password counts only where the confirmation shows that it is of who typed it`()
    async throws
  {
    for row in Self.cases {
      try await World.with { world in try await confirm(row, in: world) }
    }
  }

  private func confirm(_ row: Case, in world: World) async throws {
    let browser = try await world.browser()
    if !row.alone {
      _ = try await world.apply(password: Self.attacker, address: "198.51.100.66", cookie: try await world.browser())
    }
    let own = try await world.apply(password: Self.victim, cookie: browser)
    var body: JSONObject =
      row.byLink ? ["token": .string(own.link ?? "")] : ["email": .string(Self.email), "code": .string(own.code ?? "")]
    if row.proof == .registration { body["registration"] = .string(own.registration) }
    if row.proof == .password { body["password"] = .string(Self.victim) }
    if row.proof == .wrongPassword { body["password"] = .string(Self.attacker) }
    let cookie: String? =
      switch row.proof {
      case .cookie: browser
      case .strangeCookie: try await world.browser()
      default: nil
      }
    let answer = try await world.call(
      .post, "/auth/verify", .object(body), address: "192.0.2.9", cookie: cookie)
    #expect(answer.status == 200, "\(row)")
    #expect(answer.body["isNew"]?.bool == true)
    #expect(answer.body["passwordNeeded"]?.bool == !row.isShown, "\(row)")
    #expect(try await world.call(.get, "/me", token: answer.token).body["email"]?.string == Self.email)
    #expect(try await world.login(Self.email, Self.victim).status == (row.isShown ? 200 : 401), "\(row)")
    #expect(try await world.login(Self.email, Self.attacker).status == 401, "\(row)")
  }

  @Test func `an attacker who registers last sets no password`() async throws {
    try await World.with { world in
      let browser = try await world.browser()
      let own = try await world.apply(password: Self.victim, cookie: browser)
      let other = try await world.apply(password: Self.attacker, address: "198.51.100.66")
      #expect(own.code != other.code || own.link != other.link)
      let body: JSON = ["email": .string(Self.email), "code": .string(try #require(own.code))]
      let answer = try await world.call(.post, "/auth/verify", body, cookie: browser)
      #expect(answer.body["passwordNeeded"]?.bool == false)
      #expect(try await world.login(Self.email, Self.victim).status == 200)
      #expect(try await world.login(Self.email, Self.attacker, address: "198.51.100.66").status == 401)
    }
  }

  @Test func `an attacker whose link the victim opens has an account without a password there`() async throws {
    try await World.with { world in
      let other = try await world.apply(password: Self.attacker, address: "198.51.100.66")
      let body: JSON = ["token": .string(try #require(other.link))]
      let answer = try await world.call(.post, "/auth/verify", body, cookie: try await world.browser())
      #expect(answer.body["passwordNeeded"]?.bool == true)
      #expect(try await world.login(Self.email, Self.attacker, address: "198.51.100.66").status == 401)
      let choice: JSON = ["password": .string(Self.victim), "passwordConfirmation": .string(Self.victim)]
      #expect(try await world.call(.put, "/me/password", choice, token: answer.token).status == 204)
      #expect(try await world.login(Self.email, Self.victim).status == 200)
    }
  }

  @Test func `confirming one application ends the others`() async throws {
    try await World.with { world in
      let other = try await world.apply(password: Self.attacker, address: "198.51.100.66")
      let own = try await world.apply(password: Self.victim)
      let body: JSON = ["token": .string(try #require(own.link)), "registration": .string(own.registration)]
      #expect(try await world.call(.post, "/auth/verify", body).body["passwordNeeded"]?.bool == false)
      let late: JSON = ["token": .string(try #require(other.link)), "registration": .string(other.registration)]
      #expect(try await world.call(.post, "/auth/verify", late).code == "code-wrong")
      let typed: JSON = ["email": .string(Self.email), "code": .string(try #require(other.code))]
      #expect(try await world.call(.post, "/auth/verify", typed).code == "code-wrong")
      #expect(try await world.login(Self.email, Self.attacker).status == 401)
    }
  }

  @Test func `the token of another application proves nothing`() async throws {
    try await World.with { world in
      let other = try await world.apply(password: Self.attacker, address: "198.51.100.66")
      let own = try await world.apply(password: Self.victim)
      let body: JSON = ["token": .string(try #require(own.link)), "registration": .string(other.registration)]
      #expect(try await world.call(.post, "/auth/verify", body).body["passwordNeeded"]?.bool == true)
    }
  }

  @Test(.tags(.pl11)) func `asking again leaves the codes and links that went out before`() async throws {
    try await World.with { world in
      let browser = try await world.browser()
      let first = try await world.apply(password: Self.victim, cookie: browser)
      let second = try await world.apply(password: Self.victim, cookie: browser)
      #expect(second.code?.count == 6 && second.link != first.link)
      let body: JSON = ["email": .string(Self.email), "code": .string(try #require(first.code))]
      let answer = try await world.call(.post, "/auth/verify", body, cookie: browser)
      #expect(answer.status == 200)
      #expect(answer.body["passwordNeeded"]?.bool == false)
    }
  }

  @Test(.tags(.pl9)) func `an address that belongs to an account gains no password, however it came there`()
    async throws
  {
    try await World.with { world in
      let person = try await world.person(1)
      try await world.call(.post, "/me/identifiers", ["email": .string(Self.email)], token: person.token)
      let pending = try await world.apply(password: Self.attacker, address: "198.51.100.66")
      let code = try await world.deliveries().last { $0["to"]?.string == Self.email && $0["link"] == nil }?["code"]
      let proof: JSON = ["email": .string(Self.email), "code": try #require(code)]
      #expect(try await world.call(.post, "/me/identifiers/verify", proof, token: person.token).status == 204)
      for body: JSON in [
        ["token": .string(try #require(pending.link)), "registration": .string(pending.registration)],
        ["email": .string(Self.email), "code": .string(try #require(pending.code))],
      ] {
        #expect(try await world.call(.post, "/auth/verify", body).code == "code-wrong")
      }
      let known = try await world.apply(password: Self.attacker, address: "198.51.100.66")
      #expect(known.code == nil)
      #expect(try await world.deliveries().last?["subject"]?.string == "You already have an account at Fieldhouse")
      #expect(try await world.login(Self.email, Self.attacker).status == 401)
      #expect(try await world.call(.get, "/me", token: person.token).body["hasPassword"]?.bool != true)
    }
  }

  @Test func `an account of an identity provider is not found by the address that the provider names`() async throws {
    try await World.withProvider { world, provider in
      try await provider.set(["email": .string(Self.email), "email_verified": true], of: "club")
      let person = try await world.signIn(provider)
      let own = try await world.apply(password: Self.attacker)
      let body: JSON = ["token": .string(own.link ?? ""), "registration": .string(own.registration)]
      let answer = try await world.call(.post, "/auth/verify", body)
      #expect(answer.accountID != person.accountID)
      let hash = try await world.storage.read { transaction in
        try await transaction.first("select password_hash from people where id = \(person.accountID)")
      }
      #expect(hash?.values == [.null])
    }
  }

  @Test func `the browser's cookie is for it alone and for sign-in alone`() async throws {
    try await World.with { world in
      let answer = try await world.call(.post, "/auth/register", world.registration())
      let cookie = try #require(answer.cookie("fieldhouse_device"))
      #expect(cookie == Cookie(cookie.name, cookie.value, path: "/v1/auth", seconds: 400 * 86_400))
      #expect(cookie.value.count == 43)
      #expect(answer.body["registration"]?.string?.count == 43)
      let again = try await world.call(
        .post, "/auth/register", world.registration(email: "b@example.org"), cookie: try await world.browser())
      #expect(again.cookies.isEmpty, "a device keeps its cookie")
      let odd = try await world.call(.get, "/auth/methods", cookie: "short")
      #expect(odd.cookie("fieldhouse_device") != nil, "what is no secret of this host is replaced")
    }
  }

  @Test func `cookie and registration token are stored as hashes`() async throws {
    try await World.with { world in
      let browser = try await world.browser()
      let own = try await world.apply(password: Self.victim, cookie: browser)
      let before = try await world.dump()
      #expect(!before.contains(browser) && !before.contains(own.registration))
      let body: JSON = ["token": .string(own.link ?? "")]
      _ = try await world.call(.post, "/auth/verify", body, cookie: browser)
      #expect(try await !world.dump().contains(browser))
    }
  }
}
