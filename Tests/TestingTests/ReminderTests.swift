import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseKitTesting

@Suite struct `Reminders of a plugin` {
  private static let path = "/v1/me/reminders"

  /// - Parameter hours: from now to the session.
  private func set(
    _ session: String, in hours: Double, lead: Double = 2, on host: TestHost, as person: TestPerson,
    _ more: JSONObject = [:]
  ) async throws {
    var body: JSONObject = ["at": .string(instant(hours, on: host)), "lead": .number(lead * 3600)]
    for (name, value) in more { body[name] = value }
    let reply = try await host.put("/v1/coach/sessions/\(session)", .object(body), as: person)
    try #require(reply.status == (more["isRefused"] == nil ? 204 : 409), "\(reply.text)")
  }

  private func instant(_ hours: Double, on host: TestHost) -> String {
    RFC3339.string(from: host.clock.now.addingTimeInterval(hours * 3600)) ?? ""
  }

  private func told(_ person: TestPerson, on host: TestHost) async throws -> [String] {
    try await host.settled()
    return try await host.inbox(of: person).compactMap { $0["text"]?.string }
  }

  private func upcoming(_ person: TestPerson, on host: TestHost) async throws -> [String] {
    try await host.get(Self.path, as: person).items.compactMap { $0["text"]?.string }
  }

  @Test(.tags(.pl52), arguments: TestHost.Engine.allCases)
  func `reach the inbox once, at their time, with the clock of the test`(on engine: TestHost.Engine) async throws {
    try await TestHost.run(SamplePlugins.coach(), on: engine) { host in
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let both: JSON = [.string(ada.id.text), .string(bob.id.text)]
      try await set("Hill", in: 5, on: host, as: ada, ["people": both])
      try await set("Track", in: 5, on: host, as: ada, ["isRefused": true])
      try await host.clock.advance(by: .seconds(3 * 3600 - 1))
      #expect(try await told(ada, on: host).isEmpty)
      try await host.clock.advance(by: .seconds(1))
      #expect(try await told(ada, on: host) == ["Hill begins soon."])
      // A clock that is moved far stands at each time on its way.
      try await set("Pool", in: 20, on: host, as: bob)
      try await host.clock.advance(by: .seconds(100 * 3600))
      #expect(try await told(bob, on: host) == ["Pool begins soon.", "Hill begins soon."])
      #expect(try await told(ada, on: host).count == 1)
      #expect(try await host.inbox(of: bob).first?["link"] == "/coach/sessions/Pool")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `move with the session, and go when it is called off`(on engine: TestHost.Engine) async throws {
    try await TestHost.run(SamplePlugins.coach(), on: engine) { host in
      let ada = try await host.person("Ada")
      try await set("Hill", in: 5, on: host, as: ada)
      try await set("Track", in: 5, on: host, as: ada)
      let moved: JSON = ["at": .string(instant(8, on: host))]
      #expect(try await host.put("/v1/coach/sessions/Hill/time", moved, as: ada).status == 204)
      #expect(try await host.delete("/v1/coach/sessions/Track", as: ada).status == 204)
      try await host.clock.advance(by: .seconds(5 * 3600))
      #expect(try await told(ada, on: host).isEmpty)
      try await host.clock.advance(by: .seconds(3600))
      #expect(try await told(ada, on: host) == ["Hill begins soon."])
      // Put off once more, it is told again at its new time.
      let later: JSON = ["at": .string(instant(24, on: host))]
      #expect(try await host.put("/v1/coach/sessions/Hill/time", later, as: ada).status == 204)
      try await host.clock.advance(by: .seconds(22 * 3600))
      #expect(try await told(ada, on: host) == ["Hill begins soon.", "Hill begins soon."])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `that are set late are sent at once, as long as the session has not begun`(
    on engine: TestHost.Engine
  ) async throws {
    try await TestHost.run(SamplePlugins.coach(), on: engine) { host in
      let ada = try await host.person("Ada")
      try await set("Hill", in: 1, on: host, as: ada)
      try await set("Track", in: -1, on: host, as: ada)
      #expect(try await told(ada, on: host) == ["Hill begins soon."])
      #expect(host.log.contains { $0["late"] == "1" && $0["plugin"] == "coach" })
    }
  }

  @Test(.tags(.pl52), arguments: TestHost.Engine.allCases)
  func `are listed for the person's devices, the next session first, page by page, with a tag`(
    on engine: TestHost.Engine
  ) async throws {
    try await TestHost.run(SamplePlugins.coach(), on: engine) { host in
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      for (index, session) in ["c", "a", "b", "d"].enumerated() {
        try await set(session, in: Double([5, 3, 4, 6][index]), on: host, as: ada)
      }
      try await set("x", in: 4, on: host, as: bob)
      let first = try await host.get("\(Self.path)?limit=3", as: ada)
      #expect(first.items.compactMap { $0["text"]?.string } == ["a", "b", "c"].map { "\($0) begins soon." })
      let next = try #require(first["next"]?.string?.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let rest = try await host.get("\(Self.path)?limit=3&after=\(next)", as: ada)
      #expect(rest.items.compactMap { $0["text"]?.string } == ["d begins soon."])
      #expect(rest["next"] == .null)
      let item = try #require(rest.items.first)
      #expect(item["title"] == "Before a session" && item["link"] == "/coach/sessions/d" && item["isSent"] == false)
      #expect(item["due"] == .string(instant(4, on: host)) && item["showAt"] == item["due"])
      #expect(item["at"] == .string(instant(6, on: host)) && item["until"] == item["at"])
      let tag = try #require(rest.headers["etag"])
      let again = try await host.call(
        .get, "\(Self.path)?limit=3&after=\(next)", as: ada, headers: ["if-none-match": tag])
      #expect(again.status == 304)
      #expect(try await host.get("\(Self.path)?after=x", as: ada).status == 422)
      #expect(try await host.get(Self.path).status == 401)
      // What was sent is listed until the session begins, with the id of its notification.
      try await host.clock.advance(by: .seconds(3600))
      try await host.settled()
      let sent = try #require(try await host.get(Self.path, as: ada).items.first)
      #expect(sent["isSent"] == true && sent["showAt"] == nil)
      #expect(try await host.inbox(of: ada).map(\.["id"]) == [sent["id"]])
      try await host.clock.advance(by: .seconds(2 * 3600))
      #expect(try await upcoming(ada, on: host) == ["b", "c", "d"].map { "\($0) begins soon." })
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are shown by devices as the person wants: behind quiet hours, and not what is switched off`(
    on engine: TestHost.Engine
  ) async throws {
    try await TestHost.run(SamplePlugins.coach(), on: engine) { host in
      let ada = try await host.person("Ada")
      try await set("Hill", in: 5, on: host, as: ada)
      try await set("Still", in: 5, on: host, as: ada, ["kind": "still"])
      let path = "/v1/me/notification-settings"
      func shown() async throws -> [JSON?] { try await host.get(Self.path, as: ada).items.map { $0["showAt"] } }
      #expect(try await shown() == [.string(instant(3, on: host)), nil])
      // The clock stands at noon; the reminder is due at three.
      let cases: [(String, JSON?)] = [("16:00", .string(instant(4, on: host))), ("18:00", nil)]
      for (end, wanted) in cases {
        let hours: JSON = ["from": "14:00", "to": .string(end), "zone": "UTC"]
        let reply = try await host.put(path, ["enabled": true, "kindsOff": [], "quietHours": hours], as: ada)
        try #require(reply.status == 200, "\(reply.text)")
        #expect(try await shown() == [wanted, nil])
      }
      for settings in [["enabled": true, "kindsOff": ["coach/soon"]], ["enabled": false, "kindsOff": []]] as [JSON] {
        #expect(try await host.put(path, settings, as: ada).status == 200)
        #expect(try await shown() == [nil, nil])
      }
      // The inbox takes everything.
      try await host.clock.advance(by: .seconds(3 * 3600))
      #expect(try await told(ada, on: host).count == 2)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `go with who leaves, and are not told to who has blocked whom they name`(on engine: TestHost.Engine) async throws
  {
    try await TestHost.run(SamplePlugins.coach(), on: engine) { host in
      let (ada, bob, cy) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Cy"))
      let all: JSON = .array([ada, bob, cy].map { JSON.string($0.id.text) })
      try await set("Hill", in: 5, on: host, as: ada, ["people": all])
      try await set("Bobs", in: 6, on: host, as: ada, ["people": all, "about": [.string(bob.id.text)]])
      #expect(try await host.put("/v1/me/blocked/\(bob.id)", [:], as: cy).status < 300)
      #expect(try await upcoming(ada, on: host) == ["Hill begins soon.", "Bobs begins soon."])
      #expect(try await upcoming(cy, on: host) == ["Hill begins soon."])
      let export = try await host.export(of: ada)
      let reminders = export["plugins"]?["coach"]?["reminders"]?.array ?? []
      #expect(reminders.map { $0["text"] } == ["Hill begins soon.", "Bobs begins soon."])
      try await host.leave(bob)
      try await host.settled()
      #expect(try await upcoming(ada, on: host) == ["Hill begins soon."])
      try await host.clock.advance(by: .seconds(6 * 3600))
      for person in [ada, cy] { #expect(try await told(person, on: host) == ["Hill begins soon."]) }
    }
  }
}
