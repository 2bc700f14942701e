import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

/// The clock stands at 2025-08-15T12:00:00Z, which the samples are ahead of until it is moved.
@Suite struct `Handing in files` {
  private static let imports = FitnessWorld.imports
  private static let activities = "\(FitnessWorld.area)/me/activities"

  @Test(arguments: TestHost.Engine.available)
  func `is done in parts, each of which counts once, and the same file adds nothing`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      try await host.clock.advance(to: "2026-04-13T00:00:00Z")
      let done = try await host.handIn(ImportSamples.streamedZip, "one", pieces: 300, as: ada)
      #expect(done["phase"] == "done" && done["refusals"] == [] && done["known"] == 0, "\(done.text)")
      let kept = try await host.get("\(Self.activities)?limit=100", as: ada).items
      #expect(kept.count == done["added"]?.int && kept.compactMap { $0["steps"]?.int }.reduce(0, +) == 3_435)
      #expect(kept.compactMap { $0["counts"]?["steps"]?.int }.reduce(0, +) == 3_435)
      #expect(kept[0]["title"] == "Route" && kept[0]["kind"] == "run" && kept[0]["evidence"] == "track")
      #expect(kept[1]["title"] == "Phone" && kept[1]["evidence"] == "device" && kept[1]["source"] == "file")
      let again = try await host.handIn(ImportSamples.zip, "two", pieces: 1 << 20, as: ada)
      #expect(again["added"] == 0 && again["known"] == .integer(Int64(kept.count)), "\(again.text)")
      try await host.settled()
      let left = try await host.services.storage.read { try await $0.query("select * from import_samples").count }
      #expect(left == 0)
      #expect(try await host.get("\(Self.imports)/one", as: bob).problem == "404 import-unknown")
      #expect(try await host.get(Self.activities, as: bob).items.isEmpty)
    }
  }

  @Test func `of very many samples takes few statements, of few texts`() {
    for count in [0, 1, 2, 3, 511, 512, 513, 5_000, 200_000] {
      let sets = ImportStore.sets(of: count)
      #expect(sets.flatMap { Array($0) } == Array(0..<count), "each once, in order")
      #expect(sets.count <= count / 512 + 9 && Set(sets.map(\.count)).count <= 10)
    }
    #expect(ImportStore.insertion(rows: 2).contains("(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9), (?1, ?2, ?10,"))
  }

  @Test(arguments: TestHost.Engine.available)
  func `of thousands of samples in one piece keeps each once`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      try await host.clock.advance(to: "2026-04-13T00:00:00Z")
      // Every second of 5,000, one step; the first thousand are there twice.
      let records = (Array(0..<5_000) + Array(0..<1_000)).map { second in
        let (hour, minute) = (ImportSamples.two(second / 3_600), ImportSamples.two(second / 60 % 60))
        let time = "2026-04-11 \(hour):\(minute):\(ImportSamples.two(second % 60)) +0000"
        let type = "HKQuantityTypeIdentifierStepCount"
        return
          #"<Record type="\#(type)" sourceName="W" unit="count" startDate="\#(time)" endDate="\#(time)" value="1"/>"#
      }
      let file = Array("<HealthData locale=\"en\">\(records.joined())</HealthData>".utf8)
      let done = try await host.handIn(file, "many", pieces: FitnessChallenges.longestPart, as: ada)
      #expect(done["phase"] == "done" && done["refusals"] == [], "\(done.text)")
      let kept = try await host.get("\(Self.activities)?limit=100", as: ada).items
      #expect(kept.count == 6 && kept.compactMap { $0["steps"]?.int }.reduce(0, +) == 5_000)
    }
  }

  @Test(.tags(.pl71), arguments: TestHost.Engine.available)
  func `is forgotten after two days, also where nobody comes back`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let begun = try await host.post(Self.imports, ["id": "left", "bytes": 100_000, "kind": "run"], as: ada)
      #expect(begun.status == 201, "\(begun.text)")
      let bytes = Array(ImportSamples.streamedZip.prefix(300))
      let part = try await host.upload("\(Self.imports)/left/parts/0", bytes, type: "application/octet-stream", as: ada)
      #expect(part.status == 200, "\(part.text)")
      try await host.clock.advance(by: .seconds(47 * 3600))
      #expect(try await host.get("\(Self.imports)/left", as: ada)["part"] == 1)
      try await host.clock.advance(by: .seconds(26 * 3600))
      #expect(try await host.get("\(Self.imports)/left", as: ada).problem == "404 import-unknown")
      let left = try await host.services.storage.read { transaction in
        try await transaction.query("select account from imports union all select account from import_samples").count
      }
      #expect(left == 0)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `goes on where it was, and says what was not taken`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      func part(_ number: Int, _ bytes: [UInt8], of id: String) async throws -> TestReply {
        try await host.upload(
          "\(Self.imports)/\(id)/parts/\(number)", bytes, type: "application/octet-stream", as: ada)
      }
      #expect(try await part(0, [1], of: "none").problem == "404 import-unknown")
      let begin: JSON = ["id": "a", "bytes": 10, "name": "Walk.gpx"]
      #expect(try await host.post(Self.imports, begin, as: ada)["part"] == 0)
      #expect(try await part(1, [1], of: "a").problem == "409 part-missing")
      #expect(try await part(0, [], of: "a").problem == "409 part-long")
      #expect(try await part(0, Array("hello".utf8), of: "a")["part"] == 1)
      #expect(try await host.post(Self.imports, begin, as: ada)["part"] == 1, "it goes on")
      #expect(try await part(1, Array("worlds".utf8), of: "a").problem == "409 part-long")
      let read = try await part(1, Array("world".utf8), of: "a")
      #expect(read["refusals"]?[0]?["code"] == "format-unknown" && read["came"] == 10)
      #expect(try await host.post("\(Self.imports)/a/finish", [:], as: ada)["phase"] == "done")
      let ahead = try await host.handIn(
        Array(ImportSamples.gpx("<trk><name>Soon</name>\(ImportSamples.segment())</trk>").utf8), "b", pieces: 500,
        as: ada)
      #expect(ahead["refusals"]?[0]?["code"] == "clock-ahead" && ahead["refusals"]?[0]?["name"] == "Soon")
      let long = [UInt8](repeating: 32, count: FitnessChallenges.longestPart + 1)
      #expect(try await part(0, long, of: "b").status == 413)
      for number in 0..<5 {
        let input: JSON = ["id": .string("open\(number)"), "bytes": 5]
        #expect(try await host.post(Self.imports, input, as: ada).status == 201)
      }
      #expect(try await host.post(Self.imports, ["id": "c", "bytes": 5], as: ada).problem == "409 imports-many")
      #expect(try await host.delete("\(Self.imports)/open0", as: ada).status == 204)
      #expect(try await host.post(Self.imports, ["id": "c", "bytes": 5], as: ada).status == 201)
      try await host.clock.advance(by: .seconds(2 * 86_400 + 1))
      #expect(
        try await host.post(Self.imports, ["id": "d", "bytes": 5], as: ada).status == 201, "the others are forgotten")
      #expect(try await host.get("\(Self.imports)/c", as: ada).status == 404)
    }
  }
}
