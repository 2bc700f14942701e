import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `What people contribute` {
  private static let courses = "\(FolfWorld.area)/courses"
  private static let proposals = "\(FolfWorld.area)/proposals"

  private func content(_ name: String, _ par: Int = 3, layout: String = "Main", tip: String? = nil) -> JSON {
    var hole: JSONObject = ["number": 1, "par": .integer(Int64(par))]
    if let tip { hole["tip"] = .string(tip) }
    return ["name": .string(name), "layouts": [["name": .string(layout), "holes": [.object(hole)]]]]
  }

  @Test(.tags(.fs9, .fs135), arguments: TestHost.Engine.available)
  func `to courses is shown to everybody once an operator has accepted it, and the author is told`(
    on engine: TestHost.Engine
  )
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let own = try await host.post(Self.courses, content("Woods"), as: ada)
      let path = "\(Self.courses)/\(own["id"]?.string ?? "")"
      #expect(try await host.post("\(path)/proposals", content("Woods"), as: bob).problem == "404 course-unknown")
      let changed = content("Woods", tip: "Keep left of the birch")
      #expect(try await host.post("\(path)/proposals", changed, as: ada).status == 201)
      #expect(try await host.get(path, as: bob).problem == "404 course-unknown", "nobody has decided")
      for person in [ada, bob] { #expect(try await host.get(Self.proposals, as: person).problem == "403 forbidden") }
      let waiting = try await host.get(Self.proposals, as: host.operator).items
      #expect(
        waiting.map { $0["author"] } == ["Ada"] && waiting[0]["before"]?["layouts"]?[0]?["holes"]?[0]?["tip"] == nil)
      let decision = "\(Self.proposals)/\(waiting[0]["id"]?.string ?? "")/decision"
      #expect(try await host.put(decision, ["isAccepted": true], as: ada).problem == "403 forbidden")
      #expect(try await host.put(decision, ["isAccepted": true], as: host.operator).status == 204)
      #expect(try await host.put(decision, ["isAccepted": true], as: host.operator).problem == "404 proposal-unknown")
      let seen = try await host.get(path, as: bob)
      #expect(seen["isShared"] == true && seen["isOwn"] == false)
      #expect(seen["layouts"]?[0]?["holes"]?[0]?["tip"] == "Keep left of the birch")
      #expect(try await host.get(Self.courses, as: bob).items.map { $0["name"] }.contains("Woods"))
      try await host.settled()
      #expect(
        try await host.get("/v1/me/notifications", as: ada).items.map { $0["text"] }.contains(
          "Your change of Woods is shown now."))
      #expect(try await host.put(path, content("Woods"), as: ada).problem == "409 course-shared")
      #expect(try await host.delete(path, as: ada).problem == "404 course-unknown", "it is everybody's now")
    }
  }

  @Test(.tags(.fs9), arguments: TestHost.Engine.available)
  func `to a shipped course takes its place; what others said meanwhile and other holes are refused`(
    on engine: TestHost.Engine
  )
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let path = "\(Self.courses)/harbour-park"
      let known = try await host.get(path, as: ada)
      #expect(
        try await host.post("\(path)/proposals", content("Harbour Park", 3), as: ada).problem == "409 layout-changed")
      let layouts =
        known["layouts"]?.array?.map { layout in ["name": layout["name"] ?? "", "holes": layout["holes"] ?? []] as JSON
        } ?? []
      let renamed: JSON = ["name": "Harbour Park West", "layouts": .array(layouts), "note": "It has two ends"]
      for person in [ada, bob] { #expect(try await host.post("\(path)/proposals", renamed, as: person).status == 201) }
      let items = try await host.get(Self.proposals, as: host.operator).items
      let waiting = ["Ada", "Bob"].compactMap { name in items.first { $0["author"]?.string == name }?["id"]?.string }
      #expect(
        try await host.put("\(Self.proposals)/\(waiting[0])/decision", ["isAccepted": true], as: host.operator).status
          == 204)
      #expect(
        try await host.put("\(Self.proposals)/\(waiting[1])/decision", ["isAccepted": true], as: host.operator).problem
          == "409 course-moved")
      let refusal: JSON = ["isAccepted": false, "reason": "Somebody was first."]
      #expect(try await host.put("\(Self.proposals)/\(waiting[1])/decision", refusal, as: host.operator).status == 204)
      #expect(
        try await host.get("\(FolfWorld.area)/me/proposals", as: bob).items.map { $0["reason"] } == [
          "Somebody was first."
        ])
      let all = try await host.get(Self.courses, as: bob).items
      #expect(all.map { $0["name"] } == ["Harbour Park West", "Old Quarry", "Ridge Loop"])
      let next: JSON = ["name": "Harbour Park", "layouts": [["name": "Short", "holes": [["number": 1, "par": 3]]]]]
      let third = try await host.post("\(path)/proposals", next, as: bob)
      #expect(
        try await host.delete("\(Self.proposals)/\(third["id"]?.string ?? "")", as: ada).problem
          == "404 proposal-unknown")
      #expect(
        try await host.put(
          "\(Self.proposals)/\(third["id"]?.string ?? "")/decision", ["isAccepted": true], as: host.operator
        ).status == 204)
      let ended = try await host.get(path, as: ada)["layouts"]?.array ?? []
      #expect(ended.map { $0["name"] } == ["Short", "Main"] && ended[1]["endedOn"] == "2025-08-15")
      #expect(
        try await host.post("\(FolfWorld.area)/rounds", ["course": "harbour-park", "layout": "Main"], as: ada).problem
          == "404 layout-unknown")
      #expect(
        try await host.get("\(path)/statistics?layout=Main", as: ada).status == 200, "what was played there stays")
    }
  }

  @Test(.tags(.fs120, .fs155), arguments: TestHost.Engine.available)
  func `are pictures, of a round for its players and of a hole for everybody, which go with their last record`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let round = try await world.started(ada, bob)
      let photo = "\(world.path(round))/holes/3/photos/picture-of-the-third"
      func put(_ path: String, _ bytes: [UInt8] = FolfWorld.picture, as person: TestPerson) async throws -> TestReply {
        try await host.upload(path, bytes, type: "image/jpeg", as: person)
      }
      #expect(try await put(photo, as: eve).problem == "404 not-found")
      for _ in 1...2 { #expect(try await put(photo, as: ada).status == 204) }
      #expect(try await put(photo, FolfWorld.picture + [0], as: ada).problem == "409 photo-taken")
      #expect(
        try await put("\(world.path(round))/holes/3/photos/no-picture-at-all-00", Array("hello".utf8), as: ada).status
          == 415)
      let found = try await host.get("\(world.path(round))/photos", as: bob).items
      #expect(found.map { $0["hole"] } == [3] && found[0]["by"] == "Ada" && found[0]["isMine"] == false)
      let address = try #require(found[0]["address"]?.string)
      #expect(try await host.get(address, as: bob).status == 200)
      #expect(try await host.get("\(world.path(round))/photos", as: eve).problem == "404 not-found")
      #expect(
        try await host.delete("\(world.path(round))/photos/picture-of-the-third", as: bob).problem
          == "404 photo-unknown")
      let own = try await host.post(Self.courses, content("Woods"), as: ada)
      let path = "\(Self.courses)/\(own["id"]?.string ?? "")"
      let proposal = try await host.post("\(path)/proposals", content("Woods"), as: ada)["id"]?.string ?? ""
      let hole = "\(Self.proposals)/\(proposal)/layouts/1/holes/1/photo"
      #expect(try await put(hole, as: bob).problem == "404 proposal-unknown")
      #expect(
        try await put("\(Self.proposals)/\(proposal)/layouts/1/holes/2/photo", as: ada).problem == "404 hole-unknown")
      #expect(try await put(hole, as: ada).status == 204)
      #expect(try await host.delete("\(world.path(round))/photos/picture-of-the-third", as: ada).status == 204)
      #expect(try await host.get(address, as: bob).status == 200, "the proposal names it still")
      #expect(
        try await host.put("\(Self.proposals)/\(proposal)/decision", ["isAccepted": true], as: host.operator).status
          == 204)
      let file = try await host.get(path, as: bob)["layouts"]?[0]?["holes"]?[0]?["photo"]?.string
      #expect(address == "/v1/media/\(file ?? "")")
      let second = try await host.post("\(path)/proposals", content("Woods"), as: bob)["id"]?.string ?? ""
      #expect(
        try await host.put("\(Self.proposals)/\(second)/decision", ["isAccepted": true], as: host.operator).status
          == 204)
      #expect(try await host.get(address, as: bob).status == 404, "nobody names it any more")
    }
  }
}
