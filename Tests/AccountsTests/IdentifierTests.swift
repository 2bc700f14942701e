@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `Several identifiers on one account` {
  @Test(.tags(.pl4, .pl8, .pl11)) func `a proved address signs in to the same account`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      let body: JSON = ["email": "jane@example.org"]
      #expect(try await world.call(.post, "/me/identifiers", body, token: person.token).status == 202)
      let code = JSON.string(try await world.lastCode(to: "jane@example.org"))
      let proof: JSON = ["email": "jane@example.org", "code": code]
      #expect(try await world.call(.post, "/me/identifiers/verify", proof, token: person.token).status == 204)
      let password: JSON = [
        "password": .string(World.password), "passwordConfirmation": .string(World.password),
      ]
      #expect(try await world.call(.put, "/me/password", password, token: person.token).status == 204)
      let login = try await world.login()
      #expect(login.accountID == person.accountID)
    }
  }

  @Test(.tags(.pl11)) func `a wrong code adds nothing and another account's identifier is refused`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let person = try await world.person(1)
      try await world.call(.post, "/me/identifiers", ["email": "jane@example.org"], token: person.token)
      let code = try await world.lastCode(to: "jane@example.org")
      let wrong: JSON = ["email": "jane@example.org", "code": .string(world.otherCode(than: code))]
      #expect(try await world.call(.post, "/me/identifiers/verify", wrong, token: person.token).code == "code-wrong")
      let right: JSON = ["email": "jane@example.org", "code": .string(code)]
      let refused = try await world.call(.post, "/me/identifiers/verify", right, token: person.token)
      #expect(refused.code == "identifier-taken")
      #expect(try await world.call(.get, "/me", token: person.token).body["email"]?.isNull == true)
    }
  }

  @Test(.tags(.tm89)) func `the last identifier stays`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      let path = "/me/identifiers?phone=491511000001"
      #expect(try await world.call(.delete, path, token: person.token).code == "identifier-last")
      #expect(try await world.call(.get, "/me", token: person.token).body["phone"]?.string == "491511000001")
    }
  }
}

@Suite struct `Delivering messages` {
  /// A way that fails a few times before it works.
  private final class Flaky: Deliveries {
    struct Down: Error {}
    private let state: Mutex<(failures: Int, sent: [DeliveryMessage])>
    init(failures: Int) { state = Mutex((failures, [])) }
    var sent: [DeliveryMessage] { state.withLock { $0.sent } }

    func send(_ message: DeliveryMessage) async throws {
      try state.withLock { state in
        if state.failures > 0 {
          state.failures -= 1
          throw Down()
        }
        state.sent.append(message)
      }
    }
  }

  /// The accounts of a world, whose messages go to a gateway.
  private static func accounts(of world: World, _ gateway: Flaky) throws -> Accounts {
    Accounts(
      tables: AccountsTables(world.storage), clock: world.clock,
      secret: try InstallationSecret.load(path: world.keyPath),
      deliveries: gateway, texts: try Strings.load(), log: world.log)
  }

  @Test(.tags(.pl7)) func `a message is tried again until the gateway takes it, and then never again`() async throws {
    try await World.with { world in
      let gateway = Flaky(failures: 3)
      let accounts = try Self.accounts(of: world, gateway)
      try await world.call(.post, "/auth/otp", ["phone": "4915112345678"])
      var attempts = 0
      while gateway.sent.isEmpty, attempts < 20 {
        try await accounts.deliver()
        world.clock.advance(60)
        attempts += 1
      }
      #expect(attempts == 4)
      try await accounts.deliver()
      #expect(gateway.sent.count == 1)
      #expect(!world.log.lines.joined().contains("4915112345678"))
    }
  }

  @Test(.tags(.pl7)) func `what a slow gateway leaves no time for is claimed anew, and sent once`() async throws {
    try await World.with { world in
      let gateway = Flaky(failures: 0)
      let accounts = try Self.accounts(of: world, gateway)
      for _ in 0..<3 {
        #expect(try await world.call(.post, "/auth/otp", ["phone": "4915112345678"]).status == 202)
        world.clock.advance(31)
      }
      var courier = accounts.upkeep.courier
      courier.patience = .zero
      #expect(try await courier.deliver() == 1, "the others would end when another process may have them")
      courier.patience = .seconds(60)
      world.clock.advance(89)
      #expect(try await courier.deliver() == 0)
      world.clock.advance(1)
      #expect(try await courier.deliver() == 2)
      let sent = gateway.sent.map(\.text)
      #expect(sent.count == 3 && Set(sent).count == 3)
    }
  }

  @Test func `two processes never send the same message`() async throws {
    try await World.with { world in
      let gateway = Flaky(failures: 0)
      let secret = try InstallationSecret.load(path: world.keyPath)
      let texts = try Strings.load()
      for number in 0..<20 {
        try await world.call(.post, "/auth/otp", ["phone": .string("49151123456\(10 + number)")])
      }
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            let accounts = Accounts(
              tables: AccountsTables(world.storage), clock: world.clock, secret: secret, deliveries: gateway,
              texts: texts,
              log: world.log)
            try await accounts.deliver()
          }
        }
        try await group.waitForAll()
      }
      #expect(gateway.sent.count == 20)
      #expect(Set(gateway.sent.map(\.id)).count == 20)
    }
  }
}
