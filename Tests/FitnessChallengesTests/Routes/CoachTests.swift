import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A coach` {
  @Test(.tags(.fc26, .pl54), arguments: TestHost.Engine.available)
  func `tells updates to those who have accepted the challenge, and to nobody else`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, other) = (try await world.coach("Ann"), try await world.coach("Zoe"))
      let (bob, cy, eve) = (
        try await world.athlete("Bob"), try await world.athlete("Cy"), try await world.athlete("Eve")
      )
      let id = try await world.made(by: coach)
      for person in [bob, cy] { try await world.join(id, as: person) }
      #expect(try await host.post("\(FitnessWorld.path(id))/withdraw", as: cy).status == 204)
      let updates = "\(FitnessWorld.path(id))/updates"
      let watcher = try await host.watch("fitness-challenges/challenges/\(id)", as: bob)
      for person in [other, eve, cy] {
        #expect(try await host.post(updates, ["text": "Hello"], as: person).problem == "404 not-found")
      }
      #expect(try await host.post(updates, ["text": "Hello"], as: bob).problem == "403 forbidden")
      #expect(try await host.post(updates, ["text": " "], as: coach).pointers == ["/text"])
      for _ in 1...2 {
        let sent = try await host.post(updates, ["text": "Rain tomorrow"], as: coach, idempotencyKey: "once")
        #expect(sent.status == 201 && sent["people"] == 1)
      }
      try await host.settled()
      #expect(try await host.inbox(of: bob).map { $0["text"] } == ["Run twenty: Rain tomorrow"])
      #expect(try await host.inbox(of: bob)[0]["link"]?.string == "/fitness-challenges/challenges/\(id)")
      for person in [cy, eve, other] { #expect(try await host.inbox(of: person).isEmpty) }
      #expect(!watcher.events.isEmpty)
      #expect(try await host.get(updates, as: bob).items.map { $0["text"] } == ["Rain tomorrow"])
      #expect(try await host.get(updates, as: eve).problem == "404 not-found")
    }
  }

  @Test(.tags(.fc29, .fc30), arguments: TestHost.Engine.available)
  func `sees of athletes user name, address by consent and what they show everybody, and nothing that is private`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, other) = (try await world.coach("Ann"), try await world.coach("Zoe"))
      let (bob, cy) = (try await world.athlete("Bob"), try await world.athlete("Cy"))
      let id = try await world.made(by: coach)
      let profile: JSON = ["username": "bob.runs", "bio": "I run.", "dateOfBirth": "1990-01-01", "gender": "male"]
      #expect(try await host.patch("/v1/me", profile, as: bob).status == 200)
      for person in [bob, cy] { try await world.join(id, as: person) }
      let athletes = "\(FitnessWorld.path(id))/athletes"
      let listed = try await host.get(athletes, as: coach)
      #expect(listed.items.map { $0["person"]?["name"] } == ["Bob", "Cy"])
      #expect(listed.items[0]["person"]?["username"] == "bob.runs")
      #expect(try await host.get(athletes, as: bob).problem == "403 forbidden")
      #expect(try await host.get(athletes, as: other).problem == "404 not-found")
      let group = "/v1/groups/fitness-challenges/\(id)"
      #expect(try await host.get("\(group)/contacts", as: coach).items.isEmpty, "nobody has agreed")
      #expect(try await host.put("\(group)/consent", as: bob).status == 204)
      let contacts = try await host.get("\(group)/contacts", as: coach)
      #expect(contacts.items.map { $0["person"]?["username"] } == ["bob.runs"])
      let digits = String((bob.phone ?? "").dropFirst())
      for reply in [listed, contacts] {
        #expect(["1990", "male", digits].allSatisfy { !$0.isEmpty && !reply.text.contains($0) }, "\(reply.text)")
      }
      #expect(try await host.get("\(group)/contacts", as: bob).problem == "403 forbidden")
      #expect(try await host.get("\(group)/contacts", as: other).problem == "404 group-unknown")
      let shown = try await host.get("/v1/people/\(bob.id)", as: coach)
      #expect(shown["bio"] == "I run." && !shown.text.contains("1990"))
      #expect(try await host.post("\(FitnessWorld.path(id))/withdraw", as: bob).status == 204)
      #expect(try await host.get("\(group)/contacts", as: coach).items.isEmpty, "consent ends with taking part")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `sees who is about to fail and who cannot pass any more`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      let id = try await world.made(
        by: coach, ["exercises": [["name": "Run", "measure": "whole", "goal": "days >= 8 and total >= 80"]]])
      for (name, value) in [("Bob", 10), ("Cy", 1), ("Di", 0)] as [(String, Int64)] {
        let person = try await world.athlete(name)
        try await world.join(id, as: person)
        if value > 0 { try await world.log(.integer(value), id, as: person) }
      }
      func outlooks(_ query: String = "") async throws -> [String] {
        try await host.get("\(FitnessWorld.path(id))/athletes\(query)", as: coach).items.map {
          "\($0["person"]?["name"]?.string ?? "") \($0["outlook"]?.string ?? "-")"
        }
      }
      #expect(try await outlooks() == ["Bob onTrack", "Cy onTrack", "Di onTrack"])
      try await host.clock.advance(to: "2025-08-16T12:00:00Z")
      #expect(try await outlooks() == ["Bob onTrack", "Cy atRisk", "Di atRisk"])
      #expect(try await outlooks("?onlyAtRisk=true") == ["Cy atRisk", "Di atRisk"])
      try await host.clock.advance(to: "2025-08-20T12:00:00Z")
      #expect(try await outlooks() == ["Bob lost", "Cy lost", "Di lost"])
    }
  }
}
