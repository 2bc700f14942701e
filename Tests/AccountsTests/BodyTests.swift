import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Body data` {
  @Test(.tags(.pl31, .pl71)) func `nothing is kept before its owner has agreed`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      let body: JSON = ["weight": 71.5, "height": 180]
      #expect(try await world.call(.patch, "/me/body", body, token: person.token).code == "consent-needed")
      #expect(try await world.accounts.bodyData(of: person.accountID) == nil)
      try await world.agreeToHealth(person)
      #expect(try await world.call(.patch, "/me/body", body, token: person.token).status == 200)
      let kept = try await world.call(.get, "/me/body", token: person.token).body
      #expect(kept["weight"]?.double == 71.5)
      #expect(kept["height"]?.double == 180)
      #expect(kept["weighedAt"]?.string == "2025-08-15T12:00:00Z")
    }
  }

  @Test(.tags(.pl32, .fc4, .fc5)) func `fitness level, weight and height can be changed one by one and cleared`()
    async throws
  {
    try await World.with { world in
      let person = try await world.person(1)
      try await world.agreeToHealth(person)
      for (field, value) in [("weight", 80.0), ("height", 175.5)] as [(String, JSON)] {
        try await world.call(.patch, "/me/body", .object([field: value]), token: person.token)
      }
      let all = try await world.call(.patch, "/me/body", ["fitnessLevel": "regular"], token: person.token).body
      #expect(all["fitnessLevel"]?.string == "regular")
      #expect(all["weight"]?.double == 80)
      let cleared = try await world.call(.patch, "/me/body", ["weight": .null], token: person.token).body
      #expect(cleared["weight"]?.isNull == true)
      #expect(cleared["weighedAt"]?.isNull == true)
      #expect(cleared["height"]?.double == 175.5)
    }
  }

  @Test(
    .tags(.pl31),
    arguments: [["weight": 20], ["weight": 500], ["height": 50], ["height": 300]] as [JSON]
  ) func `values at the limits are kept`(body: JSON) async throws {
    try await World.with { world in
      let person = try await world.person(1)
      try await world.agreeToHealth(person)
      let kept = try await world.call(.patch, "/me/body", body, token: person.token)
      #expect(kept.status == 200)
      for (key, value) in body.object ?? [:] { #expect(kept.body[key]?.double == value.double) }
    }
  }

  @Test(
    .tags(.pl31),
    arguments: [["weight": 19.9], ["weight": 501], ["height": 49], ["height": 301], ["fitnessLevel": "super"]] as [JSON]
  ) func `values that cannot be are refused`(body: JSON) async throws {
    try await World.with { world in
      let person = try await world.person(1)
      try await world.agreeToHealth(person)
      #expect(try await world.call(.patch, "/me/body", body, token: person.token).status == 422)
    }
  }

  @Test(.tags(.pl31)) func `plugins get weight, height, gender and date of birth`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      try await world.agreeToHealth(person)
      try await world.call(.patch, "/me", ["gender": "female", "dateOfBirth": "1990-02-03"], token: person.token)
      try await world.call(.patch, "/me/body", ["weight": 64, "height": 170], token: person.token)
      let data = try #require(try await world.accounts.bodyData(of: person.accountID))
      #expect(data.weight == 64)
      #expect(data.height == 170)
      #expect(data.gender == "female")
      #expect(data.dateOfBirth == "1990-02-03")
    }
  }

  @Test(.tags(.pl32)) func `plugins get a date of birth alone, and nothing else, without the consent for health data`()
    async throws
  {
    try await World.with { world in
      let person = try await world.person(1)
      try await world.call(.patch, "/me", ["gender": "female", "dateOfBirth": "1990-02-03"], token: person.token)
      var expected = BodyData()
      expected.dateOfBirth = "1990-02-03"
      #expect(try await world.accounts.bodyData(of: person.accountID) == expected)
      try await world.call(.patch, "/me", ["dateOfBirth": .null], token: person.token)
      #expect(try await world.accounts.bodyData(of: person.accountID) == nil)
    }
  }

  @Test(.tags(.pl31, .wc13)) func `a month after weighing a reminder comes, once, and only to those who want it`()
    async throws
  {
    try await World.with { world in
      let (wants, others) = (try await world.person(1), try await world.person(2))
      for person in [wants, others] {
        try await world.agreeToHealth(person)
        let body: JSON = ["weight": 70, "reminder": .bool(person.accountID == wants.accountID)]
        try await world.call(.patch, "/me/body", body, token: person.token)
      }
      world.clock.advance(30 * 86_400 - 1)
      #expect(try await world.accounts.remind() == 0)
      world.clock.advance(1)
      #expect(try await world.accounts.remind() == 1)
      #expect(try await world.accounts.remind() == 0)
      #expect(try await reminded(world) == [wants.accountID])
      let later = try await world.restarted()
      later.clock.advance(30 * 86_400)
      #expect(try await later.accounts.remind() == 1)
      await later.close()
    }
  }

  @Test(.tags(.pl71, .pl70)) func `taking the consent back, or leaving, removes everything`() async throws {
    try await World.with(settings: .withoutGrace) { world in
      let (person, leaving) = (try await world.person(1), try await world.person(2))
      for somebody in [person, leaving] {
        try await world.agreeToHealth(somebody)
        try await world.call(.patch, "/me/body", ["weight": 77.125], token: somebody.token)
      }
      let export = try await world.call(.get, "/me/export", token: person.token).body
      #expect(export["body"]?[0]?["weight"]?.double == 77.125)
      try await world.call(.delete, "/me/body", token: person.token)
      try await world.call(.delete, "/me", token: leaving.token)
      #expect(try await !world.dump().contains("77.125"))
      #expect(try await world.call(.patch, "/me/body", ["weight": 70], token: person.token).code == "consent-needed")
    }
  }

  @Test(.tags(.pl71)) func `nobody else sees any of it`() async throws {
    try await World.with { world in
      let (person, other) = (try await world.person(1), try await world.person(2))
      try await world.agreeToHealth(person)
      try await world.call(.patch, "/me/body", ["weight": 77.125], token: person.token)
      let seen = try await world.call(.get, "/people/\(person.accountID)", token: other.token).body
      #expect(!seen.serialized().contains("77.125"))
      #expect(try await world.call(.get, "/me/body", token: other.token).body["weight"]?.isNull == true)
    }
  }

  private func reminded(_ world: World) async throws -> [AccountID] {
    try await world.storage.pendingEffects(after: 0, limit: 100).flatMap { effect -> [AccountID] in
      guard case .notification(_, let request) = effect, request.kind == "weight-reminder" else { return [] }
      return request.recipients
    }
  }
}
