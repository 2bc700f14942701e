@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A clock that is set back two hours` {
  private static let phone: JSON = "+4915112345678"

  @Test(.tags(.pl7)) func `lets codes be asked for and typed`() async throws {
    try await World.with { world in
      let address = "203.0.113.7"
      _ = try await world.call(.post, "/auth/otp", ["phone": Self.phone], address: address)
      let before = try await world.lastCode(to: "+4915112345678")
      world.clock.advance(-7200)
      let proof: JSON = ["phone": Self.phone, "code": .string(before), "acceptsTerms": true]
      #expect(try await world.call(.post, "/auth/otp/verify", proof, address: address).status == 200)
      for _ in 0..<5 {
        #expect(try await world.call(.post, "/auth/otp", ["phone": Self.phone], address: address).status == 202)
        world.clock.advance(30)
      }
    }
  }

  @Test(.tags(.pl7)) func `empties no budget and keeps nobody waiting for it`() async throws {
    try await World.with { world in
      _ = try await world.register()
      for number in 0..<12 { _ = try await world.login("jane@example.org", "wrong \(number)") }
      for _ in 0..<8 {
        try await world.call(.post, "/auth/otp", ["phone": Self.phone], cookie: try await world.browser())
        try await world.call(.post, "/auth/password/forgot", ["email": "jane@example.org"])
        try await world.call(.post, "/auth/register", world.registration(email: "new@example.org"))
      }
      #expect(try await world.login().status == 429)
      world.clock.advance(-7200)
      #expect(try await world.login().status == 200)
      #expect(try await world.call(.post, "/auth/otp", ["phone": Self.phone]).status == 202)
      #expect(try await world.call(.post, "/auth/password/forgot", ["email": "jane@example.org"]).status == 202)
      let again = try await world.call(.post, "/auth/register", world.registration(email: "new@example.org"))
      #expect(again.status == 202)
    }
  }

  @Test func `takes the codes of an authenticator app`() async throws {
    try await World.with { world in
      let owner = try await world.register()
      let app = try await world.enrol(owner.token)
      world.clock.advance(-7200)
      let code = app.code(at: world.clock.now)
      #expect(try await world.login(code: code).status == 200)
      #expect(try await world.login(code: code).code == "second-factor-wrong", "a code works once")
      world.clock.advance(30)
      #expect(try await world.login(code: app.code(at: world.clock.now)).status == 200)
    }
  }

  @Test(.tags(.pl7)) func `still limits what comes after it`() async throws {
    try await World.with { world in
      for number in 0..<12 { _ = try await world.login("jane@example.org", "wrong \(number)") }
      world.clock.advance(-7200)
      var statuses: [Int] = []
      for number in 0..<12 { statuses.append(try await world.login("jane@example.org", "wrong \(number)").status) }
      #expect(statuses.filter { $0 == 401 }.count == 10)
      #expect(statuses.suffix(2) == [429, 429])
    }
  }
}

@Suite struct `Somebody who is new` {
  private func count(_ answers: [Answer]) -> (good: Int, new: Int) {
    let good = answers.filter { $0.status == 200 }
    return (good.count, good.filter { $0.body["isNew"]?.bool == true }.count)
  }

  @Test(.tags(.pl6)) func `is new once, however many devices verify at the same time`() async throws {
    try await World.with { world in
      let phone: JSON = "+4915112345678"
      var bodies: [(JSON, String)] = []
      for number in 0..<6 {
        let cookie = try await world.browser()
        let address = "192.0.2.\(number)"
        try await world.call(.post, "/auth/otp", ["phone": phone], address: address, cookie: cookie)
        let code = try await world.lastCode(to: "+4915112345678")
        let body: JSON = ["phone": phone, "code": .string(code), "acceptsTerms": true]
        bodies.append((body, cookie))
        bodies.append((body, cookie))
      }
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for (body, cookie) in bodies {
          group.addTask { try await world.call(.post, "/auth/otp/verify", body, cookie: cookie) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let (good, new) = count(answers)
      #expect(new == 1)
      #expect(good == 6, "each code works once")
      #expect(Set(answers.filter { $0.status == 200 }.map(\.accountID)).count == 1)
    }
  }

  @Test(.tags(.pl12)) func `is new once, however many confirmations of an address come at the same time`() async throws
  {
    try await World.with { world in
      var bodies: [JSON] = []
      for number in 0..<3 {
        let own = try await world.apply(address: "192.0.2.\(number)")
        let link = JSON.string(try #require(own.link))
        bodies += [["token": link], ["token": link], ["email": "jane@example.org", "code": .string(own.code ?? "")]]
      }
      let other = try world.anotherProcess()
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for (number, body) in bodies.enumerated() {
          let host = number.isMultiple(of: 2) ? world : other
          group.addTask { try await host.call(.post, "/auth/verify", body, address: "198.51.100.\(number)") }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(count(answers) == (1, 1))
      #expect(answers.filter { $0.status == 401 || $0.status == 429 }.count == bodies.count - 1)
      let people = try await world.storage.read { try await $0.first("select count(*) from people")?[0] ?? 0 }
      #expect(people == 1)
    }
  }
}
