@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Who sees which field` {
  @Test(arguments: Visibility.Field.allCases)
  func `is whoever is in the field's circle or further in`(field: Visibility.Field) {
    // Rows: the circle of the field; columns: the viewer's: everyone, followers, friends.
    let expected: [Visibility.Circle: [Bool]] = [
      .everyone: [true, true, true], .followers: [false, true, true], .friends: [false, false, true],
      .nobody: [false, false, false],
    ]
    for (needed, row) in expected {
      var visibility = Visibility.closed
      visibility[field] = needed
      let viewers: [Visibility.Circle] = [.everyone, .followers, .friends]
      #expect(viewers.map { visibility.shows(field, to: $0) } == row, "\(field) for \(needed)")
      for other in Visibility.Field.allCases where other != field && (field, other) != (.name, .username) {
        #expect(!visibility.shows(other, to: .friends))
      }
    }
  }

  @Test(arguments: Visibility.Circle.allCases) func `is stored and read back for every field`(circle: Visibility.Circle)
  {
    var visibility = Visibility.closed
    for field in Visibility.Field.allCases { visibility[field] = circle }
    #expect(Visibility(stored: visibility.stored) == visibility)
    #expect(visibility.byName.count == Visibility.Field.allCases.count)
    #expect(Set(visibility.byName.values) == [circle])
  }

  @Test(arguments: Visibility.Circle.allCases)
  func `is for a user name whoever sees the name, until a circle of its own is chosen`(circle: Visibility.Circle) {
    var visibility = Visibility(stored: "name=\(circle.rawValue)")
    #expect(visibility[.username] == circle)
    visibility[.username] = .friends
    #expect([visibility[.username], visibility[.name]] == [.friends, circle])
    #expect(Visibility(stored: visibility.stored)[.username] == .friends)
  }

  @Test(
    arguments: [
      "", "name", "name=", "=everyone", "name=all", "fame=everyone", "name=everyone=friends", ",,", "name==x",
    ])
  func `is nobody where the stored text says nothing that is known`(stored: String) {
    #expect(Visibility(stored: stored) == .closed)
  }

  @Test func `is at first everyone for names, picture, country, biography, contacts and search alone`() {
    let open = Visibility.Field.allCases.filter { Visibility.initial.shows($0, to: .everyone) }
    #expect(Set(open) == [.name, .username, .picture, .country, .bio, .contacts, .search])
    #expect(Visibility.Field.allCases.filter { Visibility.initial.shows($0, to: .friends) }.count == open.count)
  }

  /// Every circle of every field, seen by a friend, a follower, a stranger and nobody, through the interface.
  @Test(.tags(.pl34, .fs121), arguments: Visibility.Circle.allCases)
  func `holds for a person's page`(circle: Visibility.Circle) async throws {
    try await World.with { world in
      let owner = try await world.register(changes: ["name": "Jane Doe"])
      let (friend, follower, stranger) = (
        try await world.person(2), try await world.person(3), try await world.person(4)
      )
      let profile: JSON = ["bio": "Plays.", "gender": "female", "dateOfBirth": "1990-02-28", "country": "DE"]
      try await world.call(.patch, "/me", profile, token: owner.token)
      try await world.addIdentifier(["phone": "4930123456"], to: "4930123456", token: owner.token)
      try await world.call(.put, "/me/friends/\(friend.accountID)", token: owner.token)
      try await world.call(.put, "/me/friends/\(owner.accountID)", token: friend.token)
      try await world.call(.put, "/me/following/\(owner.accountID)", token: follower.token)
      let all = JSONObject(Visibility.Field.allCases.map { ($0.rawValue, JSON.string(circle.rawValue)) })
      try await world.call(.patch, "/me", ["visibility": .object(all)], token: owner.token)
      let viewers: [(Answer?, Visibility.Circle)] = [
        (friend, .friends), (follower, .followers), (stranger, .everyone), (nil, .everyone),
      ]
      let full: [String: JSON] = [
        "name": "Jane Doe", "bio": "Plays.", "gender": "female", "dateOfBirth": "1990-02-28", "country": "DE",
        "email": "jane@example.org", "phone": "4930123456",
      ]
      for (viewer, inside) in viewers {
        let seen = try await world.call(.get, "/people/\(owner.accountID)", token: viewer?.token).body
        let isShown = circle != .nobody && inside >= circle
        for (field, value) in full {
          #expect((seen[field] == value) == isShown, "\(field) for \(circle) seen from \(inside)")
        }
      }
    }
  }
}
