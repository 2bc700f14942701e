@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `Many who come in at once` {
  /// A storage that counts how often bodies of writes begin.
  private final class Runs: Storage {
    private let base: any Storage
    private let counted = Mutex(0)

    init(_ base: any Storage) { self.base = base }
    var count: Int { counted.withLock { $0 } }

    func read<Value: Sendable>(
      _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
    ) async throws -> Value { try await base.read(body) }

    func write<Value: Sendable>(
      _ body: @escaping @Sendable (any Transaction) async throws -> Value
    ) async throws -> Value {
      try await base.write { [self] transaction in
        counted.withLock { $0 += 1 }
        return try await body(transaction)
      }
    }
  }

  private struct Bench {
    let world: World
    let runs: Runs
    let accounts: Accounts

    init(_ world: World) throws {
      self.world = world
      runs = Runs(world.storage.inSteps)
      accounts = Accounts(
        tables: AccountsTables(
          storage: world.storage, steps: runs, changes: NamespaceChanges(namespace: world.storage)),
        clock: world.clock, secret: try InstallationSecret.load(path: world.keyPath),
        deliveries: FileDeliveries(path: world.folder.path + "/deliveries.jsonl", clock: world.clock),
        texts: try Strings.load(), log: world.log)
    }

    func client(_ number: Int) -> Client {
      Client(
        Call(
          principal: nil, now: world.clock.now, language: "en", requestID: "test",
          remoteAddress: "198.51.100.\(number)"))
    }

    /// Does something so many times at once.
    func together(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
      try await withThrowingTaskGroup { group in
        for number in 0..<count { group.addTask { try await body(number) } }
        try await group.waitForAll()
      }
    }
  }

  @Test func `by phone wait for nobody and run once each`() async throws {
    try await World.with { world in
      let bench = try Bench(world)
      let (login, steps) = (bench.accounts.signIn.phoneLogin, bench.accounts.context.steps)
      try await bench.together(40) { number in
        let phone = try PhoneNumber("+4915112345\(100 + number)")
        _ = try await steps.write {
          try await login.send(
            try login.draft(to: phone, from: bench.client(number), back: ReturnPath(nil)), in: $0)
        }
      }
      #expect(bench.runs.count == 40)
      #expect(try await bench.accounts.deliver() == 40)
      let codes = try await world.deliveries().map {
        (try #require($0["to"]?.string), try #require($0["code"]?.string))
      }
      let before = bench.runs.count
      try await bench.together(40) { number in
        let answer = PhoneLogin.Answer(
          evidence: .code(codes[number].1, try PhoneNumber(codes[number].0)), secondFactor: nil,
          accepted: ["terms": "1"], keeping: false,
          invitation: nil)
        let arrival = try await steps.write {
          try await login.verify(answer, from: bench.client(number), in: $0)
        }.get()
        #expect(arrival.isNew)
      }
      #expect(bench.runs.count == before + 40)
    }
  }

  @Test func `of one device get one code, and of one address as many as may`() async throws {
    try await World.with { world in
      let bench = try Bench(world)
      let (login, steps) = (bench.accounts.signIn.phoneLogin, bench.accounts.context.steps)
      let refusals = Mutex<[String]>([])
      let phone = try PhoneNumber("+4915112345678")
      try await bench.together(10) { _ in
        do {
          _ = try await steps.write {
            try await login.send(
              try login.draft(to: phone, from: bench.client(1), back: ReturnPath(nil)), in: $0)
          }
        } catch let problem as Problem {
          refusals.withLock { $0.append(problem.code) }
        }
      }
      #expect(refusals.withLock { $0 } == Array(repeating: "resend-too-soon", count: 9))
      let guests = Mutex<[Int]>([])
      try await bench.together(70) { _ in
        let status = try await world.call(.post, "/auth/guest", address: "198.51.100.9").status
        guests.withLock { $0.append(status) }
      }
      #expect(guests.withLock { $0 }.filter { $0 == 201 }.count == 60)
      #expect(guests.withLock { $0 }.filter { $0 == 429 }.count == 10)
    }
  }

  @Test func `and want one user name: one gets it, all are in`() async throws {
    try await World.with { world in
      for number in 0..<8 {
        let body = world.registration(email: "p\(number)@example.org", changes: ["username": "captain"])
        #expect(try await world.call(.post, "/auth/register", body).status == 202)
      }
      let links = try await world.deliveries().compactMap { $0["link"]?.string?.split(separator: "=").last }
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for link in links {
          let token = JSON.string(String(link))
          group.addTask { try await world.call(.post, "/auth/verify", ["token": token]) }
        }
        return try await group.reduce(into: [Answer]()) { $0.append($1) }
      }
      #expect(answers.map(\.status) == Array(repeating: 200, count: 8))
      #expect(answers.compactMap { $0.body["account"]?["username"]?.string } == ["captain"])
    }
  }
}
