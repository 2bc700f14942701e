@testable import FieldhouseKitTesting
import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `An organisation` {
  @Test(.tags(.pl65, .wc67, .wc69), arguments: TestHost.Engine.allCases)
  func `is made with name, country, logo and address, and stands in the overview with its members`(
    on engine: TestHost.Engine
  ) async throws {
    try await OrganisationWorld.run(on: engine) { world in
      let (host, operators) = (world.host, world.host.operator)
      let kinds = try await host.get("/v1/organisations", as: operators).items
      #expect(kinds.map { $0["kind"] } == ["league", "team"])
      #expect(kinds[0]["title"] == "League")
      #expect(kinds[1]["parent"] == "league")
      let made = try await world.make(
        "league", "Premier", ["country": "GB", "email": "Pat@Example.org", "contactName": "Pat Smith"])
      #expect(made.status == 201)
      let premier = try world.group(made)
      #expect(try await world.make("league", "Ligue", ["country": "FR"]).status == 201)
      let wide = SamplePicture.png(width: 60, height: 40, comment: "")
      #expect(try await host.upload("\(premier.path)/picture", wide, type: "image/png", as: operators).status == 204)
      let ada = try await host.person("Ada")
      try await world.world.join(premier, as: ada)
      #expect(try await world.overview() == ["Ligue 0 FR", "Premier 2 GB pat@example.org Pat Smith"])
      let shown = try await host.get("\(OrganisationWorld.root)/league/\(premier.id)", as: operators)
      let logo = try await host.get(try #require(shown["group"]?["picture"]?.string))
      #expect(SamplePicture.size(ofJPEG: logo.body).map { [$0.width, $0.height] } == [40, 40])
      let first = try await host.get("\(OrganisationWorld.root)/league?limit=1", as: operators)
      let next = try #require(first["next"]?.string)
      #expect(try await world.overview("league?limit=1&after=\(next)").count == 1)
      #expect(try await world.overview("league?limit=1&after=\(next)").first?.hasPrefix("Premier") == true)
      #expect(Set(try await world.world.members(of: premier, as: ada)) == ["Pat Smith: chair+fan", "Ada: fan"])
    }
  }

  @Test(.tags(.pl65, .wc87), arguments: TestHost.Engine.allCases)
  func `has groups within it that operators make, change and give a picture`(on engine: TestHost.Engine) async throws {
    try await OrganisationWorld.run(on: engine) { world in
      let (host, operators) = (world.host, world.host.operator)
      let premier = try world.group(try await world.make("league", "Premier"))
      let ligue = try world.group(try await world.make("league", "Ligue"))
      for (name, league) in [("Reds", premier), ("Blues", premier), ("Verts", ligue)] {
        #expect(try await world.make("team", name, ["parent": .string(league.id)]).status == 201)
      }
      #expect(try await world.make("team", "Nowhere").pointers == ["/parent"])
      #expect(try await world.overview("team?parent=\(premier.id)") == ["Blues 0", "Reds 0"])
      #expect(try await world.overview("team") == ["Blues 0", "Reds 0", "Verts 0"])
      let found = try await host.get("\(OrganisationWorld.root)/team?parent=\(ligue.id)", as: operators)
      let verts = try #require(found.items.first?["group"]?["id"]?.string)
      let path = "\(OrganisationWorld.root)/team/\(verts)"
      #expect(try await host.patch(path, ["name": "Les Verts"], as: operators)["group"]?["name"] == "Les Verts")
      let square = SamplePicture.png(width: 40, height: 40, comment: "")
      let picture = "\(ClubWorld.root)/\(verts)/picture"
      #expect(try await host.upload(picture, square, type: "image/png", as: operators).status == 204)
      #expect(try await host.get(path, as: operators)["group"]?["picture"]?.string?.hasPrefix(picture) == true)
    }
  }

  @Test(.tags(.pl65), arguments: TestHost.Engine.allCases)
  func `is changed, archived and restored, and handed to somebody else`(on engine: TestHost.Engine) async throws {
    try await OrganisationWorld.run(on: engine) { world in
      let (host, operators) = (world.host, world.host.operator)
      let premier = try world.group(
        try await world.make("league", "Premier", ["email": "pat@example.org", "contactName": "Pat"]))
      let path = "\(OrganisationWorld.root)/league/\(premier.id)"
      let version = try #require(try await host.get(path, as: operators)["group"]?["version"])
      let edit: JSON = ["name": "Prime", "country": "IE", "version": version]
      #expect(try await host.patch(path, edit, as: operators).status == 200)
      #expect(try await host.patch(path, edit, as: operators).problem == "412 group-changed")
      #expect(try await host.patch(path, ["country": "ZZ"], as: operators).pointers == ["/country"])
      #expect(try await host.patch(path, ["email": "nobody"], as: operators).pointers == ["/email"])
      #expect(try await world.overview() == ["Prime 1 IE pat@example.org Pat"])
      let handed: JSON = ["email": "sam@example.org", "contactName": "Sam"]
      #expect(try await host.patch(path, handed, as: operators).status == 200)
      #expect(try await world.overview() == ["Prime 2 IE sam@example.org Sam"])
      #expect(Set(try await world.world.members(of: premier)) == ["Pat: fan", "Sam: chair+fan"])
      #expect(try await host.put("\(premier.path)/archive", as: operators).status == 200)
      #expect(try await world.overview() == ["Prime 2 IE sam@example.org Sam archived"])
      #expect(try await host.patch(path, ["name": "Late"], as: operators).problem == "409 group-archived")
      #expect(try await host.delete("\(premier.path)/archive", as: operators).status == 204)
      #expect(try await world.overview() == ["Prime 2 IE sam@example.org Sam"])
    }
  }

  @Test(.tags(.pl65, .pl22), arguments: TestHost.Engine.allCases)
  func `is nobody's affair but the operators'`(on engine: TestHost.Engine) async throws {
    try await OrganisationWorld.run(on: engine) { world in
      let host = world.host
      let made = try await world.make("league", "Premier", ["email": "pat@example.org"])
      let premier = try world.group(made)
      let pat = try await world.enter("pat@example.org")
      let ada = try await host.person("Ada")
      let path = "\(OrganisationWorld.root)/league"
      for person in [pat, ada] {
        for reply in [
          try await host.get("/v1/organisations", as: person), try await host.get(path, as: person),
          try await host.get("\(path)/\(premier.id)", as: person),
          try await host.post(path, ["name": "Mine"], as: person),
          try await host.patch("\(path)/\(premier.id)", ["name": "Mine"], as: person),
          try await host.post("\(path)/\(premier.id)/login-data", as: person),
        ] { #expect(reply.problem == "403 forbidden") }
      }
      #expect(try await host.get(path).problem == "401 unauthenticated")
      let operators = host.operator
      let club = try await world.world.found("club", "Lions", by: ada)
      for kind in ["club", "nothing"] {
        let answer = try await host.get("\(OrganisationWorld.root)/\(kind)", as: operators)
        #expect(answer.problem == "404 organisation-kind-unknown")
        #expect(try await world.make(kind, "X").problem == "404 organisation-kind-unknown")
      }
      let foreign = "\(path)/\(club.id)"
      #expect(try await host.get(foreign, as: operators).problem == "404 group-unknown")
      #expect(try await host.patch(foreign, ["name": "X"], as: operators).problem == "404 group-unknown")
    }
  }

  @Test(.tags(.pl65), arguments: TestHost.Engine.allCases)
  func `that cannot be made leaves nobody with a password`(on engine: TestHost.Engine) async throws {
    try await OrganisationWorld.run(on: engine) { world in
      let missing = try await world.make("league", "", ["email": "pat@example.org"])
      #expect(missing.pointers == ["/name"])
      #expect(try await world.make("league", "Premier", ["country": "ZZ"]).pointers == ["/country"])
      #expect(try await world.make("league", "Premier", ["email": "pat"]).pointers == ["/email"])
      try await world.host.settled()
      #expect(try await world.overview().isEmpty)
      #expect(world.host.installation.lines("data/deliveries.jsonl").isEmpty)
    }
  }
}
