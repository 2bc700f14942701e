import FieldhouseKit
import FieldhouseKitTesting
import Testing

@Suite struct `A route that replaces, changes or removes in a transaction` {
  private static let path = "/v1/tally/tallies/a"

  private func state(_ host: TestHost) async throws -> [String] {
    try await host.services.storage.read { transaction in
      let tallies = try await transaction.query("select name, points from tallies order by name")
      let runs = try await transaction.query("select what from runs order by id")
      return try tallies.map { "\(try $0[0] as String): \(try $0[1] as Int)" } + runs.map { try $0[0] as String }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `does all of it or nothing`(on engine: TestHost.Engine) async throws {
    try await Tally.run(on: engine) { host in
      let ada = try await host.guest()
      #expect(try await host.put(Self.path, ["points": 3], as: ada)["points"] == 3)
      #expect(try await host.put(Self.path, ["points": 200], as: ada).problem == "409 spoilt")
      #expect(try await host.patch(Self.path, ["points": 98], as: ada).problem == "409 spoilt")
      #expect(try await host.delete("/v1/tally/tallies/b", as: ada).problem == "409 spoilt")
      #expect(try await state(host) == ["a: 3", "put"])
      #expect(try await host.patch(Self.path, ["points": "x"], as: ada).pointers == ["/points"])
      #expect(try await host.delete(Self.path).problem == "401 unauthenticated")
      let changed = try await host.patch(Self.path, ["points": 4], as: ada)
      #expect(changed.status == 200 && changed["points"] == 7)
      let gone = try await host.delete(Self.path, as: ada)
      #expect(gone.status == 204 && gone.body.isEmpty)
      #expect(try await state(host) == ["put", "patch", "delete"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is run once for each Idempotency-Key, and each time without one`(on engine: TestHost.Engine) async throws {
    try await Tally.run(on: engine) { host in
      let ada = try await host.guest()
      for number in 1...3 {
        let put = try await host.put(Self.path, ["points": 3], as: ada, idempotencyKey: "k1")
        #expect(put.status == 200 && put["points"] == 3)
        let patched = try await host.patch(Self.path, ["points": 4], as: ada, idempotencyKey: "k2")
        #expect(patched.status == 200 && patched["points"] == 7)
        for reply in [put, patched] {
          #expect(reply.headers["idempotency-replayed"] == (number > 1 ? "true" : nil))
        }
      }
      #expect(try await state(host) == ["a: 7", "put", "patch"])
      let other = try await host.patch(Self.path, ["points": 5], as: ada, idempotencyKey: "k2")
      #expect(other.problem == "422 idempotency-key-reused")
      // What has failed is not kept.
      #expect(try await host.patch(Self.path, ["points": 95], as: ada, idempotencyKey: "k3").status == 409)
      #expect(try await host.put(Self.path, ["points": 1], as: ada).status == 200)
      #expect(try await host.patch(Self.path, ["points": 95], as: ada, idempotencyKey: "k3")["points"] == 96)
      for _ in 1...2 { #expect(try await host.delete(Self.path, as: ada, idempotencyKey: "k4").status == 204) }
      #expect(try await host.delete(Self.path, as: ada).status == 409)
      #expect(try await state(host) == ["put", "patch", "put", "patch", "delete"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `has one effect for many calls at once with one key`(on engine: TestHost.Engine) async throws {
    try await Tally.run(on: engine) { host in
      let ada = try await host.guest()
      #expect(try await host.put(Self.path, ["points": 0], as: ada).status == 200)
      let replies = try await withThrowingTaskGroup(of: TestReply.self) { group in
        for _ in 0..<20 {
          group.addTask { try await host.patch(Self.path, ["points": 2], as: ada, idempotencyKey: "k") }
        }
        return try await group.reduce(into: [TestReply]()) { $0.append($1) }
      }
      #expect(Set(replies.map(\.status)) == [200] && replies.allSatisfy { $0["points"] == 2 })
      #expect(replies.count { $0.headers["idempotency-replayed"] == nil } == 1)
      #expect(try await state(host) == ["a: 2", "put", "patch"])
    }
  }
}
