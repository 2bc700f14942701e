import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What a thief of the database gets` {
  @Test(.tags(.pl18, .pl70)) func `nothing in it signs in, proves, resets, invites or shows a second factor`()
    async throws
  {
    try await World.with { world in
      let admin = try await world.administrator()
      _ = try await world.register()
      let person = try await world.person(1)
      try await world.call(.post, "/me/invitations", [:], token: person.token)
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      try await world.call(.post, "/auth/password/forgot", ["email": "jane@example.org"])
      try await world.call(.post, "/auth/register", world.registration(email: "new@example.org"))
      let values = Set(try await world.values())
      #expect(values.count > 50)
      for value in values where !value.isEmpty && value.utf8.count <= 256 {
        try await expectUseless(value, world, admin)
      }
      print("security: \(values.count) values of the database on \(world.kind): none of them is a working credential")
    }
  }

  @Test(.tags(.pl70)) func `messages under way are sealed: no number, address, code or link`() async throws {
    try await World.with { world in
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      try await world.call(.post, "/auth/register", world.registration(email: "canary@example.org"))
      let rows = try await world.storage.read { try await $0.query("select sealed from outbox") }
      let sealed = rows.flatMap(\.values).map { "\($0)" }.joined()
      #expect(rows.count == 2)
      let messages = try await world.deliveries()
      let secrets = messages.flatMap { [$0["to"], $0["code"], $0["link"]] }.compactMap { $0?.string }
      #expect(secrets.count >= 5)
      for secret in secrets { #expect(!sealed.contains(secret)) }
    }
  }

  private func expectUseless(_ value: String, _ world: World, _ admin: Answer) async throws {
    let principal = try await world.accounts.account(forToken: value)
    #expect(principal == nil, "\(value) is a session")
    let text = JSON.string(value)
    let new: JSON = [
      "token": text, "password": .string(World.password), "passwordConfirmation": .string(World.password),
    ]
    let calls: [(String, JSON)] = [
      ("/auth/otp/verify", ["phone": "+4915112345678", "code": .string(String(value.prefix(20)))]),
      ("/auth/verify", ["token": .string(String(value.prefix(100)))]), ("/auth/password/reset", new),
      ("/auth/login", ["identifier": "jane@example.org", "password": text]),
    ]
    for (path, body) in calls {
      let answer = try await world.call(.post, path, body, address: "127.0.0.1")
      #expect(answer.status >= 400, "\(path) takes \(value)")
    }
    let code: JSON = ["code": .string(String(value.prefix(20)))]
    #expect(try await world.call(.post, "/me/second-factor/show", code, token: admin.token).status >= 400)
    #expect(try await world.call(.get, "/invitations/\(String(value.prefix(100)).urlPart)").status == 404)
  }
}

extension String {
  /// The text as a part of a path, with what would divide it left out.
  fileprivate var urlPart: String { filter { !"/?#".contains($0) } + "x" }
}

@Suite struct `What lasts beyond a restart` {
  @Test(.tags(.pl21)) func `an ended session, a ban and a changed password`() async throws {
    try await World.with { world in
      let admin = try await world.administrator()
      let (gone, banned, kept) = (try await world.person(1), try await world.person(2), try await world.person(3))
      let before = try await world.register()
      try await world.call(.post, "/auth/logout", token: gone.token)
      try await world.call(.put, "/people/\(banned.accountID)/disabled", token: admin.token)
      let change: JSON = [
        "currentPassword": .string(World.password), "password": "a new long phrase",
        "passwordConfirmation": "a new long phrase",
      ]
      let here = try await world.login()
      #expect(try await world.call(.put, "/me/password", change, token: here.token).status == 204)
      let later = try await world.restarted()
      for ended in [gone, banned, before] {
        #expect(try await later.call(.get, "/me", token: ended.token).status == 401)
      }
      for living in [kept, here] { #expect(try await later.call(.get, "/me", token: living.token).status == 200) }
      #expect(try await later.login("jane@example.org").status == 401)
      #expect(try await later.login("jane@example.org", "a new long phrase").status == 200)
      #expect(try await later.signIn(phone: "491511000002").code == "account-disabled")
      await later.close()
    }
  }

  @Test(.tags(.pl7)) func `limits, which also hold over several processes`() async throws {
    try await World.with { world in
      let other = try world.anotherProcess()
      var statuses: [Int] = []
      for number in 0..<40 {
        let body: JSON = ["phone": .string("49151123\(10_000 + number)")]
        let host = number.isMultiple(of: 2) ? world : other
        statuses.append(try await host.call(.post, "/auth/otp", body, address: "198.51.100.7").status)
      }
      #expect(statuses.filter { $0 == 202 }.count == 30)
      #expect(statuses.filter { $0 == 429 }.count == 10)
      let later = try await world.restarted()
      #expect(
        try await later.call(.post, "/auth/otp", ["phone": "4915112399999"], address: "198.51.100.7").status == 429)
      print("security: of 40 codes asked for through two processes on \(world.kind), 30 were sent, as allowed")
      await later.close()
    }
  }

  @Test(.tags(.pl7)) func `wrong passwords are counted over several processes`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let other = try world.anotherProcess()
      var statuses: [Int] = []
      for number in 0..<14 {
        let host = number.isMultiple(of: 2) ? world : other
        statuses.append(try await host.login("jane@example.org", "wrong \(number)", address: "198.51.100.66").status)
      }
      #expect(statuses.filter { $0 == 401 }.count == 10)
      #expect(statuses.filter { $0 == 429 }.count == 4)
    }
  }
}

@Suite struct `Codes and sessions under attack` {
  @Test(.tags(.pl7)) func `of a hundred parallel guesses through two processes five are compared, then none`()
    async throws
  {
    try await World.with { world in
      let other = try world.anotherProcess()
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      let code = try await world.lastCode(to: "4915112345678")
      let wrong: JSON = ["phone": "+4915112345678", "code": .string(world.otherCode(than: code))]
      let answers = try await withThrowingTaskGroup(of: String?.self) { group in
        for number in 0..<100 {
          let host = number.isMultiple(of: 2) ? world : other
          group.addTask {
            try await host.call(.post, "/auth/otp/verify", wrong, address: "198.51.100.\(number)").code
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let compared = answers.filter { $0 == "code-wrong" }.count
      #expect(compared == 5)
      print("security: 100 parallel guesses of a code on \(world.kind): \(compared) compared")
      let later = try await world.restarted()
      let right: JSON = ["phone": "+4915112345678", "code": .string(code)]
      #expect(try await later.call(.post, "/auth/otp/verify", right).code == "code-exhausted")
      await later.close()
    }
  }

  @Test(.tags(.pl21)) func `a session ended in one process is dead in another within a second`() async throws {
    try await World.with { world in
      let other = try world.anotherProcess()
      let person = try await world.person(1)
      #expect(try await other.call(.get, "/me", token: person.token).status == 200)
      try await world.call(.post, "/auth/logout", token: person.token)
      let start = ContinuousClock.now
      while try await other.call(.get, "/me", token: person.token).status == 200 {
        try await Task.sleep(for: .milliseconds(5))
        try #require(ContinuousClock.now - start < .seconds(20))
      }
      print("security: a session ended in one process was dead in another after \(ContinuousClock.now - start)")
    }
  }

  @Test func `a wrong, a taken and an unknown address get the same answers`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let known = try await world.call(.post, "/auth/register", world.registration())
      let unknown = try await world.call(.post, "/auth/register", world.registration(email: "new@example.org"))
      #expect(known.status == unknown.status)
      #expect(known.body == unknown.body)
      let wrong = try await world.login("jane@example.org", "not the password")
      let nobody = try await world.login("nobody@example.org", "not the password")
      #expect(wrong.status == nobody.status)
      #expect(wrong.body == nobody.body)
      let proof: JSON = ["email": "jane@example.org", "code": "000000"]
      let other: JSON = ["email": "nobody@example.org", "code": "000000"]
      #expect(try await world.call(.post, "/auth/verify", proof).body == world.call(.post, "/auth/verify", other).body)
    }
  }
}
