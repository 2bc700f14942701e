import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `A file of events` {
  private static let calendar = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    BEGIN:VEVENT\r
    UID:s@example.org\r
    SUMMARY:Practice\\, indoors\r
    DTSTART;TZID=Europe/Berlin:20251014T180000\r
    DURATION:PT1H30M\r
    RRULE:FREQ=WEEKLY;COUNT=4\r
    EXDATE;TZID=Europe/Berlin:20251021T180000\r
    LOCATION:Hall 1\r
    CATEGORIES:indoors,youth\r
    BEGIN:VALARM\r
    SUMMARY:not this\r
    END:VALARM\r
    END:VEVENT\r
    BEGIN:VEVENT\r
    UID:s@example.org\r
    RECURRENCE-ID;TZID=Europe/Berlin:20251028T180000\r
    SUMMARY:Away practice with a very long name that goes on on the ne\r
     xt line\r
    DTSTART:20251029T190000Z\r
    DTEND:20251029T200000Z\r
    END:VEVENT\r
    BEGIN:VEVENT\r
    SUMMARY:Camp\r
    DTSTART;VALUE=DATE:20251201\r
    END:VEVENT\r
    BEGIN:VEVENT\r
    SUMMARY:Nowhere\r
    DTSTART;TZID=Mars/Base:20251201T100000\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  @Test(arguments: TestHost.Engine.available)
  func `is looked at first, then taken over once; the team is told once`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let team = try await world.team(of: ada, bob)
      let path = world.path(team, "/imports")
      func file(_ text: String, _ format: JSON = "ics", isPreview: Bool = false, isSafe: JSON = true) -> JSON {
        [
          "format": format, "text": .string(text), "timeZone": "Europe/Berlin", "isPreview": .bool(isPreview),
          "isSafePlace": isSafe,
        ]
      }
      #expect(try await host.post(path, file(Self.calendar), as: bob).problem == "403 forbidden")
      let before = try await world.texts(bob).count
      let preview = try await host.post(path, file(Self.calendar, isPreview: true), as: ada)
      #expect(preview.status == 200 && preview["added"] == 4, "\(preview.text)")
      let lines = preview["items"]?.array ?? []
      #expect(lines.map { $0["state"] } == ["new", "new", "new", "wrong"])
      #expect(lines.map { $0["count"] } == [2, 1, 1, 0] && lines[3]["mistake"] == "zone" && lines[3]["line"] == 28)
      #expect(try await world.list(team, as: ada).isEmpty, "looking changes nothing")
      #expect(try await host.post(path, file(Self.calendar, isSafe: .null), as: ada).pointers == ["/isSafePlace"])
      #expect(try await host.post(path, file(Self.calendar), as: ada)["added"] == 4)
      let list = try await world.list(team, as: bob)
      #expect(
        list.map { $0["startsAt"] } == [
          "2025-10-14T16:00:00Z", "2025-10-29T19:00:00Z", "2025-11-04T17:00:00Z", "2025-11-30T23:00:00Z",
        ], "without the date that is out and the one that has moved")
      #expect(list[0]["title"] == "Practice, indoors" && list[0]["place"] == "Hall 1" && list[0]["kind"] == "practice")
      #expect(list[0]["endsAt"] == "2025-10-14T17:30:00Z" && list[0]["tags"] == ["indoors", "youth"])
      #expect(list[1]["title"] == "Away practice with a very long name that goes on on the next line")
      #expect(list[3]["endsAt"] == "2025-12-01T23:00:00Z", "a day without hours lasts the day")
      #expect(list.map { $0["allDay"] } == [false, false, false, true] && lines[2]["allDay"] == true)
      #expect(
        try await world.texts(bob).dropFirst(0).filter { $0.contains("more are new") }
          == ["Foxes: Practice, indoors and 3 more are new."])
      #expect(try await world.texts(bob).count == before + 1)
      let again = try await host.post(path, file(Self.calendar), as: ada)
      #expect(
        again["added"] == 0 && again["items"]?.array?.map { $0["state"] } == ["known", "known", "known", "wrong"])
      #expect(try await world.list(team, as: bob).count == 4)
      #expect(try await host.post(path, file("hello"), as: ada).pointers == ["/text"])
      #expect(try await host.post(path, file("BEGIN:VCALENDAR\nEND:VCALENDAR"), as: ada).pointers == ["/text"])
      #expect(try await host.post(path, file(Self.calendar, "xls"), as: ada).pointers == ["/format"])
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is a spreadsheet, too, and what was given out comes back as it was`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let (team, other) = (try await world.team(of: ada), try await world.team(of: ada, name: "Wolves"))
      let table = """
        \u{FEFF}Title;Date;From;Until;Kind;Place;Opponent;Tags;Description
        "Cup; final";2.9.2025;18:00;20:00;game;Hill Park;Bears;"cup, away";"Bring ""both"" shirts
        and shoes"
        Party;2025-12-24;9:30;;;;;;
        ;2025-12-24;9:30;;;;;;
        Wrong;24.13.2025;9:30;;;;;;
        Late;2025-12-24;20:00;19:00;;;;;

        """
      let body: JSON = ["format": "csv", "text": .string(table), "timeZone": "Europe/Berlin", "isSafePlace": true]
      let taken = try await host.post(world.path(team, "/imports"), body, as: ada)
      #expect(taken["added"] == 2, "\(taken.text)")
      #expect(
        taken["items"]?.array?.map { $0["mistake"]?.string } == [nil, nil, "title", "start", "end"]
          && taken["items"]?.array?.map { $0["line"] } == [2, 4, 5, 6, 7])
      let list = try await world.list(team, as: ada)
      #expect(list.map { $0["title"] } == ["Cup; final", "Party"] && list[0]["opponent"] == "Bears")
      #expect(list[0]["startsAt"] == "2025-09-02T16:00:00Z" && list[0]["endsAt"] == "2025-09-02T18:00:00Z")
      #expect(list[1]["endsAt"] == "2025-12-24T09:30:00Z", "an hour where no end is given")
      let shown = try await host.get(world.path(team, "/events/\(list[0]["id"]?.string ?? "")"), as: ada)
      #expect(shown["description"] == "Bring \"both\" shirts\nand shoes" && shown["tags"] == ["cup", "away"])
      let feed = try #require(try await host.post(world.path(team, "/feeds"), as: ada)["path"]?.string)
      let text = try await host.get(feed).text
      let back: JSON = ["format": "ics", "text": .string(text), "timeZone": "UTC", "isSafePlace": true]
      #expect(try await host.post(world.path(other, "/imports"), back, as: ada)["added"] == 2)
      let copy = try await world.list(other, as: ada)
      for key in ["title", "opponent", "kind", "startsAt", "endsAt", "tags", "place"] {
        #expect(copy.map { $0[key] } == list.map { $0[key] }, "\(key)")
      }
      let copied = try await host.get(world.path(other, "/events/\(copy[0]["id"]?.string ?? "")"), as: ada)
      #expect(copied["description"] == shown["description"])
      let again = try await host.post(world.path(team, "/imports"), back, as: ada)
      #expect(again["added"] == 0, "what one has given out is known")
      #expect(text.contains("SUMMARY:Foxes: Cup\\; final – Bears\r\n"), "others see team and opponent")
      let empty: JSON = ["format": "csv", "text": "Name;Day\nCup;2.9.2025", "timeZone": "Europe/Berlin"]
      #expect(try await host.post(world.path(team, "/imports"), empty, as: ada).pointers == ["/text"])
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is not taken over by who may not plan any more when the file has been read`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let team = try await world.team(of: ada, bob)
      let plugin = try #require(host.plugin as? TeamManagement)
      let caller = Principal(
        account: try #require(try await host.services.authentication.account(bob.id)), session: nil)
      let input = ImportInput(
        team: team, format: .csv, text: "title,date,from\nCup,2025-10-25,18:00", timeZone: "Europe/Berlin")
      let refused = await #expect(throws: Problem.self) {
        try await plugin.takeOver(input, by: caller, at: host.services.clock.now)
      }
      #expect(refused?.code == "forbidden")
      #expect(try await world.list(team, as: ada).isEmpty)
      try await world.give("calendar-editor", to: bob, in: team, by: ada)
      #expect(try await plugin.takeOver(input, by: caller, at: host.services.clock.now).added == 1)
    }
  }

  @Test(.tags(.tm99), arguments: TestHost.Engine.available)
  func `has days without hours, which are given out and come back as days`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let (team, other) = (try await world.team(of: ada), try await world.team(of: ada, name: "Wolves"))
      let times: JSONObject = ["startsAt": "2025-10-24T22:00:00Z", "endsAt": "2025-10-26T23:00:00Z", "allDay": true]
      _ = try await world.event(team, by: ada, times)
      let feed = try #require(try await host.post(world.path(team, "/feeds"), as: ada)["path"]?.string)
      let text = try await host.get(feed).text
      #expect(text.contains("\r\nDTSTART;VALUE=DATE:20251025\r\nDTEND;VALUE=DATE:20251027\r\n"))
      let body: JSON = ["format": "ics", "text": .string(text), "timeZone": "America/New_York"]
      #expect(try await host.post(world.path(other, "/imports"), body, as: ada)["added"] == 1)
      let copy = try #require(try await world.list(other, as: ada).first)
      #expect(copy["allDay"] == true && copy["timeZone"] == "America/New_York")
      #expect(copy["startsAt"] == "2025-10-25T04:00:00Z" && copy["endsAt"] == "2025-10-27T04:00:00Z", "the same days")
    }
  }

  @Test(.tags(.tm99), arguments: TestHost.Engine.available)
  func `of lines without times has whole days, too`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let team = try await world.team(of: ada)
      // Clocks are put back on the 26th.
      let table = """
        title,date,from,until,lastDate
        Camp,2025-10-25,,,2025-10-26
        Tournament,1.11.2025,,,
        Backwards,2025-10-25,,,2025-10-24
        No day,2025-10-25,,,2025-10-32
        Nowhere,,,,
        No beginning,2025-10-25,,20:00,
        Practice,2025-11-03,18:00,,
        """
      let body: JSON = ["format": "csv", "text": .string(table), "timeZone": "Europe/Berlin"]
      let taken = try await host.post(world.path(team, "/imports"), body, as: ada)
      let lines = taken["items"]?.array ?? []
      #expect(taken["added"] == 3, "\(taken.text)")
      #expect(lines.map { $0["mistake"]?.string } == [nil, nil, "end", "end", "start", "start", nil])
      #expect(lines.first?["allDay"] == true && lines.last?["allDay"] == false)
      let list = try await world.list(team, as: ada)
      #expect(list.map { $0["title"] } == ["Camp", "Tournament", "Practice"])
      #expect(list.map { $0["allDay"] } == [true, true, false])
      #expect(list[0]["startsAt"] == "2025-10-24T22:00:00Z" && list[0]["endsAt"] == "2025-10-26T23:00:00Z")
      #expect(list[1]["startsAt"] == "2025-10-31T23:00:00Z" && list[1]["endsAt"] == "2025-11-01T23:00:00Z")
      #expect(try await host.post(world.path(team, "/imports"), body, as: ada)["added"] == 0, "they are known")
    }
  }

  @Test(
    .tags(.tm99),
    arguments: [
      ("", "2025-10-26T23:00:00Z"), ("DURATION:P2D", "2025-10-27T23:00:00Z"),
      ("DTEND;VALUE=DATE:20251028", "2025-10-27T23:00:00Z"),
    ])
  func `has days without hours that end where clocks show midnight`(end: String, expected: String) throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let text =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART;VALUE=DATE:20251026\n\(end)\nEND:VEVENT"
    let event = try #require(CalendarReader(zone: zone).events(in: text, most: 10)?.first)
    #expect(event.isAllDay && RFC3339.string(from: event.endsAt) == expected)
  }

  @Test(arguments: [
    ("FREQ=HOURLY", ImportedEvent.Mistake.recurrence), ("FREQ=DAILY;COUNT=521", .many),
    ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", .recurrence),
  ])
  func `names rules that cannot be`(rule: String, mistake: ImportedEvent.Mistake) {
    let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20250902T160000Z\nRRULE:\(rule)\nEND:VEVENT"
    let event = CalendarReader(zone: .gmt).events(in: text, most: 10)?.first
    guard case .failure(mistake)? = event.map({ ImportedEvent.dates(of: [$0])[0] }) else {
      Issue.record("\(String(describing: event))")
      return
    }
  }

  @Test func `with a series without an end is taken over for a year`() throws {
    let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20250902T160000Z\nRRULE:FREQ=WEEKLY\nEND:VEVENT"
    let event = try #require(CalendarReader(zone: .gmt).events(in: text, most: 10)?.first)
    guard case .success(let all) = ImportedEvent.dates(of: [event])[0] else {
      Issue.record("\(event)")
      return
    }
    #expect(all.dates.count == 53 && all.rule == "FREQ=WEEKLY;UNTIL=20260903")
  }

  private func events(_ rules: [String]) throws -> [ImportedEvent] {
    let events = rules.map { "BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20250902T160000Z\nRRULE:\($0)\nEND:VEVENT" }
    let text = "BEGIN:VCALENDAR\n" + events.joined(separator: "\n")
    return try #require(CalendarReader(zone: .gmt).events(in: text, most: ImportInput.most))
  }

  private func mistakes(_ dates: [ImportedEvent.Dates]) -> [ImportedEvent.Mistake?] {
    dates.map { one -> ImportedEvent.Mistake? in
      guard case .failure(let mistake) = one else { return nil }
      return mistake
    }
  }

  @Test func `with very many rules that make no dates is not looked through to its end`() throws {
    let impossible = "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2"
    let events = try events(Array(repeating: impossible, count: ImportInput.most - 1) + ["FREQ=DAILY;COUNT=2"])
    let found = mistakes(ImportedEvent.dates(of: events))
    // Each is looked for through a hundred years.
    let looked = found.prefix { $0 == .recurrence }.count
    #expect(looked == ImportedEvent.mostEffort / Recurrence.horizon)
    #expect(found.dropFirst(looked).allSatisfy { $0 == .many }, "and what is behind is not looked at")
  }

  @Test func `may have a thousand birthdays`() throws {
    let events = try events(Array(repeating: "FREQ=YEARLY", count: ImportInput.most))
    #expect(mistakes(ImportedEvent.dates(of: events)).allSatisfy { $0 == nil })
  }

  @Test func `shares what looking for dates may cost`() throws {
    let events = try events(["FREQ=DAILY;COUNT=3", "FREQ=DAILY;COUNT=30", "FREQ=DAILY;COUNT=1"])
    #expect(mistakes(ImportedEvent.dates(of: events, within: 400)) == [nil, nil, nil])
    #expect(mistakes(ImportedEvent.dates(of: events, within: 300)) == [nil, .many, .many])
    #expect(mistakes(ImportedEvent.dates(of: events, within: 0)) == [.many, .many, .many])
  }

  @Test(arguments: [("PT1H30M", 5_400.0), ("P1D", 86_400), ("P2W", 1_209_600), ("P1DT1S", 86_401)])
  func `has lengths such as these`(text: String, seconds: Double) {
    #expect(CalendarReader.Draft.seconds(text) == seconds)
  }

  @Test(arguments: ["", "P", "PT", "1H", "PT1", "-PT1H", "PT0S", "PT1X"])
  func `has no lengths such as these`(text: String) { #expect(CalendarReader.Draft.seconds(text) == nil) }
}

@Suite struct `What takes place at once` {
  @Test func `is what overlaps, not what only touches`() {
    func at(_ from: Double, _ to: Double) -> (from: Date, to: Date) {
      (Date(timeIntervalSince1970: from), Date(timeIntervalSince1970: to))
    }
    let pairs = Conflicts.pairs([at(0, 10), at(10, 20), at(5, 12), at(30, 40)])
    #expect(pairs.map { [$0.one, $0.other] } == [[0, 2], [2, 1]])
    #expect(Conflicts.pairs([]).isEmpty)
    #expect(Conflicts.pairs(Array(repeating: at(0, 1), count: 30)).count == Conflicts.most)
  }

  @Test(arguments: TestHost.Engine.available)
  func `is told of all teams, of those for whom one answers, and to those who plan`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, kid) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Kid"))
      let (foxes, wolves) = (
        try await world.team(of: ada, bob, kid), try await world.team(of: bob, kid, name: "Wolves")
      )
      let practice = try await world.event(foxes, by: ada)
      let game = try await world.event(
        wolves, by: bob, ["title": "Derby", "startsAt": "2025-09-02T17:00:00Z", "endsAt": "2025-09-02T19:00:00Z"])
      _ = try await world.event(
        wolves, by: bob, ["title": "Later", "startsAt": "2025-09-02T19:00:00Z", "endsAt": "2025-09-02T20:00:00Z"])
      let span = "?from=2025-09-01T00:00:00Z&to=2025-10-01T00:00:00Z"
      func conflicts(_ person: TestPerson) async throws -> [String] {
        try await host.get("\(TeamWorld.area)/me/conflicts\(span)", as: person).items.map { pair in
          let people = pair["people"]?.array?.compactMap { $0["name"]?.string }.joined(separator: "+") ?? ""
          return "\(pair["one"]?["title"]?.string ?? "")/\(pair["other"]?["title"]?.string ?? "") \(people)"
        }
      }
      #expect(try await conflicts(bob) == ["Practice/Derby Bob"])
      #expect(try await conflicts(ada) == [])
      #expect(
        try await host.put(world.path(foxes, "/members/\(kid.id)/guardians/\(bob.id)"), as: ada).status == 204)
      #expect(
        try await host.put(world.path(wolves, "/members/\(kid.id)/guardians/\(bob.id)"), as: bob).status == 204)
      #expect(try await conflicts(bob) == ["Practice/Derby Bob+Kid"])
      #expect(try await world.answer("no", game, of: wolves, as: bob).status == 200)
      #expect(try await conflicts(bob) == ["Practice/Derby Kid"])
      let child = world.path(foxes, "/events/\(practice)/children/\(kid.id)/answer")
      #expect(try await host.put(child, ["reply": "no"], as: bob).status == 200)
      #expect(try await conflicts(bob) == ["Practice/Derby "], "different ones of the family at once")
      func busy(_ team: String, _ event: String, as person: TestPerson) async throws -> [JSON?] {
        let query = "?from=2025-09-02T16:30:00Z&to=2025-09-02T18:00:00Z&event=\(event)"
        return try await host.get(world.path(team, "/busy\(query)"), as: person).items.map { $0["name"] }
      }
      #expect(try await busy(foxes, practice, as: ada) == ["Kid"], "Bob has said no to the other one")
      #expect(try await busy(wolves, game, as: bob) == ["Bob"])
      // However much others have on at the same time.
      let bears = try await world.team(of: ada, name: "Bears")
      let other = try await world.event(bears, by: ada)
      try await host.services.storage.write { transaction in
        for number in 1...2_000 {
          try await transaction.execute(
            """
            insert into events (id, team, series, kind, title, starts_at, ends_at, time_zone, planned_at, details, changed,
              capacity, deadline_minutes, deadline_at, minimum_age, is_cancelled, version, changed_at)
            select \("\(number)"), \("team-\(number)"), series, kind, title, starts_at - 1, ends_at, time_zone, planned_at,
              details, changed, capacity, deadline_minutes, deadline_at, minimum_age, is_cancelled, version, changed_at
            from events where id = \(other)
            """)
        }
      }
      #expect(try await busy(wolves, game, as: bob) == ["Bob"])
      #expect(try await host.get(world.path(foxes, "/busy\(span)"), as: bob).problem == "403 forbidden")
      let long = "?from=2025-09-01T00:00:00Z&to=2025-10-04T00:00:00Z"
      #expect(try await host.get(world.path(foxes, "/busy\(long)"), as: ada).pointers == ["/to"])
      let off = TeamWorld.plan(["isCancelled": true])
      #expect(try await host.put(world.path(foxes, "/events/\(practice)"), off, as: ada).status == 200)
      #expect(try await conflicts(bob) == [])
      #expect(try await busy(wolves, game, as: bob) == [])
    }
  }
}
