import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@Suite struct `What a manifest does not declare` {
  private typealias Act = @Sendable (any Transaction, AccountID) async throws -> Void

  private static let acts: [(String, Act)] = [
    ("event-unknown", { transaction, _ in try await transaction.emit(Event(name: "torn", payload: [:])) }),
    ("event-malformed", { transaction, _ in try await transaction.emit(Event(name: "written", payload: ["text": 1])) }),
    ("topic-unknown", { transaction, _ in try await transaction.publish("pages/1", LiveEvent("x", 1)) }),
    ("topic-unknown", { transaction, _ in try await transaction.reviewWatchers(of: "page") }),
    ("live-event-malformed", { transaction, _ in try await transaction.publish("pages", LiveEvent("a\nb", 1)) }),
    ("role-unknown", { try await $0.grant("owner", to: $1, in: Scope("page", "p")) }),
    ("role-unknown", { try await $0.revoke("keeper", from: $1, in: .host) }),
    ("permission-unknown", { _ = try await $0.has("see-page", $1, in: Scope("page", "p")) }),
    (
      "notification-unknown",
      { transaction, account in
        try await transaction.notify(
          NotificationRequest(recipients: [account], kind: "note", text: "page.text", arguments: [:]))
      }
    ),
  ]

  @Test func `is refused with its code, and nothing of the transaction is kept`() async throws {
    try await TestHost.run(SamplePlugins.diary()) { host in
      let ada = try await host.person("Ada")
      let watcher = try await host.watch("diary/pages")
      for (code, act) in Self.acts {
        let problem = await #expect(throws: Problem.self, "\(code)") {
          try await host.services.storage.write { transaction in
            try await transaction.publish("pages", LiveEvent("written", ["text": "lost"]))
            try await transaction.grant("keeper", to: ada.id, in: Scope("page", "p"))
            try await transaction.emit(Event(name: "written", payload: ["author": "a", "text": "lost"]))
            try await transaction.submit(
              ScoreChange(board: "words", account: ada.id, score: 1, achievedAt: host.clock.now))
            try await act(transaction, ada.id)
          }
        }
        #expect(problem?.code == code && problem?.status == 500)
      }
      try await host.settled()
      #expect(host.events.isEmpty && watcher.events.isEmpty)
      #expect(try await host.board("words").isEmpty)
      #expect(try await host.inbox(of: ada).isEmpty)
      #expect(try await host.services.rights.grants(of: ada.id).isEmpty)
    }
  }
}

@Suite struct `What is seen of a plugin's work` {
  @Test(arguments: TestHost.Engine.allCases)
  func `is a board by rank, to its limit, and an inbox with the newest first`(on engine: TestHost.Engine) async throws {
    try await TestHost.run(SamplePlugins.diary(), on: engine) { host in
      var people: [TestPerson] = []
      for (number, words) in ["a b c", "a", "a b c", "a b"].enumerated() {
        let person = try await host.person("Writer \(number)")
        people.append(person)
        let body: JSON = ["text": .string(words), "readers": number == 0 ? [] : [.string(people[0].id.text)]]
        #expect(try await host.put("/v1/diary/pages/p\(number)", body, as: person).status == 204)
        try await host.clock.advance(by: .seconds(60))
      }
      try await host.settled()
      let board = try await host.board("words")
      #expect(board.map(\.score) == [3, 3, 2, 1] && board.map(\.rank) == [1, 1, 3, 4])
      #expect(Set(board.prefix(2).map(\.account.id)) == [people[0].id, people[2].id])
      #expect(try await host.board("words", limit: 2).count == 2)
      #expect(try await host.board("words", partition: "other").isEmpty)
      let inbox = try await host.inbox(of: people[0]).compactMap { $0["text"]?.string }
      #expect(inbox.count == 3 && inbox.first?.contains("Writer 3") == true && inbox.last?.contains("Writer 1") == true)
      #expect(host.events.compactMap { $0.payload["text"]?.string } == ["a b c", "a", "a b c", "a b"])
      #expect(host.events.allSatisfy { $0.name == "diary.written" })
    }
  }

  @Test func `is in the log, a line for each, with its plugin`() async throws {
    try await TestHost.run(SamplePlugins.diary(), SamplePlugins.gossip()) { host in
      let gossip = try #require(await host.services(of: "gossip"))
      host.services.log.warning("the ink\nruns out", ["left": "3"])
      gossip.log.debug("whispers")
      let lines = try await Patience.lines(of: host) {
        ["the ink\nruns out", "whispers"].contains($0["message"]?.string)
      }
      #expect(lines.map { $0["plugin"] } == ["diary", "gossip"])
      #expect(lines.map { $0["level"] } == ["warning", "debug"] && lines[0]["left"] == "3")
    }
  }
}

/// Waits for lines of the log, which are written a moment later.
private enum Patience {
  static func lines(of host: TestHost, _ isWanted: (JSON) -> Bool) async throws -> [JSON] {
    for _ in 0..<500 {
      let lines = host.log.filter(isWanted)
      if lines.count >= 2 { return lines }
      try await Task.sleep(for: .milliseconds(10))
    }
    return []
  }
}
