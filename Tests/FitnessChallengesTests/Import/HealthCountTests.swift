import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `What Apple Health has counted` {
  private static let activities = "\(FitnessWorld.area)/me/activities"

  /// A record of 2026-04-11, from and to so many minutes behind 9 o'clock of UTC.
  private static func record(
    _ type: String, _ value: String, from: Int, to: Int, by source: String, unit: String = "count", isSaid: Bool = false
  ) -> String {
    func time(_ minute: Int) -> String {
      "2026-04-11 \(ImportSamples.two(9 + minute / 60)):\(ImportSamples.two(minute % 60)):00 +0000"
    }
    let said = isSaid ? #"<MetadataEntry key="HKWasUserEntered" value="1"/>"# : ""
    return """
      <Record type="HKQuantityTypeIdentifier\(type)" sourceName="\(source)" unit="\(unit)" startDate="\(time(from))" \
      endDate="\(time(to))" value="\(value)">\(said)</Record>
      """
  }

  private static func steps(_ value: Int, from: Int, to: Int, by source: String, isSaid: Bool = false) -> String {
    record("StepCount", "\(value)", from: from, to: to, by: source, isSaid: isSaid)
  }

  private static func export(_ records: [String]) -> [UInt8] {
    Array("<HealthData locale=\"en\">\(records.joined())</HealthData>".utf8)
  }

  /// Source, begin, seconds, steps, what counts of them, metres.
  private static func rows(_ person: TestPerson, _ host: TestHost) async throws -> [String] {
    try await host.get("\(activities)?limit=100", as: person).items.reversed().map { item in
      let start = (item["start"]?.string ?? "").dropFirst(11).prefix(5)
      return "\(item["title"]?.string ?? "") \(start) \(item["seconds"]?.int ?? -1) \(item["steps"]?.int ?? -1) "
        + "\(item["counts"]?["steps"]?.int ?? -1) \(item["metres"]?.double ?? -1) \(item["evidence"]?.string ?? "")"
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is put together for each source and quarter of an hour, and what two have counted counts once`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      try await host.clock.advance(to: "2026-04-13T00:00:00Z")
      let records = [
        Self.steps(400, from: 0, to: 5, by: "Phone"), Self.steps(300, from: 5, to: 10, by: "Phone"),
        // It begins in the first quarter of an hour, to which it belongs as a whole.
        Self.steps(100, from: 14, to: 20, by: "Phone"), Self.steps(60, from: 15, to: 16, by: "Phone"),
        Self.record("DistanceWalkingRunning", "0.5", from: 2, to: 8, by: "Phone", unit: "km"),
        Self.steps(900, from: 0, to: 10, by: "Watch"), Self.steps(900, from: 0, to: 10, by: "Watch"),
        Self.steps(5_000, from: 0, to: 1, by: "Watch", isSaid: true),
        Self.record("DistanceWalkingRunning", "200", from: 60, to: 65, by: "App", unit: "m"),
        Self.record("PushCount", "40", from: 90, to: 95, by: "Chair"),
      ]
      let done = try await host.handIn(Self.export(records), "one", pieces: 700, as: ada)
      #expect(done["phase"] == "done" && done["added"] == 6 && done["refusals"] == [], "\(done.text)")
      #expect(
        Set(try await Self.rows(ada, host)) == [
          "Watch 09:00 600 900 900 0.0 device",
          // Of its 20 minutes the watch has had ten.
          "Phone 09:00 1200 800 400 500.0 device", "Watch 09:00 60 5000 0 0.0 said",
          // The minute lies within the six that the quarter before has gone on.
          "Phone 09:15 60 60 0 0.0 device", "App 10:00 300 0 0 200.0 device", "Chair 10:30 300 0 0 0.0 device",
        ])
      let chair = try await host.get(Self.activities, as: ada).items[0]
      #expect(chair["kind"] == "wheelchair" && chair["pushes"] == 40)
      // A later export: the watch has counted more, the phone less, and there is something new.
      let later = [
        Self.steps(950, from: 0, to: 10, by: "Watch"), Self.steps(700, from: 0, to: 10, by: "Phone"),
        Self.steps(10, from: 120, to: 121, by: "Phone"),
      ]
      let again = try await host.handIn(Self.export(later), "two", pieces: 1 << 20, as: ada)
      #expect(again["added"] == 2 && again["known"] == 1, "\(again.text)")
      let rows = try await Self.rows(ada, host)
      #expect(rows.count == 7 && rows.contains("Watch 09:00 600 950 950 0.0 device"))
      #expect(rows.contains("Phone 09:00 1200 800 400 500.0 device") && rows.last == "Phone 11:00 60 10 10 0.0 device")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is taken as far as it is past, and marked where legs cannot be so fast`(on engine: TestHost.Engine) async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      try await host.clock.advance(to: "2026-04-10T09:20:00Z")
      let records = [
        Self.steps(100, from: 0, to: 5, by: "Phone"), Self.steps(200, from: 19, to: 20, by: "Phone"),
        Self.steps(300, from: 20, to: 21, by: "Watch"), Self.steps(300, from: 400, to: 401, by: "Watch"),
      ]
      let done = try await host.handIn(Self.export(records), "one", pieces: 1 << 20, as: ada)
      #expect(done["added"] == 2 && done["known"] == 0, "\(done.text)")
      #expect(done["refusals"]?.array?.map { $0["code"] } == ["clock-ahead"], "said once, however many there are")
      let kept = try await host.get(Self.activities, as: ada).items
      #expect(kept.map { $0["steps"] } == [200, 100] && kept.allSatisfy { $0["suspect"] == ["clock-ahead"] })
      try await host.clock.advance(to: "2026-04-13T00:00:00Z")
      let fast = [Self.steps(241, from: 600, to: 601, by: "Phone"), Self.steps(240, from: 630, to: 631, by: "Phone")]
      _ = try await host.handIn(Self.export(fast), "two", pieces: 1 << 20, as: ada)
      let marks = try await host.get("\(Self.activities)?limit=2", as: ada).items.map { $0["suspect"] }
      #expect(marks == [[], ["cadence"]])
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is put together a part at a time where it is much, each once`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      try await host.clock.advance(to: "2026-04-13T00:00:00Z")
      // The 1,000 of a part end within a stretch that two sources have counted.
      let samples = (0...500).flatMap { number in
        (number == 0 ? ["Phone"] : ["Phone", "Watch"]).map { source in
          let start = 1_770_000_000_000 + Int64(number) * ImportStore.bucket
          return HealthSample(
            measure: .steps, source: source, isSaid: false, start: start, end: start + 60_000,
            value: source == "Phone" ? 7 : 5)
        }
      }
      var findings = ImportFindings()
      findings.samples = samples
      let (found, account, now) = (findings, ada.id, host.clock.now)
      try await host.services.storage.write { transaction in
        let input = ImportInput(id: "much", name: nil, bytes: 10, kind: nil)
        var file = try await ImportStore.begin(input, of: account, at: now, in: transaction)
        file.phase = .counting
        _ = try await ImportStore.keep(file, after: 0, found, of: account, at: now, in: transaction)
      }
      let finish = "\(FitnessWorld.imports)/much/finish"
      let first = try await host.post(finish, [:], as: ada)
      #expect(first["phase"] == "counting" && first["added"] == 999, "\(first.text)")
      let second = try await host.post(finish, [:], as: ada)
      #expect(second["phase"] == "done" && second["added"] == 1_001 && second["known"] == 0, "\(second.text)")
      #expect(try await host.post(finish, [:], as: ada)["added"] == 1_001, "once more changes nothing")
      let sums = try await host.services.storage.read { transaction in
        try await transaction.query(
          "select title, cast(sum(steps) as bigint) as steps from activities group by title order by title"
        ).map { "\(try $0["title"] as String) \(try $0["steps"] as Int)" }
      }
      #expect(sums == ["Phone \(501 * 7)", "Watch \(500 * 5)"])
    }
  }
}
