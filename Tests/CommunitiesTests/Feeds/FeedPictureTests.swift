@testable import FieldhouseKitTesting
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A picture of a post` {
  private static let png = SamplePicture.png(width: 40, height: 30, comment: "CANARY")

  @Test(.tags(.pl44, .sp102), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `is uploaded for it, seen by those who see the post, and gone with it`(
    on engine: TestHost.Engine, of owner: FeedOwner
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: owner, "Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let address = try await world.picture(for: feed, as: ada)
      #expect(try await world.host.get(address, as: ada).status == 200)
      #expect(try await world.host.get(address, as: bob).problem == "404 picture-unknown", "It is not posted yet.")
      #expect(try await world.host.get(address).status == 401)
      let elsewhere = "https://example.org/goal.mp4"
      let posted = try await world.post("Goal!", [address, elsewhere], in: feed, as: ada)
      #expect(posted["media"] == [.string(address), .string(elsewhere)])
      let seen = try await world.host.get(address, as: bob)
      #expect(seen.status == 200 && seen.headers["content-type"] == "image/jpeg")
      #expect(seen.headers["cache-control"] == "private, no-cache")
      #expect(SamplePicture.size(ofJPEG: seen.body).map { [$0.width, $0.height] } == [40, 30])
      #expect(!seen.text.contains("CANARY"))
      #expect(try await world.host.get(feed.path, as: bob).items[0]["media"]?.array?.first == .string(address))
      // Taken out of the post nobody sees it who does not moderate.
      #expect(try await world.host.patch("\(feed.path)/1", ["media": []], as: ada).status == 200)
      #expect(try await world.host.get(address, as: bob).problem == "404 picture-unknown")
      let back: JSON = ["media": [.string(address)]]
      #expect(try await world.host.patch("\(feed.path)/1", back, as: ada)["media"] == [.string(address)])
      #expect(try await world.host.get(address, as: bob).status == 200)
      try await world.hide(1, in: feed)
      #expect(try await world.host.get(address, as: bob).problem == "404 picture-unknown")
      #expect(try await world.host.get(address, as: ada).status == 200)
      try await world.show(1, in: feed)
      #expect(try await world.host.delete("\(feed.path)/1", as: ada).status == 204)
      for person in people { #expect(try await world.host.get(address, as: person).problem == "404 picture-unknown") }
      #expect(world.host.pictureFiles.count == 1)
      try await world.host.clock.advance(by: .seconds(86_400))
      #expect(world.host.pictureFiles.isEmpty)
    }
  }

  @Test(.tags(.pl44, .sp102), arguments: TestHost.Engine.allCases)
  func `is its author's, of its feed and of one post`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .group, "Ada", "Bob")
      let (ada, bob, other) = (people[0], people[1], world.stadium("wembley"))
      let address = try await world.picture(for: feed, as: ada)
      let unknown = address.dropLast(64) + String(repeating: "0", count: 64)
      for (media, feed, person) in [
        (address, feed, bob), (address, other, ada), (String(unknown), feed, ada), ("/v1/me/picture", feed, ada),
      ] {
        let refused = try await world.post("Goal!", ["https://example.org/a", media], in: feed, as: person)
        #expect(refused.status == 422 && refused.pointers == ["/media/1"], "\(media)")
      }
      #expect(try await world.post("One", [address], in: feed, as: ada).status == 201)
      #expect(try await world.post("Two", [address], in: feed, as: ada).pointers == ["/media/0"])
      // Who is none of them neither uploads nor looks; what is no picture is none.
      let stranger = try await world.host.person("Dan")
      let path = feed.pictures
      #expect(try await world.upload(Self.png, to: path, as: stranger).problem == "404 group-unknown")
      #expect(try await world.host.get(address, as: stranger).problem == "404 group-unknown")
      #expect(try await world.upload(Array("no".utf8), to: path, as: ada).problem == "415 picture-type")
      #expect(try await world.upload(Self.png, to: path, as: ada, type: "image/gif").status == 415)
      #expect(try await world.upload(Self.png, to: path, as: nil).status == 401)
      // Between two of whom one has blocked the other there are none.
      #expect(try await world.host.get(address, as: bob).status == 200)
      #expect(try await world.host.put("/v1/me/blocked/\(ada.id)", as: bob).status == 204)
      #expect(try await world.host.get(address, as: bob).problem == "404 picture-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `waits a day for its post, ten at a time, and comes at most twenty times a minute`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .thing, "Ada")
      let ada = people[0]
      var addresses: [String] = []
      for _ in 1...20 {
        addresses.append(try await world.picture(for: feed, as: ada))
        try await world.host.clock.advance(by: .seconds(1))
      }
      #expect(try await world.upload(Self.png, to: feed.pictures, as: ada).problem == "429 feed-too-fast")
      for (index, address) in addresses.enumerated() {
        #expect(try await world.host.get(address, as: ada).status == (index < 10 ? 404 : 200), "\(index)")
      }
      #expect(try await world.post("Late", [addresses[0]], in: feed, as: ada).pointers == ["/media/0"])
      #expect(try await world.post("Now", [addresses[19]], in: feed, as: ada).status == 201)
      try await world.host.clock.advance(by: .seconds(2 * 86_400))
      #expect(world.host.pictureFiles.count == 1)
      #expect(try await world.host.get(addresses[19], as: ada).status == 200)
      #expect(try await world.host.get(addresses[18], as: ada).problem == "404 picture-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `goes with who is erased, and stays with who an account became`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .thing, "Ada", "Bob", "Cleo")
      let (ada, bob, cleo) = (people[0], people[1], people[2])
      let first = try await world.picture(for: feed, as: ada)
      let second = try await world.picture(for: feed, as: bob)
      try await world.post("Ada's", [first], in: feed, as: ada)
      try await world.post("Bob's", [second], in: feed, as: bob)
      _ = try await world.picture(for: feed, as: ada)
      try await world.host.leave(ada)
      try await world.host.merge(bob, into: cleo)
      try await world.host.settled()
      #expect(try await world.host.get(first, as: cleo).problem == "404 picture-unknown")
      #expect(try await world.host.get(second, as: cleo).status == 200)
      #expect(
        try await world.host.patch("\(feed.path)/2", ["text": "Mine now"], as: cleo)["media"] == [.string(second)])
      try await world.host.clock.advance(by: .seconds(86_400))
      #expect(world.host.pictureFiles.count == 1)
    }
  }
}

extension TestFeed {
  /// Where pictures for its posts are sent.
  fileprivate var pictures: String { path.dropLast("posts".count) + "post-pictures" }
}

extension ClubWorld {
  fileprivate func upload(
    _ bytes: [UInt8], to path: String, as person: TestPerson?, type: String = "image/png"
  ) async throws -> TestReply {
    try await host.send(.post, path, bytes, type, as: person, idempotencyKey: nil, headers: [:])
  }

  /// Uploads a picture that no other is like, and gives its address.
  fileprivate func picture(for feed: TestFeed, as person: TestPerson) async throws -> String {
    let reply = try await upload(
      SamplePicture.png(width: 40, height: 30, comment: "CANARY"), to: feed.pictures, as: person)
    guard reply.status == 201, let address = reply["address"]?.string else { throw Unexpected(reply: reply.text) }
    return address
  }
}
