@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A change of who can get into an account` {
  @Test(arguments: OwnershipDeed.needingProof)
  func `needs a proof in a session that was not proved for ten minutes`(deed: OwnershipDeed) async throws {
    try await World.with { world in
      let owner = try await world.owner(withFactor: deed.needsFactor)
      world.forgetProofs()
      let before = try await world.standing(of: owner.id)
      let sent = try await world.deliveries().count
      let refused = try await deed.perform(by: owner, in: world)
      #expect(refused.status == 403)
      #expect(refused.code == "step-up-needed")
      #expect(try await world.standing(of: owner.id) == before)
      #expect(try await world.deliveries().count == sent)
      #expect(try await world.call(.get, "/me", token: owner.token).status == 200)
      try await world.stepUp(owner.token)
      let done = try await deed.perform(by: owner, in: world)
      #expect(done.status < 300, "\(done.body)")
    }
  }

  @Test(arguments: OwnershipDeed.allCases)
  func `goes on without asking in a session that was signed in to just now`(deed: OwnershipDeed) async throws {
    try await World.with { world in
      let owner = try await world.owner(withFactor: deed.needsFactor)
      let done = try await deed.perform(by: owner, in: world)
      #expect(done.status < 300, "\(done.body)")
    }
  }

  @Test func `asks for nothing where the change carries its own proof`() async throws {
    try await World.with { world in
      let owner = try await world.owner(withFactor: true)
      world.forgetProofs()
      #expect(try await OwnershipDeed.passwordChanged.perform(by: owner, in: world).status == 204)
      world.forgetProofs()
      #expect(try await OwnershipDeed.factorRemoved.perform(by: owner, in: world).status == 204)
    }
  }

  @Test func `needs a proof for the first password, as for any other`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      world.forgetProofs()
      let body: JSON = ["password": .string(World.password), "passwordConfirmation": .string(World.password)]
      let refused = try await world.call(.put, "/me/password", body, token: person.token)
      #expect(refused.code == "step-up-needed")
      #expect(refused.body["errors"]?.array?.count == 1)
      #expect(refused.mistake("/phone") == "Have a code sent to the number that ends in 001.")
      let fresh = try await world.signIn(phone: "491511000001")
      #expect(try await world.call(.put, "/me/password", body, token: fresh.token).status == 204)
    }
  }

  @Test func `is not a new user name where there was none, nor anything else of the profile`()
    async throws
  {
    try await World.with { world in
      let person = try await world.person(1)
      world.forgetProofs()
      let profile: JSON = ["username": "first.name", "name": "Jane", "bio": "Plays.", "country": "DE"]
      #expect(try await world.call(.patch, "/me", profile, token: person.token).status == 200)
      #expect(try await world.call(.patch, "/me", ["username": "first.name"], token: person.token).status == 200)
      for name in [JSON.string("other.name"), .null] {
        let answer = try await world.call(.patch, "/me", ["username": name, "bio": "x"], token: person.token)
        #expect(answer.code == "step-up-needed")
      }
      #expect(try await world.call(.get, "/me", token: person.token).body["bio"]?.string == "Plays.")
    }
  }

  @Test func `is free for guests, who have nothing to prove`() async throws {
    try await World.with { world in
      let guest = try await world.call(.post, "/auth/guest")
      world.forgetProofs()
      #expect(try await world.call(.delete, "/me", token: guest.token).status == 204)
      #expect(try await world.accounts.account(guest.accountID) == nil)
    }
  }

  @Test func `begins with a proof when it is a sign-in through a provider`() async throws {
    try await World.withProvider { world, provider in
      let person = try await world.person(1)
      world.forgetProofs()
      let path = "/me/identities/club"
      #expect(try await world.call(.post, path, [:], token: person.token).code == "step-up-needed")
      let fresh = try await world.signIn(phone: "491511000001")
      try await provider.set(["now": .integer(Int64(world.clock.now.timeIntervalSince1970))], of: "club")
      let journey = try await world.journey(provider, adding: fresh.token)
      #expect(try await world.finish(journey, token: fresh.token).status == 200)
      let notice = try #require(try await world.notices().last)
      #expect(notice["text"]?.string?.contains("The club") == true)
      let identities = try await world.call(.get, "/me/identifiers", token: fresh.token).body["items"]?.array
      let id = try #require(identities?.compactMap { $0["identity"]?.string }.first)
      world.forgetProofs()
      let removal = "/me/identifiers?identity=\(id)"
      #expect(try await world.call(.delete, removal, token: fresh.token).code == "step-up-needed")
    }
  }
}

@Suite struct `Showing once more who is in a session` {
  private func state(_ token: String, in world: World) async throws -> JSON {
    try await world.call(.get, "/me/step-up", token: token).body
  }

  @Test func `says how it can be done, and until when it counts`() async throws {
    try await World.with { world in
      let owner = try await world.owner(withFactor: true)
      let fresh = try await state(owner.token, in: world)
      #expect(fresh["needed"] == false)
      #expect(fresh["until"]?.string == "2025-08-15T12:10:00Z")
      #expect(
        fresh["ways"]?.array?.compactMap { $0["way"]?.string }.sorted() == [
          "code", "code", "password", "second-factor",
        ])
      world.forgetProofs()
      let old = try await state(owner.token, in: world)
      #expect(old["needed"] == true)
      #expect(old["until"]?.isNull ?? true)
      let refused = try await world.call(.delete, "/me", token: owner.token)
      #expect(refused.mistake("/password") == "Enter your password.")
      #expect(refused.mistake("/email") == "Have a code sent to j…@example.org.")
      #expect(refused.mistake("/phone") == "Have a code sent to the number that ends in 678.")
      #expect(refused.mistake("/secondFactor")?.hasPrefix("Enter the code") == true)
    }
  }

  @Test(arguments: ["password", "secondFactor", "recovery", "phone", "email"])
  func `works in each way, for ten minutes, in this session alone`(way: String) async throws {
    try await World.with { world in
      let owner = try await world.owner(withFactor: true)
      let other = try await world.login(code: owner.app?.recoveryCodes.last).token
      world.forgetProofs()
      let proof = try await proof(way, of: owner, in: world)
      #expect(try await world.call(.post, "/me/step-up", proof, token: owner.token).status == 204)
      #expect(try await state(owner.token, in: world)["needed"] == false)
      #expect(try await state(other, in: world)["needed"] == true)
      world.clock.advance(599)
      #expect(try await state(owner.token, in: world)["needed"] == false)
      world.clock.advance(1)
      #expect(try await state(owner.token, in: world)["needed"] == true)
    }
  }

  /// A right proof of each kind.
  private func proof(_ way: String, of owner: Owner, in world: World) async throws -> JSON {
    switch way {
    case "password": return ["password": .string(World.password)]
    case "secondFactor": return ["secondFactor": .string(owner.app?.code(at: world.clock.now) ?? "")]
    case "recovery": return ["secondFactor": .string(owner.app?.recoveryCodes.first ?? "")]
    default:
      let target = way == "email" ? Owner.email : Owner.phone
      let sent = try await world.call(.post, "/me/step-up/code", [way: .string(target)], token: owner.token)
      try #require(sent.status == 202, "\(sent.body)")
      return [way: .string(target), "code": .string(try await world.lastCode(to: target))]
    }
  }

  @Test(arguments: ["password", "secondFactor", "phone", "email"])
  func `is refused for what is wrong, and counts nothing`(way: String) async throws {
    try await World.with { world in
      let owner = try await world.owner(withFactor: true)
      world.forgetProofs()
      let wrong: JSON =
        switch way {
        case "password": ["password": "not the password"]
        case "secondFactor": ["secondFactor": "not a code"]
        default: [way: .string(way == "email" ? Owner.email : Owner.phone), "code": "000000"]
        }
      let answer = try await world.call(.post, "/me/step-up", wrong, token: owner.token)
      #expect(answer.status == 401)
      #expect(try await state(owner.token, in: world)["needed"] == true)
    }
  }

  @Test func `takes exactly one proof`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      let bodies: [JSON] = [
        [:], ["code": "123456"], ["phone": .string(Owner.phone)], ["password": "x", "secondFactor": "y"],
        ["password": "x", "code": "y", "phone": .string(Owner.phone)],
        ["code": "1", "phone": .string(Owner.phone), "email": .string(Owner.email)],
        ["password": .string(World.password), "email": .string(Owner.email)],
      ]
      for body in bodies {
        #expect(try await world.call(.post, "/me/step-up", body, token: owner.token).status == 422, "\(body)")
      }
    }
  }

  @Test func `sends codes to the account's own numbers and addresses alone`() async throws {
    try await World.with { world in
      let (owner, other) = (try await world.owner(), try await world.person(1))
      let before = try await world.deliveries().count
      for body: JSON in [["email": "thief@evil.example"], ["phone": "491511000001"], ["phone": "4930999999"]] {
        let answer = try await world.call(.post, "/me/step-up/code", body, token: owner.token)
        #expect(answer.code == "identifier-unknown")
      }
      let foreign: JSON = ["phone": .string(Owner.phone)]
      #expect(try await world.call(.post, "/me/step-up/code", foreign, token: other.token).status == 404)
      #expect(try await world.deliveries().count == before)
    }
  }

  @Test func `takes a code only in the session it was asked for in, and only once`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      let other = try await world.login().token
      world.forgetProofs()
      let target: JSON = ["email": .string(Owner.email)]
      try await world.call(.post, "/me/step-up/code", target, token: owner.token)
      let code = try await world.lastCode(to: Owner.email)
      let proof: JSON = ["email": .string(Owner.email), "code": .string(code)]
      #expect(try await world.call(.post, "/me/step-up", proof, token: other).code == "code-wrong")
      #expect(try await world.call(.post, "/me/step-up", proof, token: owner.token).status == 204)
      #expect(try await world.call(.post, "/me/step-up", proof, token: owner.token).code == "code-wrong")
    }
  }

  @Test func `is limited: guesses of the password, of a code, and codes that are sent`()
    async throws
  {
    try await World.with { world in
      let owner = try await world.owner()
      world.forgetProofs()
      var codes: [String?] = []
      for number in 0..<12 {
        let body: JSON = ["password": .string("wrong \(number)")]
        codes.append(try await world.call(.post, "/me/step-up", body, token: owner.token).code)
      }
      #expect(codes.filter { $0 == "step-up-wrong" }.count == 10)
      #expect(codes.filter { $0 == "too-many-attempts" }.count == 2)
      world.clock.advance(3600)
      try await world.call(.post, "/me/step-up/code", ["phone": .string(Owner.phone)], token: owner.token)
      let right = try await world.lastCode(to: Owner.phone)
      let wrong: JSON = ["phone": .string(Owner.phone), "code": .string(world.otherCode(than: right))]
      for _ in 0..<5 {
        #expect(try await world.call(.post, "/me/step-up", wrong, token: owner.token).code == "code-wrong")
      }
      let late: JSON = ["phone": .string(Owner.phone), "code": .string(right)]
      #expect(try await world.call(.post, "/me/step-up", late, token: owner.token).code == "code-exhausted")
      var statuses: [Int] = []
      for _ in 0..<8 {
        let body: JSON = ["phone": .string(Owner.phone)]
        statuses.append(try await world.call(.post, "/me/step-up/code", body, token: owner.token).status)
      }
      #expect(statuses.contains(429))
      #expect(statuses.filter { $0 == 202 }.count <= 4)
    }
  }

  @Test func `counts no proof from the future, and ends with the session`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      world.clock.advance(-7200)
      #expect(try await world.call(.delete, "/me", token: owner.token).code == "step-up-needed")
      let other = try await world.login()
      try await world.call(.post, "/auth/logout", token: owner.token)
      #expect(try await world.call(.get, "/me/step-up", token: owner.token).status == 401)
      #expect(try await state(other.token, in: world)["needed"] == false)
    }
  }

  @Test func `is not for guests`() async throws {
    try await World.with { world in
      let token = try await world.guestToken()
      #expect(try await world.call(.get, "/me/step-up", token: token).status == 403)
    }
  }
}
