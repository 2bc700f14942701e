import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `Challenges made from others` {
  private static let picture: [UInt8] = [0xff, 0xd8, 0xff, 0xe0] + Array("a cover".utf8)
  private static let templates = "\(FitnessWorld.area)/me/templates"
  private static let rich: JSONObject = [
    "kind": "team", "teamSize": 3, "teams": 2, "mayFound": true, "about": "Words", "zone": "Asia/Tokyo",
    "mode": "milestones", "milestones": [["name": "Whole", "points": 100]], "graceHours": 48, "drawBy": "level",
    "teamScoring": "best", "bestCount": 2, "capacity": 5, "isListed": false,
    "exercises": [["name": "Yoga", "measure": "duration", "activity": "yoga"]],
  ]
  /// What a copy has in common with what it is made of.
  private static let same = [
    "kind", "about", "difficulty", "days", "zone", "graceHours", "exercises", "needed", "teamSize", "mayFound",
    "teamScoring", "bestCount", "isListed", "drawBy", "mode", "milestones", "capacity", "cover",
  ]

  private func isLike(_ one: JSON, _ other: JSON) {
    for key in Self.same { #expect(one[key] == other[key], "\(key)") }
  }

  @Test(.tags(.fc28, .fc27), arguments: TestHost.Engine.available)
  func `are copies with days of their own, also of what is over, and nobody takes part yet`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, other, bob) = (
        try await world.coach("Ann"), try await world.coach("Eve"), try await world.athlete("Bob")
      )
      let id = try await world.made(by: coach, Self.rich)
      try await world.join(id, as: bob, ["newTeam": "Foxes"])
      #expect(
        try await host.upload("\(FitnessWorld.path(id))/cover", Self.picture, type: "image/jpeg", as: coach).status
          == 204)
      try await host.clock.advance(to: "2025-09-01T12:00:00Z")
      let copy = "\(FitnessWorld.path(id))/copy"
      #expect(try await host.post(copy, ["start": "2025-09-10"], as: other).problem == "404 challenge-unknown")
      #expect(try await host.post(copy, ["start": "2025-09-10"], as: bob).problem == "403 forbidden")
      #expect(try await host.post(copy, [:], as: coach).pointers == ["/start"])
      #expect(try await host.post(copy, ["start": "2025-08-31"], as: coach).pointers == ["/start"])
      #expect(
        try await host.post(copy, ["start": "2025-09-10", "days": 367, "title": " "], as: coach).pointers == [
          "/title", "/days",
        ])
      let made = try await host.post(copy, ["start": "2025-09-10", "title": "Once more"], as: coach)
      #expect(made.status == 201, "\(made.text)")
      let (old, new) = (try await world.challenge(id, as: coach), made.json)
      isLike(old, new)
      #expect(new["title"] == "Once more" && new["start"] == "2025-09-10" && new["end"] == "2025-09-19")
      #expect(new["isMine"] == true && new["id"] != old["id"] && new["drawSeed"] != old["drawSeed"])
      let copied = try #require(new["id"]?.string)
      let teams = try await host.get("\(FitnessWorld.path(copied))/teams", as: coach).items
      #expect(teams.map { $0["name"] } == ["1", "2"] && teams.allSatisfy { $0["members"] == 0 }, "no founded team")
      let rolling = try await world.made(by: coach, ["start": .null, "days": 7])
      let again = try await host.post("\(FitnessWorld.path(rolling))/copy", ["days": 14], as: coach)
      #expect(again["start"] == nil && again["days"] == 14)
    }
  }

  @Test(.tags(.fc28), arguments: TestHost.Engine.available)
  func `are of templates, which their coach alone keeps, uses and removes`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, other, bob) = (
        try await world.coach("Ann"), try await world.coach("Eve"), try await world.athlete("Bob")
      )
      let id = try await world.made(by: coach, Self.rich)
      _ = try await host.upload("\(FitnessWorld.path(id))/cover", Self.picture, type: "image/jpeg", as: coach)
      let body: JSON = ["challenge": .string(id), "name": " Yoga in teams "]
      #expect(try await host.post(Self.templates, body, as: other).problem == "404 challenge-unknown")
      #expect(try await host.post(Self.templates, body, as: bob).problem == "403 forbidden")
      let nameless: JSON = ["challenge": .string(id), "name": " "]
      #expect(try await host.post(Self.templates, nameless, as: coach).pointers == ["/name"])
      let kept = try await host.post(Self.templates, body, as: coach)
      #expect(kept.status == 201 && kept["name"] == "Yoga in teams" && kept["isRolling"] == false)
      let template = try #require(kept["id"]?.string)
      #expect(try await host.get(Self.templates, as: coach).items.map { $0["id"] } == [.string(template)])
      #expect(try await host.get(Self.templates, as: other).items.isEmpty)
      let old = try await world.challenge(id, as: coach)
      // The template stays what it was, whatever becomes of the challenge.
      let picture = try #require(old["cover"]?.string)
      #expect(try await host.delete("\(FitnessWorld.path(id))/cover", as: coach).status == 204)
      #expect(try await host.get(picture).status == 200, "the template names it still")
      let use = "\(Self.templates)/\(template)/challenges"
      #expect(try await host.post(use, ["start": "2025-09-10"], as: other).problem == "404 template-unknown")
      #expect(try await host.post(use, [:], as: coach).pointers == ["/start"])
      let made = try await host.post(use, ["start": "2025-09-10"], as: coach)
      #expect(made.status == 201 && made["title"] == "Run twenty")
      isLike(old, made.json)
      #expect(try await host.delete("\(Self.templates)/\(template)", as: other).problem == "404 template-unknown")
      #expect(try await host.delete("\(Self.templates)/\(template)", as: coach).status == 204)
      #expect(try await host.get(Self.templates, as: coach).items.isEmpty)
      #expect(try await host.get(picture).status == 200, "the new challenge names it")
      try await host.leave(coach)
      try await host.settled()
      #expect(try await host.get(picture).status == 404, "the coach's picture goes with the coach")
      let left = try await host.services.storage.read { try await $0.query("select id from templates").count }
      #expect(left == 0)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `have a picture above them, put there by the coach and seen by all`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(by: coach)
      let cover = "\(FitnessWorld.path(id))/cover"
      #expect(try await world.challenge(id, as: bob)["cover"] == nil)
      #expect(try await host.upload(cover, Self.picture, type: "image/jpeg", as: bob).problem == "404 not-found")
      try await world.join(id, as: bob)
      #expect(try await host.upload(cover, Self.picture, type: "image/jpeg", as: bob).problem == "403 forbidden")
      #expect(try await host.upload(cover, [1, 2], type: "image/jpeg", as: coach).problem == "415 media-content")
      #expect(try await host.upload(cover, Self.picture, type: "image/jpeg", as: coach).status == 204)
      let first = try #require(try await world.challenge(id, as: bob)["cover"]?.string)
      #expect(try await host.get(FitnessWorld.challenges, as: bob).items[0]["cover"]?.string == first)
      #expect(try await host.get(first).status == 200)
      let other = Self.picture + [1]
      #expect(try await host.upload(cover, other, type: "image/jpeg", as: coach).status == 204)
      #expect(try await host.get(first).status == 404, "the one before is removed")
      let second = try #require(try await world.challenge(id, as: bob)["cover"]?.string)
      #expect(try await host.delete(cover, as: bob).problem == "403 forbidden")
      #expect(try await host.delete(cover, as: coach).status == 204)
      #expect(try await host.get(second).status == 404)
      #expect(try await world.challenge(id, as: bob)["cover"] == nil)
    }
  }
}
