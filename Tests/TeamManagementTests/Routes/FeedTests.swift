import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A calendar for other programs` {
  @Test(arguments: TestHost.Engine.available)
  func `is read at an address that can be closed, and only when something is new`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let team = try await world.team(of: ada, bob)
      _ = try await world.team(of: bob, name: "Wolves")
      let event = try await world.event(
        team, by: ada, ["repeats": "FREQ=WEEKLY;COUNT=3", "title": "Practice, indoors"])
      let own = try await host.post("\(TeamWorld.area)/me/feeds", as: bob)
      let one = try await host.post(world.path(team, "/feeds"), as: bob)
      #expect(own.status == 201 && one.status == 201)
      let (mine, teams) = (try #require(own["path"]?.string), try #require(one["path"]?.string))
      let first = try await host.get(teams)
      #expect(first.status == 200 && first.headers["content-type"] == "text/calendar; charset=utf-8")
      #expect(first.text.components(separatedBy: "BEGIN:VEVENT").count == 4)
      #expect(
        first.text.contains("SUMMARY:Foxes: Practice\\, indoors\r\n") && first.text.contains("DTSTART:20250902T160000Z")
      )
      let tag = try #require(first.headers["etag"])
      let same = try await host.get(teams, headers: ["if-none-match": tag])
      #expect(same.status == 304 && same.body.isEmpty)
      #expect(try await world.answer("no", event, of: team, as: bob).status == 200)
      #expect(
        try await host.get(teams, headers: ["if-none-match": tag]).status == 304, "answers are no change of a team's")
      #expect(
        try await host.get(mine).text.components(separatedBy: "BEGIN:VEVENT").count == 3, "without what I said no to")
      let off = TeamWorld.plan(["isCancelled": true, "title": "Practice, indoors"])
      #expect(try await host.put(world.path(team, "/events/\(event)"), off, as: ada).status == 200)
      let new = try await host.get(teams, headers: ["if-none-match": tag])
      #expect(new.status == 200 && new.text.contains("STATUS:CANCELLED") && new.text.contains("SEQUENCE:1"))
      #expect(try await host.get("\(TeamWorld.area)/calendars/none").problem == "404 feed-unknown")
      let feeds = try await host.get("\(TeamWorld.area)/me/feeds", as: bob).items
      #expect(Set(feeds.map { $0["path"]?.string }) == [mine, teams])
      let path = "\(TeamWorld.area)/me/feeds/\(own["id"]?.string ?? "")"
      #expect(try await host.delete(path, as: ada).problem == "404 feed-unknown", "nobody else's")
      #expect(try await host.delete(path, as: bob).status == 204)
      #expect(try await host.get(mine).problem == "404 feed-unknown")
      #expect(try await host.delete(world.group(team, "/members/\(bob.id)"), as: ada).status == 204)
      #expect(try await host.get(teams).problem == "404 feed-unknown", "who is off the team reads it no more")
      for _ in 1...20 { #expect(try await host.post("\(TeamWorld.area)/me/feeds", as: ada).status == 201) }
      #expect(try await host.post("\(TeamWorld.area)/me/feeds", as: ada).problem == "409 feeds-full")
    }
  }
}
