import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import TeamManagement

@Suite struct `Places by position` {
  private static let roles = [RolePlaces(name: "Goal", count: 1), RolePlaces(name: "Field", count: 2)]

  private func comers(_ text: String) -> [Comer] {
    text.split(separator: " ").enumerated().map { index, position in
      Comer(account: AccountID("\(index)"), position: position == "-" ? "" : String(position))
    }
  }

  @Test(arguments: [
    ("goal GOAL field", nil as Int?, "0 2", "1"), ("- - goal - field", 4, "0 2 4", "1 3"),
    ("- - - goal", 3, "3", "0 1 2"), ("- - Coach", nil, "0 1 2", ""), ("field field field goal", 9, "0 1 3", "2"),
  ])
  func `are for those who play it, in the order of their answers; the others share the rest`(
    yes: String, capacity: Int?, going: String, waiting: String
  ) {
    let places = Places(comers(yes), capacity: capacity, roles: Self.roles)
    #expect(places.going.map(\.text).joined(separator: " ") == going)
    #expect(places.waiting.map(\.text).joined(separator: " ") == waiting)
  }

  @Test func `are never more than there are, and nobody waits before a free one, over 1,000 random histories`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 1...1_000 {
      var yes: [Comer] = []
      let capacity = Int.random(in: 3...6, using: &generator)
      for step in 1...Int.random(in: 1...40, using: &generator) {
        if !yes.isEmpty, Int.random(in: 0...2, using: &generator) == 0 {
          yes.remove(at: Int.random(in: yes.indices, using: &generator))
        } else {
          let position = ["goal", "field", ""].randomElement(using: &generator) ?? ""
          yes.append(Comer(account: AccountID("\(step)"), position: position))
        }
        let places = Places(yes, capacity: capacity, roles: Self.roles)
        let going = Set(places.going)
        for (position, most) in [("goal", 1), ("field", 2), ("", capacity - 3)] {
          let all = yes.filter { $0.position == position }.map(\.account)
          #expect(all.filter(going.contains) == Array(all.prefix(most)))
        }
        #expect(places.going.count + places.waiting.count == yes.count)
      }
    }
  }
}
