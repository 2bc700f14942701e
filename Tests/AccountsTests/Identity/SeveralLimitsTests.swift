@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Several limits that are taken from at once` {
  private static let address = LimitSubject.address(ClientAddress("198.51.100.7"))

  private static func uses(_ number: String) throws -> [LimitUse] {
    let key = IdentifierKey(try PhoneNumber(number))
    return [
      LimitUse(.codesPerAddress, address), LimitUse(.codesPerTarget, .target(key)),
      LimitUse(.messagesPerTarget, .target(key)),
    ]
  }

  @Test func `each lose one, or none when one of them has none left; the longest wait is told`() async throws {
    try await World.with { world in
      let limits = world.accounts.signIn.phoneLogin.limits
      let uses = try Self.uses("+4915112345678")
      let allowed = LimitName.codesPerTarget.standard.burst
      for _ in 0..<allowed { try await world.storage.write { try await limits.take(uses, in: $0) } }
      let before = try await Self.rows(world)
      #expect(before.count == 3)
      let problem = await #expect(throws: Problem.self) {
        try await world.storage.write { try await limits.take(uses, in: $0) }
      }
      #expect(problem?.status == 429 && problem?.code == "too-many-attempts")
      #expect(problem?.retryAfterSeconds == LimitName.codesPerTarget.standard.seconds)
      #expect(try await Self.rows(world) == before, "the other two gave nothing")
      // Another number has its own; the address goes on with what it had.
      let others = try Self.uses("+4915187654321")
      try await world.storage.write { try await limits.take(others, in: $0) }
      #expect(try await Self.rows(world).count == 5)
    }
  }

  @Test func `lie beside one another when they are about one number, and name nobody`() async throws {
    try await World.with { world in
      for number in ["+4915112345678", "+4915187654321", "+4915100000001"] {
        #expect(try await world.call(.post, "/auth/otp", ["phone": .string(number)]).status == 202)
      }
      let names = try await Self.rows(world).map(\.0)
      let owners = names.map { $0.prefix { $0 != "/" } }
      #expect(names.count == 3 * 3 + 1)
      #expect(Set(owners).count == 4)
      for owner in Set(owners) {
        let places = owners.indices.filter { owners[$0] == owner }
        #expect(places == Array(places[0]..<places[0] + places.count))
      }
      #expect(names.allSatisfy { !$0.contains("49151") && !$0.contains("198.51") })
    }
  }

  @Test func `by many at once, whatever order they name them in, give what there is and no more`() async throws {
    try await World.with { world in
      let limits = world.accounts.signIn.phoneLogin.limits
      let uses = try Self.uses("+4915112345678")
      let taken = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<24 {
          let mine = number.isMultiple(of: 2) ? uses : uses.reversed()
          group.addTask {
            (try? await world.storage.inSteps.write { try await limits.take(mine, in: $0) }) != nil
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(taken == LimitName.codesPerTarget.standard.burst)
    }
  }

  private static func rows(_ world: World) async throws -> [(String, Int64)] {
    try await world.storage.read { try await $0.query("select name, full_at from rate_limits order by name") }
      .map { (try $0[0], try $0[1]) }
  }
}

private func == (_ one: [(String, Int64)], _ other: [(String, Int64)]) -> Bool {
  one.count == other.count && zip(one, other).allSatisfy { $0 == $1 }
}
