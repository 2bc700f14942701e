import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Coaches and athletes` {
  private let me = "\(FitnessWorld.area)/me"

  @Test(.tags(.fc9, .fc10, .fc32, .pl22), arguments: TestHost.Engine.available)
  func `are roles on one account: coaches alone create, athletes alone join, and one may be both`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ann, bob) = (try await host.person("Ann"), try await host.person("Bob"))
      let guest = try await host.guest()
      for path in ["\(me)/coach", "\(me)/athlete"] {
        #expect(try await host.put(path).problem == "401 unauthenticated")
        #expect(try await host.put(path, as: guest).problem == "403 account-needed")
      }
      #expect(try await host.get(me, as: ann)["isCoach"] == false)
      #expect(try await host.post(FitnessWorld.challenges, FitnessWorld.draft(), as: ann).problem == "403 forbidden")
      #expect(
        try await host.post(FitnessWorld.challenges, FitnessWorld.draft(), as: guest).problem == "403 account-needed")
      #expect(try await host.put("\(me)/coach", as: ann)["isCoach"] == true)
      let challenge = try await world.made(by: ann)
      #expect(try await world.join(challenge, as: bob).problem == "403 forbidden")
      #expect(try await world.join(challenge, as: guest).problem == "403 account-needed")
      #expect(try await host.put("\(me)/athlete", as: bob).status == 204)
      #expect(try await world.join(challenge, as: bob).status == 201)
      #expect(try await host.post(FitnessWorld.challenges, FitnessWorld.draft(), as: bob).problem == "403 forbidden")
      #expect(try await host.put("\(me)/athlete", as: ann).status == 204)
      let both = try await host.get(me, as: ann)
      #expect(both["isCoach"] == true && both["isAthlete"] == true)
      #expect(try await world.join(challenge, as: ann).problem == "409 own-challenge")
      let eve = try await world.coach("Eve")
      #expect(try await world.join(try await world.made(by: eve), as: ann).status == 201)
      #expect(try await host.delete("\(me)/coach", as: ann).status == 204)
      #expect(try await host.post(FitnessWorld.challenges, FitnessWorld.draft(), as: ann).problem == "403 forbidden")
      #expect(try await host.delete("\(me)/athlete", as: bob).status == 204)
      #expect(try await world.join(try await world.made(by: eve), as: bob).problem == "403 forbidden")
      #expect(try await world.log(5, challenge, as: bob).status == 200, "what one takes part in goes on")
    }
  }

  @Test(.tags(.fc9), arguments: TestHost.Engine.available)
  func `are made by operators where the setting says so`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine, settings: ["coaching": "approval"]) { world async throws in
      let host = world.host
      let (ann, bob) = (try await host.person("Ann"), try await host.person("Bob"))
      let requests = "\(FitnessWorld.area)/coach-requests"
      for person in [ann, bob, ann] { #expect(try await host.put("\(me)/coach", as: person)["isCoach"] == false) }
      #expect(try await host.get(me, as: ann)["hasAsked"] == true)
      #expect(try await host.post(FitnessWorld.challenges, FitnessWorld.draft(), as: ann).problem == "403 forbidden")
      #expect(try await host.get(requests, as: ann).problem == "403 forbidden")
      #expect(try await host.put("\(requests)/\(ann.id)", as: bob).problem == "403 forbidden")
      #expect(
        Set(try await host.get(requests, as: host.operator).items.map { $0["account"]?["name"] }) == ["Ann", "Bob"])
      #expect(try await host.put("\(requests)/\(ann.id)", as: host.operator).status == 204)
      #expect(try await host.delete("\(requests)/\(bob.id)", as: host.operator).status == 204)
      #expect(try await host.put("\(requests)/\(bob.id)", as: host.operator).problem == "404 request-unknown")
      try await host.settled()
      #expect(try await host.inbox(of: ann).map { $0["text"] } == ["You are a coach now: you may create challenges."])
      _ = try await world.made(by: ann)
      #expect(try await host.get(me, as: bob)["hasAsked"] == false)
      #expect(try await host.post(FitnessWorld.challenges, FitnessWorld.draft(), as: bob).problem == "403 forbidden")
    }
  }
}
