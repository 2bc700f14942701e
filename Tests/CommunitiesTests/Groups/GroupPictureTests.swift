@testable import FieldhouseKitTesting
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The picture of a group` {
  private static let png = SamplePicture.png(width: 40, height: 30, comment: "CANARY")

  @Test(.tags(.pl43, .sp121), arguments: TestHost.Engine.allCases)
  func `is there when an admin has uploaded one, for everybody who may see the group`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      try await world.join(club, as: bob)
      #expect(try await world.host.get(club.path)["picture"] == nil)
      let refused = try await world.host.upload("\(club.path)/picture", Self.png, type: "image/png", as: bob)
      #expect(refused.problem == "403 forbidden")
      let text = try await world.host.upload("\(club.path)/picture", Array("no".utf8), type: "image/png", as: ada)
      #expect(text.problem == "415 picture-type")
      #expect(try await world.host.upload("\(club.path)/picture", Self.png, type: "image/png", as: ada).status == 204)
      let address = try #require(try await world.host.get(club.path)["picture"]?.string)
      #expect(address.hasPrefix("\(club.path)/picture/"))
      let kept = try await world.host.get(address)
      #expect(kept.status == 200)
      #expect(kept.headers["content-type"] == "image/jpeg")
      #expect(kept.headers["cache-control"] == "private, no-cache")
      #expect(SamplePicture.size(ofJPEG: kept.body).map { [$0.width, $0.height] } == [40, 30])
      #expect(!kept.text.contains("CANARY"))
      let mine = try await world.host.get("/v1/me/groups", as: bob)
      #expect(mine.items.first?["group"]?["picture"] == .string(address))
      #expect(try await world.host.upload("\(club.path)/picture", Self.png, type: "image/png", as: ada).status == 204)
      #expect(try await world.host.get(address).problem == "404 picture-unknown")
      let newer = try #require(try await world.host.get(club.path)["picture"]?.string)
      #expect(try await world.host.delete("\(club.path)/picture", as: bob).problem == "403 forbidden")
      #expect(try await world.host.delete("\(club.path)/picture", as: ada).status == 204)
      #expect(try await world.host.get(newer).problem == "404 picture-unknown")
      #expect(try await world.host.get(club.path)["picture"] == nil)
      #expect(try await world.host.delete("\(club.path)/picture", as: ada).status == 204)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `of a private group is none to strangers, the removed and the banned`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      var people: [TestPerson] = []
      for name in ["Ada", "Bob", "Cleo", "Dan"] { people.append(try await world.host.person(name)) }
      let (ada, bob, cleo, dan) = (people[0], people[1], people[2], people[3])
      let club = try await world.found(
        "club", "Lions", by: ada, ["visibility": "private", "admission": "invitation"])
      #expect(try await world.host.upload("\(club.path)/picture", Self.png, type: "image/png", as: ada).status == 204)
      let address = try #require(try await world.host.get(club.path, as: ada)["picture"]?.string)
      for person in [bob, cleo] {
        #expect(try await world.host.put("\(club.path)/members/\(person.id)", as: ada).status == 204)
        #expect(try await world.host.get(address, as: person).status == 200)
      }
      #expect(try await world.host.delete("\(club.path)/members/\(bob.id)", as: ada).status == 204)
      #expect(try await world.host.put("\(club.path)/bans/\(cleo.id)", as: ada).status == 204)
      for person in [bob, cleo, dan, nil] {
        #expect(try await world.host.get(address, as: person).problem == "404 picture-unknown")
      }
      let refused = try await world.host.upload("\(club.path)/picture", Self.png, type: "image/png", as: dan)
      #expect(refused.problem == "404 group-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `stays in the archive as it is, and goes with the last member`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let ada = try await world.host.person("Ada")
      let club = try await world.found("club", "Lions", by: ada)
      #expect(try await world.host.upload("\(club.path)/picture", Self.png, type: "image/png", as: ada).status == 204)
      let address = try #require(try await world.host.get(club.path)["picture"]?.string)
      #expect(try await world.host.put("\(club.path)/archive", as: ada).status == 200)
      #expect(try await world.host.get(address).status == 200)
      let refused = try await world.host.upload("\(club.path)/picture", Self.png, type: "image/png", as: ada)
      #expect(refused.problem == "409 group-archived")
      #expect(try await world.host.delete("\(club.path)/picture", as: ada).problem == "409 group-archived")
      #expect(try await world.host.delete("\(club.path)/archive", as: ada).status == 204)
      #expect(try await world.host.get(address).status == 200)
      #expect(try await world.host.post("\(club.path)/leave", as: ada).status == 204)
      #expect(try await world.host.get(address).problem == "404 picture-unknown")
      #expect(world.host.pictureFiles.count == 1)
      try await world.host.clock.advance(by: .seconds(86_400))
      #expect(world.host.pictureFiles.isEmpty)
    }
  }

  @Test func `is for kinds that have pictures`() async throws {
    try await ClubWorld.run { world in
      let ada = try await world.host.person("Ada")
      let round = try await world.found("round", "Ours", by: ada)
      let refused = try await world.host.upload("\(round.path)/picture", Self.png, type: "image/png", as: ada)
      #expect(refused.problem == "409 group-without-picture")
      let kinds = try await world.host.get("/v1/app")["groups"]?.array
      #expect(kinds?.first { $0["kind"] == "round" }?["hasPictures"] == false)
      #expect(kinds?.first { $0["kind"] == "club" }?["hasPictures"] == true)
    }
  }
}

extension TestHost {
  /// The pictures that lie on the disk.
  var pictureFiles: [String] {
    let folder = installation.root.appending(path: "data/pictures").path
    return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { !$0.hasSuffix(".type") } ?? []
  }
}
