import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import TeamManagement

@Suite struct `A large or a strange file of events` {
  private func look(
    _ text: String, _ format: JSON, at team: String, _ world: TeamWorld, as person: TestPerson, takes: Bool = false
  ) async throws -> TestReply {
    let body: JSON = ["format": format, "text": .string(text), "timeZone": "Europe/Berlin", "isPreview": .bool(!takes)]
    let reply = try await world.host.post(world.path(team, "/imports"), body, as: person)
    #expect(reply.status == 200, "\(reply.text.prefix(200))")
    return reply
  }

  private func states(_ reply: TestReply) -> [String] {
    (reply["items"]?.array ?? []).map {
      "\($0["state"]?.string ?? "") \($0["mistake"]?.string ?? "")\($0["count"]?.int ?? 0)"
    }
  }

  private func calendar(_ events: [String]) -> String {
    "BEGIN:VCALENDAR\n" + events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined() + "END:VCALENDAR"
  }

  private func series(_ title: String, _ count: Int) -> String {
    "SUMMARY:\(title)\nDTSTART:20250902T180000Z\nRRULE:FREQ=DAILY;COUNT=\(count)"
  }

  @Test(arguments: TestHost.Engine.available)
  func `is taken over up to its limits, and says what is beyond them`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let ada = try await world.host.person("Ada")
      let team = try await world.team(of: ada)
      let rows = (1...ImportInput.most + 5).map { "Day \($0),2025-09-02,9:00" }
      let many = try await look((["title,date,from"] + rows).joined(separator: "\n"), "csv", at: team, world, as: ada)
      #expect(many["added"] == 1_000 && many["items"]?.array?.count == 1_001)
      let last = many["items"]?.array?.last
      #expect(last?["title"] == "Day 1001" && last?["mistake"] == "many" && last?["line"] == 1_002)
      let dates = calendar([
        series("A", 520), series("B", 520), series("C", 520), series("D", 520), series("E", 440), series("F", 1),
      ])
      let found = try await look(dates, "ics", at: team, world, as: ada)
      #expect(states(found) == ["new 520", "new 520", "new 520", "wrong many0", "new 440", "wrong many0"])
      #expect(found["added"] == 2_000)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is known as far as it is there, or stands in it twice`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let ada = try await world.host.person("Ada")
      let team = try await world.team(of: ada)
      #expect(try await look(calendar([series("A", 2)]), "ics", at: team, world, as: ada, takes: true)["added"] == 2)
      let more = calendar([series("A", 4), series("A", 5), series("B", 1), series("B", 1)])
      let found = try await look(more, "ics", at: team, world, as: ada)
      #expect(states(found) == ["new 2", "new 1", "new 1", "known 0"])
      #expect(found["items"]?[0]?["startsAt"] == "2025-09-04T18:00:00Z", "the first date that is new")
      #expect(try await look(more, "ics", at: team, world, as: ada, takes: true)["added"] == 4)
      #expect(try await world.starts(team, as: ada).count == 6)
      #expect(states(try await look(more, "ics", at: team, world, as: ada)) == Array(repeating: "known 0", count: 4))
    }
  }

  @Test func `is told of as a whole, however far away its times are`() async throws {
    try await TeamWorld.run(on: .sqlite) { world async throws in
      let ada = try await world.host.person("Ada")
      let team = try await world.team(of: ada)
      let table = """
        title,date,from,until
        Far,9999-12-31,23:30,
        Before,0000-01-01,00:00,
        Beyond,9223372036854775807-01-01,9:00,
        Days,9999-12-31,,
        Good,2025-09-02,9:00,
        """
      let rows = try await look(table, "csv", at: team, world, as: ada)
      #expect(states(rows) == ["wrong many0", "wrong many0", "wrong start0", "wrong many0", "new 1"])
      #expect(rows["items"]?[4]?["startsAt"] == "2025-09-02T07:00:00Z")
      let text = calendar([
        "SUMMARY:Long\nDTSTART:20250902T180000\nDURATION:P999999W", "SUMMARY:Far\nDTSTART:99991231T235959Z",
        "SUMMARY:Days\nDTSTART;VALUE=DATE:99991231", "SUMMARY:Ever\nDTSTART;VALUE=DATE:99991231\nRRULE:FREQ=DAILY",
        "SUMMARY:Good\nDTSTART:20250902T180000\nDURATION:P1D",
      ])
      let events = try await look(text, "ics", at: team, world, as: ada)
      #expect(states(events) == ["wrong end0", "wrong many0", "wrong many0", "wrong recurrence0", "new 1"])
    }
  }
}
