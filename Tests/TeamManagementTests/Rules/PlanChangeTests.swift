import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `A change of a series` {
  /// Practice from 18:00 to 19:30 in Berlin, on a day of which the instant is given.
  private func plan(_ start: String, zone: String = "Europe/Berlin") throws -> EventPlan {
    let start = try Instants.at(start)
    return EventPlan(
      kind: .practice, title: "Practice", startsAt: start, endsAt: start.addingTimeInterval(5_400), timeZone: zone,
      capacity: 20, deadlineMinutes: 60, minimumAge: nil, isCancelled: false,
      details: EventDetails(tags: ["youth"], meetMinutes: 15), contacts: [AccountID("ada")])
  }

  /// Each field with another value.
  private static let changes: [(String, @Sendable (inout EventPlan) -> Void)] = [
    ("kind", { $0.kind = .game }), ("title", { $0.title = "Cup" }), ("capacity", { $0.capacity = nil }),
    ("deadlineMinutes", { $0.deadlineMinutes = 0 }), ("minimumAge", { $0.minimumAge = 18 }),
    ("isCancelled", { $0.isCancelled = true }), ("description", { $0.details.description = "Bring water." }),
    ("locations", { $0.details.locations = [Location(name: "Hall")] }), ("tags", { $0.details.tags = [] }),
    ("opponent", { $0.details.opponent = "Bears" }), ("meetMinutes", { $0.details.meetMinutes = nil }),
    ("hasAlcohol", { $0.details.hasAlcohol = true }),
    ("roles", { $0.details.roles = [RolePlaces(name: "Goal", count: 1)] }),
    ("contacts", { $0.contacts = [AccountID("bob")] }), ("time", { $0.startsAt.addTimeInterval(1_800) }),
    ("time", { $0.endsAt.addTimeInterval(1_800) }), ("time", { $0.timeZone = "Europe/Paris" }),
    ("time", { $0.isAllDay = true }),
  ]

  @Test func `names each field that differs, and takes over that one alone`() throws {
    let old = try plan("2025-09-02T16:00:00Z")
    var other = try plan("2025-09-09T16:00:00Z")
    (other.title, other.capacity, other.details.description) = ("Away day", 5, "Bring a ball.")
    #expect(PlanChange(old: old, new: old).applied(to: other, except: []) == other)
    for (name, make) in Self.changes {
      var new = old
      make(&new)
      let change = PlanChange(old: old, new: new)
      #expect(change.fields == [name])
      #expect(change.applied(to: other, except: [name]) == other, "\(name) was changed of it alone")
      guard name != PlanChange.time else { continue }
      var expected = other
      make(&expected)
      #expect(change.applied(to: other, except: ["none"]) == expected, "\(name)")
    }
  }

  @Test(arguments: [
    ("2025-10-14T17:00:00Z", "Europe/Berlin", "2025-10-28T18:00:00Z"),
    ("2025-10-13T15:30:00Z", "Europe/Berlin", "2025-10-27T16:30:00Z"),
    ("2025-10-14T22:00:00Z", "America/New_York", "2025-10-28T22:00:00Z"),
    ("2025-10-14T16:00:00Z", "UTC", "2025-10-28T16:00:00Z"),
  ])
  func `moves other dates as far on the wall, over a change of clocks and into another zone`(
    start: String, zone: String, expected: String
  ) throws {
    let (old, other) = (try plan("2025-10-14T16:00:00Z"), try plan("2025-10-28T17:00:00Z"))
    var new = try plan(start, zone: zone)
    new.endsAt = new.startsAt.addingTimeInterval(3_600)
    let moved = PlanChange(old: old, new: new).applied(to: other, except: ["title"])
    #expect(Instants.text(moved.startsAt) == expected && moved.timeZone == zone)
    #expect(moved.endsAt.timeIntervalSince(moved.startsAt) == 3_600, "as long as the new one")
  }

  @Test func `moves what has no hours by days, and gives it hours of the new one`() throws {
    var old = try plan("2025-10-24T22:00:00Z")
    (old.isAllDay, old.endsAt) = (true, try Instants.at("2025-10-25T22:00:00Z"))
    var other = try plan("2025-10-25T22:00:00Z")
    (other.isAllDay, other.endsAt) = (true, try Instants.at("2025-10-26T23:00:00Z"))
    var later = old
    (later.startsAt, later.endsAt) = (try Instants.at("2025-10-26T23:00:00Z"), try Instants.at("2025-10-28T23:00:00Z"))
    let days = PlanChange(old: old, new: later).applied(to: other, except: [])
    #expect(
      Instants.text(days.startsAt) == "2025-10-27T23:00:00Z" && Instants.text(days.endsAt) == "2025-10-29T23:00:00Z")
    let hours = PlanChange(old: old, new: try plan("2025-10-25T16:00:00Z")).applied(to: other, except: [])
    #expect(Instants.text(hours.startsAt) == "2025-10-26T17:00:00Z", "18:00 on the next day, when clocks are put back")
    #expect(!hours.isAllDay && hours.endsAt.timeIntervalSince(hours.startsAt) == 5_400)
  }

  @Test func `ends answers so long before the beginning as it says`() throws {
    var plan = try plan("2025-09-02T16:00:00Z")
    #expect(Instants.text(plan.deadline) == "2025-09-02T15:00:00Z")
    plan.deadlineMinutes = 525_600
    #expect(Instants.text(plan.deadline) == "2024-09-02T16:00:00Z")
    #expect(plan.isLimited)
    plan.capacity = nil
    #expect(!plan.isLimited)
    plan.details.roles = [RolePlaces(name: "Goal", count: 1)]
    #expect(plan.isLimited)
  }

  @Test(arguments: [
    (
      Location(name: "Hill Park", number: "12", street: "Hill Road", city: "Ulm", zip: "89073"),
      "Hill Park, Hill Road 12, 89073 Ulm"
    ),
    (Location(street2: "Gate 3", city: "Boise", state: "Idaho", country: "US"), "Gate 3, Boise, Idaho, US"),
    (Location(number: "7"), "7"), (Location(), ""),
  ])
  func `has places in one line, without what is not told`(location: Location, line: String) {
    #expect(location.line == line)
  }
}

@Suite struct `Places in an event` {
  private func comers(_ text: String) -> [Comer] {
    text.split(separator: "|").enumerated().map { Comer(account: AccountID("\($0)"), position: String($1)) }
  }

  @Test func `are of positions however these are written`() {
    let places = Places(
      comers("goal| GOAL |Field  player|field player"), capacity: nil,
      roles: [RolePlaces(name: " Goal", count: 1), RolePlaces(name: "field player ", count: 1)])
    #expect(places.going.map(\.text) == ["0", "2"] && places.waiting.map(\.text) == ["1", "3"])
  }

  @Test func `are none where nobody has one, and those of positions stay beside them`() {
    #expect(Places(comers("a|b"), capacity: 0, roles: []).waiting.count == 2)
    let full = Places(comers("a|goal|b"), capacity: 1, roles: [RolePlaces(name: "Goal", count: 1)])
    #expect(full.going.map(\.text) == ["1"] && full.position(of: AccountID("2")) == 2)
    #expect(full.position(of: AccountID("1")) == nil && full.position(of: AccountID("9")) == nil)
  }

  @Test func `are taken from nobody by a later answer, over 300 random histories`() {
    var random = SeededRandom(seed: 20)
    let roles = [RolePlaces(name: "Goal", count: 1), RolePlaces(name: "Field", count: 2)]
    for _ in 1...300 {
      let capacity: Int? = random.next(below: 3) == 0 ? nil : 3 + random.next(below: 3)
      let all = (0..<random.next(below: 12)).map { number in
        Comer(account: AccountID("\(number)"), position: ["goal", "Field", "", "coach"][random.next(below: 4)])
      }
      var before: Set<AccountID> = []
      for count in 0...all.count {
        let places = Places(Array(all.prefix(count)), capacity: capacity, roles: roles)
        #expect(before.isSubset(of: places.going))
        let order = all.prefix(count).map(\.account)
        #expect(
          places.going == order.filter(places.going.contains)
            && places.waiting == order.filter { !places.going.contains($0) })
        before = Set(places.going)
      }
      let places = Places(all, capacity: capacity, roles: roles)
      for gone in all {
        let left = Places(all.filter { $0.account != gone.account }, capacity: capacity, roles: roles)
        let new = Set(left.going).subtracting(places.going)
        #expect(new.count <= 1 && new.isSubset(of: places.waiting), "one place is for one who waits")
        #expect(Set(places.going).subtracting([gone.account]).isSubset(of: left.going), "and nobody else's is gone")
      }
    }
  }
}
