import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `A calendar that is written` {
  private static let words = [
    "Training", "Käfer", "足球", "क्षेत्र", "👩‍👩‍👧‍👦", "a,b", "x;y", "\\", "\\n", "Cafe\u{301}", "ملعب", "Å", "e1:e2", "\"", "–",
    "🇩🇪",
  ]

  private func text(_ random: inout SeededRandom, most: Int) -> String {
    (0...random.next(below: most)).map { _ in Self.words[random.next(below: Self.words.count)] }.joined(separator: " ")
  }

  private func entry(
    _ title: String = "Derby", description: String = "", location: String = "", categories: [String] = [],
    own: CalendarText.Own? = nil, days: Range<Int>? = nil, startsAt: Date = Date(timeIntervalSince1970: 1_756_828_800),
    endsAt: Date = Date(timeIntervalSince1970: 1_756_834_200)
  ) -> CalendarText.Entry {
    CalendarText.Entry(
      id: "e1", startsAt: startsAt, endsAt: endsAt, changedAt: startsAt, sequence: 0, isCancelled: false,
      summary: title, description: description, location: location, categories: categories, own: own, days: days)
  }

  @Test func `is read back as it was, in whatever script, and has lines of 75 octets at most`() throws {
    var random = SeededRandom(seed: 7_986)
    let reader = CalendarReader(zone: try Instants.zone("America/New_York"))
    for round in 1...60 {
      let own = CalendarText.Own(
        title: text(&random, most: 9), opponent: round.isMultiple(of: 2) ? text(&random, most: 5) : "",
        kind: TeamEvent.Kind.allCases[round % 3])
      let (description, tags) = (
        text(&random, most: 40) + "\n" + text(&random, most: 20), (0..<round % 4).map { _ in text(&random, most: 2) }
      )
      let place = text(&random, most: 8)
      let written = CalendarText(
        name: text(&random, most: 9),
        entries: [
          entry("Foxes: \(own.title)", description: description, location: place, categories: tags, own: own)
        ]
      ).text
      #expect(written.utf8.split(separator: UInt8(ascii: "\n")).allSatisfy { $0.count <= 76 && $0.last == 13 })
      let event = try #require(reader.events(in: written, most: 2)?.first)
      #expect(event.title == own.title && event.opponent == own.opponent && event.kind == own.kind, "\(own)")
      #expect(event.description == description && event.place == place && event.tags == tags)
      #expect(Instants.text(event.startsAt) == "2025-09-02T16:00:00Z" && event.mistake == nil)
      #expect(Instants.text(event.endsAt) == "2025-09-02T17:30:00Z")
    }
  }

  private func lines(_ entry: CalendarText.Entry) -> [String] {
    String(decoding: CalendarText.bytes(entry), as: UTF8.self).components(separatedBy: "\r\n")
  }

  @Test func `leaves out what is not told`() {
    let plain = lines(entry())
    #expect(plain.first == "BEGIN:VEVENT" && plain.contains("UID:e1@fieldhouse") && plain.contains("SUMMARY:Derby"))
    for name in ["DESCRIPTION", "LOCATION", "CATEGORIES", "X-FIELDHOUSE-TITLE", "X-FIELDHOUSE-KIND"] {
      #expect(!plain.contains { $0.hasPrefix(name) }, "\(name)")
    }
    let own = lines(entry(own: CalendarText.Own(title: "Derby", opponent: "", kind: .game)))
    #expect(own.contains("X-FIELDHOUSE-KIND:game") && !own.contains { $0.hasPrefix("X-FIELDHOUSE-OPPONENT") })
  }

  @Test func `has days where there are no hours, which are the same in every zone`() {
    // 20,388 days after 1 January 1970 is 27 October 2025.
    let camp = lines(entry(days: 20_386..<20_388))
    #expect(camp.contains("DTSTART;VALUE=DATE:20251025") && camp.contains("DTEND;VALUE=DATE:20251027"))
  }

  @Test(arguments: [
    (1_756_828_800.999, "20250902T160000Z"), (1_756_828_801, "20250902T160001Z"), (-0.5, "19691231T235959Z"),
  ])
  func `has instants to the second that they are in`(instant: Double, text: String) {
    #expect(CalendarText.time(Date(timeIntervalSince1970: instant)) == text)
  }

  @Test func `has one kind of line end in its texts`() {
    #expect(CalendarText.escape("a\r\nb\rc\nd") == #"a\nb\nc\nd"#)
    #expect(CalendarText.escape(#"\,;"#) == #"\\\,\;"# && CalendarText.escape("a:b\"c") == "a:b\"c")
  }

  @Test func `breaks a line where the next octets would be too many, and no sooner`() {
    let full = String(repeating: "x", count: 75)
    #expect(CalendarText.fold(full) == full && CalendarText.fold(full + "y") == "\(full)\r\n y")
    let next = String(repeating: "y", count: 74)
    #expect(CalendarText.fold(full + next) == "\(full)\r\n \(next)", "the space counts, too")
    #expect(CalendarText.fold(full + next + "z") == "\(full)\r\n \(next)\r\n z")
    let short = String(repeating: "x", count: 74)
    #expect(CalendarText.fold(short + "ü") == "\(short)\r\n ü")
  }

  /// The test vectors of Landon Curt Noll's page on FNV.
  @Test(arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
  func `has a tag that follows from all of a text`(text: String, hash: String) {
    #expect(CalendarText.tag(text) == "\"\(hash)\"")
  }
}

@Suite struct `Calendars that are remembered` {
  private func entry(_ number: Int, _ version: Int = 1) -> FeedCache.Entry {
    FeedCache.Entry(id: "\(number)", version: version, team: "Foxes")
  }

  @Test func `are found while they are made of the same`() {
    let cache = FeedCache()
    #expect(cache.calendar("s", of: "one") == nil)
    cache.keep(FeedCache.Written(source: "one", text: [1]), for: "s")
    #expect(cache.calendar("s", of: "one")?.text == [1] && cache.calendar("s", of: "two") == nil)
    cache.keep(FeedCache.Written(source: "two", text: [2]), for: "s")
    #expect(cache.calendar("s", of: "two")?.text == [2] && cache.calendar("s", of: "one") == nil)
  }

  @Test func `are so many at most; one more makes room, and the same one anew does not`() {
    let cache = FeedCache()
    let secrets = (1...FeedCache.most).map { "s\($0)" }
    for secret in secrets + ["s1"] { cache.keep(FeedCache.Written(source: "x", text: [0]), for: secret) }
    #expect(secrets.allSatisfy { cache.calendar($0, of: "x") != nil })
    cache.keep(FeedCache.Written(source: "x", text: [0]), for: "more")
    #expect(cache.calendar("more", of: "x") != nil)
    #expect(secrets.count { cache.calendar($0, of: "x") != nil } == FeedCache.most - 1)
  }

  @Test func `have events that are known by their versions, and begin anew when there are too many`() {
    let cache = FeedCache()
    let all = (1...FeedCache.mostEntries).map { entry($0) }
    let written: [FeedCache.Entry: [UInt8]] = Dictionary(uniqueKeysWithValues: all.map { ($0, [UInt8(7)]) })
    cache.keep(written)
    #expect(cache.lines(of: [all[0], entry(1, 2)]) == [all[0]: [7]], "another version is another text")
    cache.keep([entry(0): [8]])
    #expect(cache.lines(of: [all[0], entry(0)]) == [entry(0): [8]])
  }
}
