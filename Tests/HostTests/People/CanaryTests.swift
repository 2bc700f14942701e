import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A person who has left` {
  private static let phone = "+4915112345670"
  /// Words that nobody else has.
  private static let name = "Xanthippe Canary"
  private static let words = "quixotic zephyrs vex"
  /// What others ask for with a key, which is answered with the words of all.
  private static let looks = [("/v1/diary/looks", 201), ("/v1/gossip/looks", 201), ("/v1/diary/glances", 200)]
  /// Where people post about a match.
  private static let feed =
    "/v1/feeds/soccer-predictions/match/en.1_2024-25_matchday-1_chelsea-fc_manchester-city-fc/posts"
  private static let key = ["Idempotency-Key": "look-1"]

  @Test(.tags(.pl23), arguments: TestEngine.allCases)
  func `is in no table, file, picture, board, inbox or live event, and no later event brings the person back`(
    on engine: TestEngine
  ) async throws {
    try await DiaryHost.at(engine) { place in
      let (canary, other, traces) = try await place.run { (host) async throws in
        let (canary, other) = (try await host.signIn(Self.phone), try await host.signIn("+4915112340002"))
        try await Self.live(canary, with: other, on: host)
        try await CanaryGroup.leave(Self.words, canary, beside: try await host.signIn("+4915112340003"), on: host)
        let traces = try await CanaryFiles.leave(Self.words, canary, beside: other, on: host)
        try await traces.expect(isThere: true, on: host, in: place)
        for needle in [canary.id, Self.name, "4915112345670", Self.words] {
          #expect(try await !Self.places(of: needle, in: place).isEmpty, "\(needle) is looked for in the right places")
        }
        for (path, status) in Self.looks {
          let seen = try await host.call("POST", path, as: other.token, body: [:], headers: Self.key)
          #expect(seen.status == status && seen.items.count == 2, "\(seen.json)")
          #expect("\(seen.json)".contains(Self.words) && "\(seen.json)".contains(canary.id))
        }
        // An event that names the canary waits until the canary has left.
        try await host.trouble("PUT", "deaf", of: "gossip")
        try await host.write("p9", Self.words, as: canary, in: ["diary"])
        try await host.leave(canary)
        for plugin in DiaryHost.plugins {
          try await eventually { try await host.lines("calls", of: plugin).contains("erase \(canary.short)") }
        }
        try await host.trouble("DELETE", "deaf", of: "gossip")
        // What is written now is heard behind the canary's.
        try await host.write("p2", "to you", as: other, in: ["diary"])
        try await eventually { try await host.lines("heard", of: "gossip").count == 2 }
        try await Self.expectNothing(of: canary, for: other, on: host)
        for (path, _) in Self.looks {
          try await eventually {
            let again = try await host.call("POST", path, as: other.token, body: [:], headers: Self.key)
            return again.status == 409 && again.code == "idempotency-reply-forgotten"
          }
        }
        try await traces.expect(isThere: false, on: host, in: place)
        return (canary, other, traces)
      }
      try await place.run { (host) async throws in
        // Messages that wait have left, and what was written to the canary is forgotten.
        for time in ["11:50", "12:00", "13:10"] { try await host.advance(to: "2024-08-17T\(time):00Z") }
        #expect(try await host.get("/v1/me/notifications", as: other).items.isEmpty)
        try await traces.expect(isThere: false, on: host, in: place)
      }
      let tables = try await Self.places(of: canary.id, in: place)
      #expect(tables == Exception.tables(on: engine))
      #expect(try Self.files(holding: canary.id, in: place) == Exception.files(on: engine))
      for needle in [Self.name, "xanthippe", "4915112345670", Self.words] {
        #expect(try await Self.places(of: needle, in: place) == [], "\(needle)")
        #expect(try Self.files(holding: needle, in: place) == [], "\(needle)")
      }
    }
  }

  /// Where the id may be, and nothing else of somebody who has left. Each has its reason.
  private enum Exception {
    /// For good: `accounts.audit`, the trail of who did what. Each row has a hash over the one before, so that nobody, the
    /// operator included, takes one out unnoticed.
    ///
    /// For good: `accounts.person_log`. A plugin that was switched off, or whose tables came back from a backup, learns
    /// from it whom it is to forget, however much later.
    ///
    /// For eleven minutes: `account_changes`, by which every process learns that the account has changed. That they go is
    /// tested in AccountChangeTests.
    ///
    /// For a quarter of an hour: `score_notes`, by which other hosts on a PostgreSQL learn that the scores are gone. That
    /// they go is tested in ServerScoreTests.
    static func tables(on engine: TestEngine) -> [String] {
      ["accounts.account_changes", "accounts.audit", "accounts.person_log"]
        + (engine == .sqlite ? [] : ["diary.score_notes", "gossip.score_notes"])
    }

    /// `erased.ids`: a backup from before, which has neither the log nor the trail of it, brings nobody back.
    /// `accounts.sqlite`: the tables above.
    static func files(on engine: TestEngine) -> [String] {
      engine == .sqlite ? ["accounts.sqlite", "erased.ids"] : ["erased.ids"]
    }
  }

  /// Leaves traces everywhere but in files.
  private static func live(_ canary: Person, with other: Person, on host: RunningHost) async throws {
    let bio: JSON = ["name": .string(name), "bio": .string(words), "username": "xanthippe"]
    #expect(try await host.call("PATCH", "/v1/me", as: canary.token, body: bio).status == 200)
    #expect(try await host.call("PUT", "/v1/content/tour", as: canary.token, body: [:]).status == 204)
    for path in ["following/\(other.id)", "friends/\(other.id)"] {
      #expect(try await host.call("PUT", "/v1/me/\(path)", as: canary.token, body: [:]).status == 204)
    }
    #expect(try await host.call("PUT", "/v1/me/friends/\(canary.id)", as: other.token, body: [:]).status == 204)
    for (inviter, newcomer) in [(other, canary), (canary, other)] {
      let made = try await host.call("POST", "/v1/me/invitations", as: inviter.token, body: [:])
      let secret = try #require(made.json["link"]?.string?.split(separator: "=").last)
      let path = "/v1/invitations/\(secret)/acceptance"
      #expect(try await host.call("PUT", path, as: newcomer.token, body: [:]).status == 204)
      #expect(try await host.get("/v1/me/newcomers", as: inviter).items.count == 1, "the clock stands")
    }
    let device: JSON = [
      "endpoint": .string("https://push.invalid/\(canary.id)"),
      "keys": SampleDevice.keys,
    ]
    #expect(try await host.call("PUT", "/v1/me/push-subscriptions", as: canary.token, body: device).status == 204)
    let report: JSON = [
      "subjectKind": "user", "subject": .string(other.id), "reason": "spam", "detail": .string(words),
    ]
    #expect(try await host.call("POST", "/v1/reports", as: canary.token, body: report).status == 201)
    try await post(as: canary, beside: other, on: host)
    try await host.write("p1", words, as: canary, for: [other])
    try await host.write("p2", "to you", as: other, for: [canary])
    try await eventually { try await host.get("/v1/me/notifications", as: other).items.count == 5 }
    try await eventually { try await !host.get("/v1/me/notifications", as: canary).items.isEmpty }
    try await eventually { try await host.lines("heard", of: "gossip").count == 2 }
    #expect(try await host.score(of: canary, on: "words", of: "gossip") == 6)
  }

  /// Posts about a match, comments, likes, and changes both; there are others' words below the canary's.
  private static func post(as canary: Person, beside other: Person, on host: RunningHost) async throws {
    for (person, number) in [(canary, 1), (other, 2)] {
      let posted = try await host.call(
        "POST", feed, as: person.token, body: ["text": "goal", "media": ["https://example.org/goal"]])
      try #require(posted.status == 201 && posted["number"]?.int == number, "\(posted.json)")
    }
    for post in 1...2 {
      for (person, text) in [(canary, words), (other, "mine")] {
        let path = "\(feed)/\(post)/comments"
        #expect(try await host.call("POST", path, as: person.token, body: ["text": .string(text)]).status == 201)
      }
      #expect(try await host.call("PUT", "\(feed)/\(post)/like", as: canary.token, body: [:]).status == 204)
    }
    for (path, text) in [("1", words), ("2/comments/1", "better")] {
      let changed = try await host.call("PATCH", "\(feed)/\(path)", as: canary.token, body: ["text": .string(text)])
      #expect(changed["version"] == 2, "\(changed.json)")
    }
  }

  /// What others are shown once the canary is gone.
  private static func expectNothing(
    of canary: Person, for other: Person, on host: RunningHost
  ) async throws {
    for plugin in DiaryHost.plugins {
      #expect(try await host.lines("pages", of: plugin) == ["p2: \(other.id): to you"])
      #expect(try await host.lines("heard", of: plugin).allSatisfy { $0 == "\(other.id): to you" })
      for board in ["words", "longest"] {
        try await eventually { try await host.score(of: canary, on: board, of: plugin) == nil }
      }
    }
    try await eventually { try await host.get("/v1/me/notifications", as: other).items.isEmpty }
    try await eventually { try await host.get(feed, as: other).items.count == 1 }
    let posts = try await host.get(feed, as: other).items
    #expect(posts.map { [$0["number"], $0["likes"], $0["comments"]] } == [[2, 0, 1]])
    #expect(try await host.get("\(feed)/2/comments", as: other).items.map { $0["text"] } == ["mine"])
    let people = try await host.get("/v1/people?query=xanthippe", as: other)
    #expect(people.items.isEmpty, "\(people.json)")
  }

  /// The tables of every namespace that hold a text in any column, as `namespace.table`.
  private static func places(of text: String, in place: DiaryHost.Place) async throws -> [String] {
    guard let database = place.database else { return try await files(of: text, in: place) }
    let tables = try await database.column(
      "select table_schema || '.' || table_name from information_schema.tables where table_schema like 'fieldhouse%'")
    var found: [String] = []
    for table in tables {
      let parts = table.split(separator: ".").map { "\"\($0)\"" }.joined(separator: ".")
      let count = try await database.column(
        "select count(*) from \(parts) as row where position('\(text)' in row::text) > 0")
      if count != ["0"] { found.append(table.replacing("fieldhouse_", with: "")) }
    }
    return found.sorted()
  }

  /// The same where namespaces are files.
  private static func files(of text: String, in place: DiaryHost.Place) async throws -> [String] {
    let folder = place.installation.data
    var found: [String] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix(".sqlite") {
      func ask(_ sql: String) async throws -> [String] {
        let tool = try await Tool.run(["sqlite3", "-readonly", "\(folder)/\(file)", sql])
        try #require(tool.code == 0, "\(tool.errors)")
        return tool.output.split(separator: "\n").map(String.init)
      }
      for table in try await ask("select name from sqlite_master where type = 'table'") {
        let columns = try await ask("select name from pragma_table_info('\(table)')")
        let condition = columns.map { "instr(cast(\"\($0)\" as text), '\(text)') > 0" }.joined(separator: " or ")
        if try await ask("select count(*) from \"\(table)\" where \(condition)") != ["0"] {
          found.append("\(file.dropLast(7)).\(table.replacing("fieldhouse_", with: ""))")
        }
      }
    }
    return found.sorted()
  }

  /// The files below the data folder whose bytes hold a text: also the pages of SQLite that are free now, and its logs.
  private static func files(holding text: String, in place: DiaryHost.Place) throws -> [String] {
    let folder = URL(filePath: place.installation.data)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.filter { name in
      let url = folder.appending(path: name)
      let isFile = (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
      guard isFile else { return false }
      return try Data(contentsOf: url).range(of: Data(text.utf8)) != nil
    }.sorted()
  }
}
