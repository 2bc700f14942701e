import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The profile` {
  @Test(.tags(.pl24, .sp30, .sp37, .sp158, .tm89)) func `every field can be set, left out and cleared`() async throws {
    try await World.with { world in
      let token = try await world.person(1).token
      let full: JSON = [
        "name": "Jane Doe", "dateOfBirth": "1990-02-28", "gender": "female", "country": "DE", "bio": "Plays.",
        "language": "ar", "username": "jane",
      ]
      let changed = try await world.call(.patch, "/me", full, token: token)
      #expect(changed.status == 200)
      for (key, value) in try #require(full.object) { #expect(changed.body[key] == value, "\(key)") }
      let cleared = try await world.call(.patch, "/me", ["country": .null, "gender": "", "name": ""], token: token)
      #expect(cleared.body["country"]?.isNull == true)
      #expect(cleared.body["gender"]?.isNull == true)
      #expect(cleared.body["dateOfBirth"]?.string == "1990-02-28")
      #expect(cleared.body["name"]?.string?.hasPrefix("User") == true)
    }
  }

  @Test(.tags(.pl24, .tm89)) func `first and last name are told apart, and follow from the full name until they are`()
    async throws
  {
    try await World.with { world in
      let (token, other) = (try await world.person(1).token, try await world.person(2).token)
      func names(_ changes: JSON) async throws -> [JSON?] {
        let me = try await world.call(.patch, "/me", changes, token: token)
        #expect(me.status == 200, "\(me.body)")
        return ["fullName", "firstName", "lastName"].map { me.body[$0] }
      }
      #expect(try await names([:]) == [.null, .null, .null])
      #expect(try await names(["name": "Ada King Lovelace"]) == ["Ada King Lovelace", "Ada", "King Lovelace"])
      #expect(try await names(["firstName": " Ada  King "]) == ["Ada King King Lovelace", "Ada King", "King Lovelace"])
      #expect(try await names(["lastName": "Lovelace"]) == ["Ada King Lovelace", "Ada King", "Lovelace"])
      let id = try #require(try await world.call(.get, "/me", token: token).body["id"]?.string)
      let seen = try await world.call(.get, "/people/\(id)", token: other)
      #expect(seen.body["firstName"] == "Ada King" && seen.body["lastName"] == "Lovelace")
      _ = try await world.call(.patch, "/me", ["visibility": ["name": "nobody"]], token: token)
      let hidden = try await world.call(.get, "/people/\(id)", token: other)
      #expect(hidden.body["firstName"] == .null && hidden.body["lastName"] == .null)
      #expect(try await names(["bio": "Counts."]) == ["Ada King Lovelace", "Ada King", "Lovelace"], "the rest stays")
      let apart: JSON = ["name": "Lovelace Ada", "firstName": "Ada", "lastName": "Lovelace"]
      #expect(try await names(apart) == ["Lovelace Ada", "Ada", "Lovelace"], "where the last name is said first")
      #expect(try await names(["name": "Grace Hopper"]) == ["Grace Hopper", "Grace", "Hopper"])
      #expect(try await names(["lastName": ""]) == ["Grace", "Grace", .null])
      #expect(try await names(["firstName": .null]) == [.null, .null, .null])
      let (first, last) = (String(repeating: "é", count: 24), String(repeating: "x", count: 25))
      #expect(
        try await names(["firstName": .string(first), "lastName": .string(last)])[0] == .string("\(first) \(last)"))
      let long = try await world.call(.patch, "/me", ["lastName": .string(last + "x")], token: token)
      #expect(long.status == 422 && long.mistake("/lastName") == "Full name cannot be more than 50 characters.")
    }
  }

  @Test(.tags(.pl25, .sp33, .sp158)) func `a full name has at most 50 characters`() async throws {
    try await World.with { world in
      let token = try await world.person(1).token
      let longest = String(repeating: "é", count: 50)
      #expect(try await world.call(.patch, "/me", ["name": .string(longest)], token: token).status == 200)
      let refused = try await world.call(.patch, "/me", ["name": .string(longest + "x")], token: token)
      #expect(refused.status == 422)
      #expect(refused.mistake("/name") == "Full name cannot be more than 50 characters.")
    }
  }

  @Test(
    .tags(.pl27, .sp35, .sp158),
    arguments: ["2025-08-15", "2025-08-16", "2023-02-29", "1800-01-01", "15/08/2000", "", "yesterday"])
  func `a date of birth that is none or not before today is refused`(text: String) async throws {
    try await World.with { world in
      let token = try await world.person(1).token
      let answer = try await world.call(.patch, "/me", ["dateOfBirth": .string(text)], token: token)
      #expect(answer.status == 422)
      #expect(answer.mistake("/dateOfBirth") == "Please enter valid Date of Birth.")
    }
  }

  @Test(.tags(.pl27, .sp35, .sp158), arguments: ["2025-08-14", "2024-02-29", "1950-01-01"])
  func `a date of birth before today is taken`(text: String) async throws {
    try await World.with { world in
      let token = try await world.person(1).token
      let answer = try await world.call(.patch, "/me", ["dateOfBirth": .string(text)], token: token)
      #expect(answer.body["dateOfBirth"]?.string == text)
    }
  }

  /// The clock stands at noon of 15 August in UTC.
  @Test(
    .tags(.pl27, .sp35, .sp158),
    arguments: [
      ("Pacific/Kiritimati", "2025-08-15", 200), ("Pacific/Kiritimati", "2025-08-16", 422),
      ("Pacific/Niue", "2025-08-14", 200),
      ("Pacific/Niue", "2025-08-15", 422), ("UTC", "2025-08-15", 422), ("Nowhere/Land", "1990-01-01", 422),
      ("GMT+2", "1990-01-01", 422),
    ])
  func `today is what it is where the person is`(zone: String, day: String, status: Int) async throws {
    try await World.with { world in
      let token = try await world.person(1).token
      let body: JSON = ["dateOfBirth": .string(day), "timeZone": .string(zone)]
      #expect(try await world.call(.patch, "/me", body, token: token).status == status)
      #expect(
        try await world.call(.get, "/me", token: token).body["dateOfBirth"]?.string == (status == 200 ? day : nil))
    }
  }

  /// Eleven hours after midnight of the 15th in UTC it is the 14th still in Niue.
  @Test(.tags(.pl27, .sp35, .sp158)) func `today is yesterday in the west of the day's line`() async throws {
    try await World.with(clock: StandingClock(Date(timeIntervalSince1970: 1_755_226_800))) { world in
      let token = try await world.person(1).token
      for (zone, status) in [("Pacific/Niue", 422), ("UTC", 200)] {
        let body: JSON = ["dateOfBirth": "2025-08-14", "timeZone": .string(zone)]
        #expect(try await world.call(.patch, "/me", body, token: token).status == status)
      }
    }
  }

  @Test(.tags(.pl28, .sp34, .sp158), arguments: ["male", "female", "other", "undisclosed"])
  func `a gender is one of four`(gender: String) async throws {
    try await World.with { world in
      let token = try await world.person(1).token
      let answer = try await world.call(.patch, "/me", ["gender": .string(gender)], token: token)
      #expect(answer.body["gender"]?.string == gender)
      #expect(try await world.call(.patch, "/me", ["gender": "robot"], token: token).status == 422)
    }
  }

  @Test(.tags(.pl29, .sp36, .sp158)) func `a country is one of all 249`() async throws {
    try await World.with { world in
      let token = try await world.person(1).token
      let countries = try #require(try await world.call(.get, "/countries").body["items"]?.array)
      #expect(countries.count == 249)
      let jordan = try #require(countries.first { $0["code"]?.string == "JO" })
      #expect(jordan["callingCode"]?.string == "962")
      #expect(jordan["nameArabic"]?.string == "الأردن")
      let refused = try await world.call(.patch, "/me", ["country": "XX"], token: token)
      #expect(refused.mistake("/country") == "Please select a country from the list.")
    }
  }

  @Test(.tags(.pl30, .sp38, .sp158)) func `without a picture the gender's is shown, without a gender the logo`()
    async throws
  {
    try await World.with { world in
      let token = try await world.person(1).token
      let logo = try await world.call(.get, "/me", token: token)
      #expect(logo.body["picture"]?.string == "/images/logo.svg")
      let male = try await world.call(.patch, "/me", ["gender": "male"], token: token)
      #expect(male.body["picture"]?.string == "/images/person-male.svg")
      let female = try await world.call(.patch, "/me", ["gender": "female"], token: token)
      #expect(female.body["picture"]?.string == "/images/person-female.svg")
    }
  }

  @Test(.tags(.pl33)) func `a biography of up to 500 characters is its owner's to write`() async throws {
    try await World.with { world in
      let (owner, other) = (try await world.person(1), try await world.person(2))
      let bio = String(repeating: "ä", count: 500)
      #expect(try await world.call(.patch, "/me", ["bio": .string(bio)], token: owner.token).status == 200)
      #expect(try await world.call(.patch, "/me", ["bio": .string(bio + "x")], token: owner.token).status == 422)
      let seen = try await world.call(.get, "/people/\(owner.accountID)", token: other.token).body
      #expect(seen["bio"]?.string == bio)
    }
  }

  @Test(.tags(.pl13)) func `a taken user name is refused`() async throws {
    try await World.with { world in
      let (first, second) = (try await world.person(1), try await world.person(2))
      #expect(try await world.call(.patch, "/me", ["username": "Jane"], token: first.token).status == 200)
      let refused = try await world.call(.patch, "/me", ["username": "jANE"], token: second.token)
      #expect(refused.mistake("/username") == "This user name is already taken.")
      #expect(try await world.call(.patch, "/me", ["username": "a"], token: second.token).status == 422)
    }
  }

  @Test(.tags(.pl34)) func `others see only what is shown to them`() async throws {
    try await World.with { world in
      let (owner, viewer) = (try await world.person(1, name: "Jane Doe"), try await world.person(2))
      let path = "/people/\(owner.accountID)"
      try await world.call(
        .patch, "/me", ["bio": "Hi.", "dateOfBirth": "1990-01-01", "gender": "male"], token: owner.token)
      let stranger = try await world.call(.get, path, token: viewer.token).body
      #expect(stranger["bio"]?.string == "Hi.")
      #expect(stranger["dateOfBirth"]?.isNull == true)
      #expect(stranger["phone"]?.isNull == true)
      #expect(stranger["picture"]?.string == "/images/logo.svg")
      let circles: JSON = ["visibility": ["dateOfBirth": "followers", "phone": "friends", "name": "nobody"]]
      try await world.call(.patch, "/me", circles, token: owner.token)
      try await world.call(.put, "/me/following/\(owner.accountID)", token: viewer.token)
      let follower = try await world.call(.get, path, token: viewer.token).body
      #expect(follower["dateOfBirth"]?.string == "1990-01-01")
      #expect(follower["phone"]?.isNull == true)
      #expect(follower["name"]?.string?.hasPrefix("User") == true)
      try await world.call(.put, "/me/friends/\(owner.accountID)", token: viewer.token)
      try await world.call(.put, "/me/friends/\(viewer.accountID)", token: owner.token)
      let friend = try await world.call(.get, path, token: viewer.token).body
      #expect(friend["phone"]?.string == "491511000001")
      let shown = try #require(try await world.accounts.account(owner.accountID))
      #expect(shown.name.hasPrefix("User"))
    }
  }

  @Test(.tags(.pl35, .fc6)) func `reset removes all extra data and shows nothing to anybody`() async throws {
    try await World.with { world in
      let (owner, viewer) = (try await world.person(1, name: "Jane Doe"), try await world.person(2))
      let profile: JSON = [
        "bio": "Hi.", "country": "DE", "dateOfBirth": "1990-01-01", "gender": "female", "language": "ar",
        "username": "jane.doe",
      ]
      #expect(try await world.call(.patch, "/me", profile, token: owner.token).status == 200)
      try await world.agreeToHealth(owner)
      try await world.call(
        .patch, "/me/body", ["weight": 71.5, "height": 180, "fitnessLevel": "regular"], token: owner.token)
      let search = "/people?query=jane.d"
      let found = { try await world.call(.get, search, token: viewer.token).body["items"]?.array?.count }
      let path = "/people/\(owner.accountID)"
      #expect(try await world.call(.get, path, token: viewer.token).body["username"]?.string == "jane.doe")
      #expect(try await found() == 1)
      #expect(try await world.call(.post, "/me/reset", token: owner.token).status == 204)
      let me = try await world.call(.get, "/me", token: owner.token).body
      for field in ["fullName", "firstName", "lastName", "bio", "country", "dateOfBirth", "gender", "language"] {
        #expect(me[field]?.isNull == true, "\(field)")
      }
      #expect(Set(me["visibility"]?.object?.values.compactMap(\.string) ?? []) == ["nobody"])
      #expect(try await world.accounts.bodyData(of: owner.accountID) == nil)
      let again = try await world.call(.patch, "/me/body", ["weight": 70], token: owner.token)
      #expect(again.code == "consent-needed")
      let seen = try await world.call(.get, path, token: viewer.token).body
      #expect(seen["name"]?.string?.hasPrefix("User") == true)
      #expect(seen["username"]?.isNull == true)
      #expect(try await found() == 0)
      // It is still what the person signs in with.
      #expect(me["username"]?.string == "jane.doe")
    }
  }

  @Test(.tags(.pl23, .pl70)) func `somebody who left stays away when an older backup is restored`() async throws {
    try await World.with(settings: .withoutGrace) { world in
      let (leaving, staying) = (try await world.register(), try await world.person(2))
      let backup = try await world.rows(of: ["people", "identifiers"])
      try await world.call(.delete, "/me", token: leaving.token)
      try await world.restore(backup)
      #expect(try await world.login().status == 200)
      let later = try await world.restarted(settings: .withoutGrace)
      #expect(try await later.accounts.eraseAgain() == 1)
      #expect(try await later.accounts.eraseAgain() == 0)
      #expect(try await later.login().status == 401)
      #expect(try await !later.dump().contains("jane@example.org"))
      #expect(try await later.call(.get, "/me", token: staying.token).status == 200)
      await later.close()
    }
  }
}
