internal import Testing

@testable internal import FieldhouseStorage

@Suite("The places of a pool")
struct PoolPlacesTests {
  private final class Line: Sendable {}

  private static let long = PoolPlaces<Line>.long
  private let largest: Int

  init() { largest = 32 }

  /// Lets a namespace take as many connections as it may have, from some instant on.
  private func fill(_ places: inout PoolPlaces<Line>, _ namespace: String, at now: UInt64) -> [Line] {
    var lines: [Line] = []
    while places.mayOpen(for: namespace, at: now) {
      let line = Line()
      places.open(for: namespace)
      places.note(line, of: namespace, at: now)
      lines.append(line)
    }
    return lines
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 3), (4, 3), (8, 6), (32, 24)])
  func `are three quarters for one namespace at most`(_ largest: Int, _ expected: Int) {
    var places = PoolPlaces<Line>(largest)
    #expect(fill(&places, "cards", at: 0).count == expected)
    #expect(!places.mayHold("cards", at: 0))
    #expect(places.mayHold("clubs", at: 0))
    #expect(fill(&places, "clubs", at: 0).count == max(1, largest - expected))
    #expect(places.isFull)
  }

  @Test func `of connections that are held for long are left to others, up to half as many`() {
    var places = PoolPlaces<Line>(largest)
    _ = fill(&places, "cards", at: 0)
    _ = fill(&places, "clubs", at: 1)
    #expect(!places.mayOpen(for: "cards", at: Self.long - 1))
    #expect(places.mayOpen(for: "cards", at: Self.long))
    #expect(fill(&places, "cards", at: Self.long).count == 8)
    #expect(fill(&places, "walks", at: Self.long).count == 8)
    #expect(places.count == 48)
    for namespace in ["cards", "clubs", "walks"] { #expect(!places.mayOpen(for: namespace, at: .max)) }
  }

  @Test func `are left for who holds none for long, however many others hold theirs`() {
    var places = PoolPlaces<Line>(largest)
    let later = 10 * Self.long
    for now in [0, later, 2 * later, 3 * later] {
      for namespace in ["cards", "clubs"] { _ = fill(&places, namespace, at: now) }
    }
    #expect(places.count == 40)
    #expect(fill(&places, "host", at: 4 * later).count == 8)
  }

  @Test func `are always there for one connection of each`() {
    var places = PoolPlaces<Line>(largest)
    for now in [0, 10 * Self.long] {
      for namespace in ["cards", "clubs"] { _ = fill(&places, namespace, at: now) }
    }
    _ = fill(&places, "walks", at: 10 * Self.long)
    #expect(places.count == 48)
    for namespace in ["host", "accounts"] { #expect(fill(&places, namespace, at: 20 * Self.long).count == 1) }
  }

  @Test func `are one for the looks of upkeep, also when all are taken`() {
    var places = PoolPlaces<Line>(4)
    for namespace in ["cards", "clubs"] { _ = fill(&places, namespace, at: 0) }
    #expect(places.isFull)
    let lines = fill(&places, PoolPlaces<Line>.upkeep, at: 0)
    #expect(lines.count == 1 && !places.mayHold(PoolPlaces<Line>.upkeep, at: .max))
    #expect(places.takeBack(lines[0]) == PoolPlaces<Line>.upkeep && places.takeBack(lines[0]) == nil)
    #expect(places.mayHold(PoolPlaces<Line>.upkeep, at: 0))
  }

  @Test func `come back with their connections`() {
    var places = PoolPlaces<Line>(4)
    let lines = fill(&places, "cards", at: 0)
    places.takeBack(lines[0])
    places.takeBack(lines[0])
    #expect(places.count == 3)
    #expect(places.mayHold("cards", at: 0))
    places.hold("cards")
    #expect(!places.mayHold("cards", at: 0))
    places.close(1)
    #expect(places.count == 2)
    places.open(for: "clubs")
    places.abandon("clubs")
    #expect(places.count == 2)
  }

  @Test func `tell who holds how many, and for how long`() {
    var places = PoolPlaces<Line>(4)
    _ = fill(&places, "cards", at: 5)
    #expect(places.usage(of: "cards", at: 12) == (3, 7))
    #expect(places.usage(of: "clubs", at: 12) == (0, 0))
  }
}
