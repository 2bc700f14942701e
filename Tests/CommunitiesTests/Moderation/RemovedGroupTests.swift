import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A group that moderators have archived` {
  @Test(arguments: TestHost.Engine.allCases)
  func `lives again when they say so, and not by its own admins`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, _) = try await world.rudeClub()
      let (host, archive) = (world.host, "\(club.path)/archive")
      func isArchived() async throws -> Bool { try await host.get(club.path, as: bob)["archivedAt"]?.string != nil }
      #expect(try await world.report("group", in: club, as: bob).status == 201)
      let id = try await world.onlyCase()
      #expect(try await world.decide("remove", id, as: host.operator).status == 200)
      #expect(try await host.delete(archive, as: ada).problem == "403 forbidden")
      #expect(try await isArchived())
      #expect(try await world.decide("restore", id, as: host.operator).status == 200)
      #expect(try await !isArchived())
      // What the admin has archived the admin restores.
      #expect(try await host.put(archive, as: ada).status == 200)
      #expect(try await host.delete(archive, as: ada).status == 204)
      // Operators decide so, too: what was reported before does not count once more.
      #expect(try await world.decide("remove", id, as: host.operator).status == 200)
      #expect(try await host.delete(archive, as: host.operator).problem == "403 forbidden")
      #expect(try await world.decide("restore", id, as: host.operator).status == 200)
      #expect(try await world.details(id, as: host.operator)["report"]?["isHidden"] != true)
      #expect(try await host.put(archive, as: ada).status == 200)
      #expect(try await host.delete(archive, as: ada).status == 204)
      #expect(try await !isArchived())
    }
  }
}
