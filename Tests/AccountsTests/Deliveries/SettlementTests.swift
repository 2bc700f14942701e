@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What came of messages` {
  private static func accounts(_ world: World, _ storage: CountingStorage) throws -> Accounts {
    Accounts(
      tables: AccountsTables(storage, of: world.storage), clock: world.clock,
      secret: try InstallationSecret.load(path: world.keyPath),
      deliveries: FileDeliveries(path: world.folder.path + "/deliveries.jsonl", clock: world.clock),
      texts: try Strings.load(), log: world.log)
  }

  @Test func `is written in few transactions: one to claim 16 of them, and one for those that end together`()
    async throws
  {
    try await World.with { world in
      let outbox = world.accounts.signIn.phoneLogin.outbox
      try await world.accounts.context.storage.write { transaction in
        for number in 0..<16 {
          let message = DeliveryMessage(
            id: Identifier.ordered(world.clock.now), channel: .sms, to: "+49151\(number)", subject: "", text: "Hi")
          try await outbox.add(message, now: world.clock.now, in: transaction)
        }
      }
      let storage = CountingStorage(base: world.storage)
      #expect(try await Self.accounts(world, storage).deliver() == 16)
      let statements = storage.statements()
      #expect(statements.filter { $0.hasPrefix("update outbox") }.count == 2, "16 were claimed, then none was left")
      #expect((1...16).contains(statements.filter { $0.hasPrefix("delete from outbox") }.count))
      #expect(try await world.storage.read { try await $0.query("select id from outbox") }.isEmpty)
      #expect(try await world.deliveries().count == 16)
    }
  }

  @Test func `of several at once is in one transaction but for the first`() async throws {
    try await World.with { world in
      let storage = CountingStorage(base: world.storage)
      let accounts = try Self.accounts(world, storage)
      let settlements = Settlements(context: accounts.context, outbox: accounts.signIn.phoneLogin.outbox)
      let claims = (0..<40).map { number in
        let message = DeliveryMessage(id: "m\(number)", channel: .sms, to: "+49151", subject: "", text: "Hi")
        return Outbox.Claim(message: message, tries: 1)
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for claim in claims {
          group.addTask { try await settlements.settle(.init(claim: claim, isOver: claim.message.id != "m7")) }
        }
        try await group.waitForAll()
      }
      let statements = storage.statements()
      #expect(statements.filter { $0.hasPrefix("delete from outbox") }.count < 40)
      #expect(statements.filter { $0.hasPrefix("update outbox") }.count == 1, "one is tried again")
    }
  }

  @Test func `that cannot be written fails for those it is about, and for no later one`() async throws {
    try await World.with { world in
      let storage = StorageDouble()
      let settlements = Settlements(
        context: try Self.accounts(world, CountingStorage(base: storage)).context,
        outbox: world.accounts.signIn.phoneLogin.outbox)
      let message = DeliveryMessage(id: "m", channel: .sms, to: "+49151", subject: "", text: "Hi")
      let ending = Settlements.Ending(claim: .init(message: message, tries: 1), isOver: true)
      storage.set(fails: true)
      await #expect(throws: StorageDouble.Down.self) { try await settlements.settle(ending) }
      storage.set(fails: false)
      try await settlements.settle(ending)
      #expect(storage.commits == 1 && storage.statements.count == 2)
    }
  }
}
