import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The address of a picture` {
  private static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 1, 2, 3]
  private static let other: [UInt8] = [0xFF, 0xD8, 0xFF, 4, 5, 6]

  private func upload(_ bytes: [UInt8], _ person: Answer, in world: World) async throws -> String {
    let answer = try await world.call(.put, "/me/picture", token: person.token, content: bytes)
    try #require(answer.status == 204, "\(answer.body)")
    let address = try await world.call(.get, "/me", token: person.token).body["picture"]?.string
    return String(try #require(address).trimmingPrefix("/v1"))
  }

  /// What the owner, a friend, a follower, a stranger, a guest and nobody get.
  private func seen(_ address: String, by people: [Answer?], in world: World) async throws -> [Int] {
    var statuses: [Int] = []
    for person in people { statuses.append(try await world.call(.get, address, token: person?.token).status) }
    return statuses
  }

  @Test(
    arguments: [
      ("everyone", [200, 200, 200, 200, 200, 200]), ("followers", [200, 200, 200, 404, 404, 404]),
      ("friends", [200, 200, 404, 404, 404, 404]), ("nobody", [200, 404, 404, 404, 404, 404]),
    ])
  func `opens for those whom the owner shows it to, and stops to as soon as that is changed`(
    circle: String, expected: [Int]
  ) async throws {
    try await World.with { world in
      let (owner, friend) = (try await world.person(1), try await world.person(2))
      let (follower, stranger) = (try await world.person(3), try await world.person(4))
      try await world.call(.put, "/me/friends/\(friend.accountID)", token: owner.token)
      try await world.call(.put, "/me/friends/\(owner.accountID)", token: friend.token)
      try await world.call(.put, "/me/following/\(owner.accountID)", token: follower.token)
      let guest = try await world.call(.post, "/auth/guest")
      let address = try await upload(Self.picture, owner, in: world)
      let everybody: [Answer?] = [owner, friend, follower, stranger, guest, nil]
      #expect(try await seen(address, by: everybody, in: world) == [200, 200, 200, 200, 200, 200])
      try await world.call(.patch, "/me", ["visibility": ["picture": .string(circle)]], token: owner.token)
      #expect(try await seen(address, by: everybody, in: world) == expected)
    }
  }

  @Test func `is shut for somebody who was blocked, until the block ends`() async throws {
    try await World.with { world in
      let (owner, other) = (try await world.person(1), try await world.person(2))
      let address = try await upload(Self.picture, owner, in: world)
      try await world.call(.put, "/me/blocked/\(other.accountID)", token: owner.token)
      let shut = try await world.call(.get, address, token: other.token)
      #expect(shut.code == "picture-unknown")
      try await world.call(.delete, "/me/blocked/\(other.accountID)", token: owner.token)
      #expect(try await world.call(.get, address, token: other.token).status == 200)
    }
  }

  @Test(arguments: ["replaced", "removed", "reset", "leaving", "erased", "disabled"])
  func `is shut once the picture is not shown any more, and the file goes`(way: String) async throws {
    try await World.with { world in
      let (owner, viewer) = (try await world.person(1), try await world.person(2))
      let address = try await upload(Self.picture, owner, in: world)
      let id = try #require(address.split(separator: "/").last.map(String.init))
      #expect(try await world.call(.get, address, token: viewer.token).status == 200)
      switch way {
      case "replaced": _ = try await upload(Self.other, owner, in: world)
      case "removed": try await world.call(.delete, "/me/picture", token: owner.token)
      case "reset": try await world.call(.post, "/me/reset", token: owner.token)
      case "disabled": try await world.accounts.setDisabled(true, owner.accountID, by: "test")
      default:
        try await world.call(.delete, "/me", token: owner.token)
        if way == "erased" {
          world.clock.advance(73 * 3600)
          try await world.accounts.settle()
        }
      }
      #expect(try await world.call(.get, address, token: viewer.token).status == 404, "\(way)")
      let isKept = try await world.media.file(id) != nil
      #expect(isKept == ["leaving", "disabled"].contains(way))
    }
  }

  @Test func `stays one of two people who uploaded the same when the other removes it`() async throws {
    try await World.with { world in
      let (first, second) = (try await world.person(1), try await world.person(2))
      let (one, other) = (
        try await upload(Self.picture, first, in: world), try await upload(Self.picture, second, in: world)
      )
      #expect(one != other)
      try await world.call(.delete, "/me/picture", token: first.token)
      #expect(try await world.call(.get, one).status == 404)
      #expect(try await world.call(.get, other).status == 200)
      let mixed = one.replacing(first.accountID.text, with: second.accountID.text)
      #expect(mixed == other)
    }
  }

  @Test func `lets nothing between keep it without asking, and nothing in it run`() async throws {
    try await World.with { world in
      let owner = try await world.person(1)
      let headers = try await world.call(.get, try await upload(Self.picture, owner, in: world)).headers
      #expect(headers["cache-control"] == "private, no-cache")
      #expect(headers["content-security-policy"] == "default-src 'none'; sandbox")
      #expect(headers["etag"]?.count == 66)
      let nobody = "/people/nobody/picture/" + String(repeating: "0", count: 64)
      #expect(try await world.call(.get, nobody).code == "picture-unknown")
    }
  }

  @Test(
    arguments: [[UInt8]("<svg onload=alert(1)>".utf8), [], [0xFF, 0xD8], Array("RIFFxxxxWEBx".utf8)])
  func `is given to nothing but pictures`(bytes: [UInt8]) async throws {
    try await World.with { world in
      let owner = try await world.person(1)
      let answer = try await world.call(.put, "/me/picture", token: owner.token, content: bytes)
      #expect(answer.status == 415)
      #expect(answer.code == "picture-type")
    }
  }
}
