import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseKitTesting

/// A plugin whose transactions take their time behind asking for a look.
private struct Watchman: Plugin {
  let host: PluginHost

  init(host: PluginHost) { self.host = host }

  func start() async throws {
    try await host.events.subscribe("watchman.wrote") { _, transaction in try await round(4, transaction) }
  }

  func routes(_ routes: inout Routes) {
    routes.put("/rounds/{number}", "Go round", access: .everyone) { (input: Round, _, transaction) in
      try await round(input.number, transaction)
      return NoContent()
    }
    routes.action("/rounds", "Go round by oneself", access: .everyone) { (_: NoInput, _) in
      try await host.storage.write { try await round(2, $0) }
      return NoContent()
    }
  }

  /// Has it looked at once, and leaves something to be found a moment later.
  private func round(_ number: Int, _ transaction: any Transaction) async throws {
    try await host.schedules.schedule("look", due: host.clock.now) { due in
      let last = try await host.storage.read {
        try await $0.first("select max(number) from rounds").map { try $0[0] as Int }
      }
      try await host.storage.write {
        try await $0.execute("update rounds set seen = seen + 1 where number <= \(last ?? 0)")
      }
      return nil
    }
    try await Task.sleep(for: .milliseconds(200))
    try await transaction.execute("insert into rounds (number, seen) values (\(number), 0)")
    if number == 3 { try await transaction.emit(Event(name: "wrote", payload: [:])) }
    if number < 0 { throw Problem.conflict("spoilt", "Nobody goes round backwards.") }
  }

  struct Round: RouteInput {
    var number: Int
  }

  static func plugin() throws -> TestPlugin {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Watchman")
    return try TestPlugin(Watchman.self, manifest: folder.appending(path: "manifest.json"))
  }
}

@Suite struct `A schedule that is asked for in a transaction` {
  /// How often looks have seen each round.
  private func seen(_ host: TestHost) async throws -> [Int] {
    try await host.services.storage.read {
      try await $0.query("select seen from rounds order by number").map { try $0[0] }
    }
  }

  /// Waits until looks have seen the last of so many rounds.
  private func areSeen(_ count: Int, on host: TestHost, _ what: String) async throws {
    try await Patience.wait(or: { "Nobody has seen the round \(what)." }) {
      let all = try await seen(host)
      return all.count == count && all.last != 0 ? () : nil
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `finds what was committed, and is none where nothing was`(on engine: TestHost.Engine) async throws {
    try await TestHost.run(Watchman.plugin(), on: engine) { host in
      #expect(try await host.put("/v1/watchman/rounds/-1", [:]).problem == "409 spoilt")
      try await host.clock.advance(by: .seconds(1))
      #expect(try await seen(host) == [0], "nobody has looked")
      #expect(try await host.put("/v1/watchman/rounds/1", [:]).status == 204)
      try await areSeen(2, on: host, "of a route in a transaction")
      #expect(try await host.post("/v1/watchman/rounds", [:]).status == 204)
      try await areSeen(3, on: host, "of a transaction of one's own")
      #expect(try await host.put("/v1/watchman/rounds/3", [:]).status == 204)
      try await areSeen(5, on: host, "of an event")
    }
  }
}
