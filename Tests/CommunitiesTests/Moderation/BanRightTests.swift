import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Whoever moderates and gives no roles` {
  @Test(.tags(.pl22, .pl69), arguments: TestHost.Engine.allCases)
  func `keeps members out for what was reported, and no admin`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.runWithGuilds(on: engine) { world in
      var people: [TestPerson] = []
      for name in ["Ada", "Wim", "Bob", "Eve"] { people.append(try await world.host.person(name)) }
      let (host, ada, wim, bob, eve) = (world.host, people[0], people[1], people[2], people[3])
      let guild = try await world.found("guild", "Makers", by: ada)
      for person in [wim, bob, eve] { #expect(try await world.join(guild, as: person).status == 201) }
      for (person, role) in [(wim, "warden"), (eve, "master")] {
        #expect(try await host.put("\(guild.path)/members/\(person.id)/roles/\(role)", as: ada).status == 204)
      }
      for (text, person) in [("rude", ada), ("ruder", bob)] { try await world.say(text, in: guild, as: person) }
      #expect(try await world.flag(1, in: guild, as: bob).status == 201)
      let adas = try await world.onlyCase()
      #expect(try await world.details(adas, as: wim)["mayDecide"] == ["remove", "warn", "dismiss"])
      #expect(try await world.decide("ban", adas, as: wim).problem == "403 forbidden")
      #expect(try await host.put("\(guild.path)/bans/\(ada.id)", as: wim).problem == "403 forbidden")
      #expect(try await host.delete("\(guild.path)/members/\(ada.id)", as: wim).problem == "403 forbidden")
      #expect(try await world.members(of: guild).contains("Ada: fellow+master"))
      #expect(try await world.decide("remove", adas, as: wim).problem == nil)
      #expect(try await world.flag(2, in: guild, as: wim).status == 201)
      let bobs = try await world.onlyCase()
      #expect(try await world.details(bobs, as: wim)["mayDecide"] == ["remove", "warn", "ban", "dismiss"])
      #expect(try await world.decide("ban", bobs, as: wim).problem == nil)
      #expect(try await world.members(of: guild).count == 3)
      // Another admin may, and so may operators.
      #expect(try await world.details(adas, as: eve)["mayDecide"] == ["restore", "warn", "ban"])
      #expect(try await world.decide("ban", adas, as: eve).problem == nil)
      #expect(Set(try await world.members(of: guild)) == ["Eve: fellow+master", "Wim: fellow+warden"])
      #expect(try await world.join(guild, as: ada).problem == "403 group-banned")
    }
  }
}
