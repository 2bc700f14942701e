import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `What a thief of the database gets` {
  @Test(.tags(.pl18, .pl70, .tm75))
  func `nothing in it signs in, proves, resets, undoes, invites or shows a second factor`() async throws {
    try await World.with { world in
      let admin = try await world.administrator()
      let owner = try await world.owner()
      let invitation = try await world.call(.post, "/me/invitations", [:], token: owner.token)
      try await world.call(.post, "/auth/otp", ["phone": "+4930123456"])
      try await world.call(.post, "/auth/password/forgot", ["email": "jane@example.org"])
      try await world.call(.post, "/auth/register", world.registration(email: "new@example.org"))
      _ = try await world.deliveries()
      let values = Set(try await world.values()).filter { !$0.isEmpty && $0.utf8.count <= 256 }
      #expect(values.count > 50)
      for value in values {
        let doors = try await world.doors(openedBy: value, admin: admin)
        #expect(doors.isEmpty, "\(value) opens \(doors)")
      }
      print("security: \(values.count) values of the database on \(world.kind): none of them is a working credential")
      try await expectDoorsOpen(world, admin, owner, invitation)
    }
  }

  /// The same doors open with what is theirs: they would have been seen to.
  private func expectDoorsOpen(
    _ world: World, _ admin: Answer, _ owner: Owner, _ invitation: Answer
  ) async throws {
    let keys: [(String, String)] = [
      ("session", owner.token), ("password", World.password), ("phone", try await world.lastCode(to: "4930123456")),
      ("invitation", String(invitation.body["link"]?.string?.split(separator: "=").last ?? "")),
      ("undo", try await world.undoToken(to: Owner.email)),
      ("reset", try await world.lastLinkToken(to: Owner.email, containing: "/password/reset")),
      ("registration", try await world.lastLinkToken(to: "new@example.org", containing: "/verify")),
    ]
    for (door, key) in keys {
      #expect(try await world.doors(openedBy: key, admin: admin).contains(door), "\(door)")
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
}

extension World {
  /// Which doors a text opens, whatever was tried before: neither limits nor tries used up stand in the way.
  fileprivate func doors(openedBy key: String, admin: Answer) async throws -> Set<String> {
    var open: Set<String> = []
    if try await accounts.account(forToken: key) != nil { open.insert("session") }
    let (text, code) = (JSON.string(String(key.prefix(100))), JSON.string(String(key.prefix(20))))
    let new: JSON = [
      "token": text, "password": "a new long phrase 9", "passwordConfirmation": "a new long phrase 9",
    ]
    let calls: [(String, FieldhouseKit.Method, String, JSON?, String?)] = [
      ("password", .post, "/auth/login", ["identifier": "jane@example.org", "password": .string(key)], nil),
      ("phone", .post, "/auth/otp/verify", ["phone": "+4930123456", "code": code, "acceptsTerms": true], nil),
      ("registration", .post, "/auth/verify", ["token": text], nil),
      ("undo", .post, "/auth/undo", ["token": text], nil),
      ("reset", .post, "/auth/password/reset", new, nil),
      ("second factor", .post, "/me/second-factor/show", ["code": code], admin.token),
    ]
    for (door, method, path, body, token) in calls {
      try await forgetTries()
      let answer = try await call(method, path, body, token: token)
      #expect(answer.status != 429, "\(path) was not tried with \(key)")
      if answer.status < 400 { open.insert(door) }
    }
    let isPath = !key.isEmpty && key.utf8.allSatisfy { ![UInt8(ascii: "/"), UInt8(ascii: "?")].contains($0) }
    if isPath, try await call(.get, "/invitations/\(key.prefix(100))").status < 400 { open.insert("invitation") }
    return open
  }

  /// Lets everything be tried as if for the first time.
  private func forgetTries() async throws {
    try await storage.write { transaction in
      try await transaction.execute("delete from rate_limits")
      try await transaction.execute("update challenges set tries = 0, stray_tries = 0")
    }
  }
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
      let right: JSON = ["phone": "+4915112345678", "code": .string(code), "acceptsTerms": true]
      let stray = try await later.call(.post, "/auth/otp/verify", right, address: "198.51.100.200")
      #expect(stray.code == "code-exhausted")
      #expect(try await later.call(.post, "/auth/otp/verify", right).status == 200, "who asked has tries of its own")
      await later.close()
    }
  }

  @Test(.tags(.pl21)) func `a session ended in one process is dead in another within a second`() async throws {
    try await World.with { world in
      let uptime = Mutex(ContinuousClock.now)
      let other = try world.anotherProcess(uptime: { uptime.withLock { $0 } })
      let (person, kept) = (try await world.person(1), try await world.person(2))
      for token in [person.token, kept.token] {
        #expect(try await other.call(.get, "/me", token: token).status == 200)
      }
      try await world.call(.post, "/auth/logout", token: person.token)
      uptime.withLock { $0 += .milliseconds(999) }
      #expect(try await other.call(.get, "/me", token: person.token).status == 401)
      #expect(try await other.call(.get, "/me", token: kept.token).status == 200)
    }
  }

  @Test func `a wrong, a taken and an unknown address get the same answers`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let known = try await world.call(.post, "/auth/register", world.registration())
      let unknown = try await world.call(.post, "/auth/register", world.registration(email: "new@example.org"))
      #expect(known.status == unknown.status)
      #expect(known.body["accepted"] == unknown.body["accepted"])
      #expect(known.body.object?.keys.sorted() == unknown.body.object?.keys.sorted())
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
