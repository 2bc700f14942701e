import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `The route that is shown` {
  /// A way of so many points, some 20 m apart, that turns now and then.
  private static func way(_ count: Int, _ numbers: inout SplitMix64) -> [Place] {
    var (north, east, heading) = (48.0, 11.0, 0.8)
    return (0..<count).compactMap { _ in
      heading += Double.random(in: -0.5...0.5, using: &numbers)
      north += 0.00018 * cos(heading)
      east += 0.00027 * sin(heading)
      return Place(north, east)
    }
  }

  /// How far a place is from a piece of a line, by looking at many points of it.
  private static func distance(_ place: Place, _ start: Place, _ end: Place) -> Double {
    (0...400).compactMap { part -> Double? in
      let share = Double(part) / 400
      return Place(
        start.latitude + (end.latitude - start.latitude) * share,
        start.longitude + (end.longitude - start.longitude) * share)?.metres(to: place)
    }.min() ?? .infinity
  }

  @Test(.tags(.pl71)) func `has places of the way alone, in order, without the first and last 200 m`() throws {
    var numbers = SplitMix64(state: 91)
    var isAny = 0
    for _ in 0..<60 {
      let way = Self.way(Int.random(in: 2...120, using: &numbers), &numbers)
      let shown = RouteShape.shown(way)
      let (start, end) = (try #require(way.first), try #require(way.last))
      guard let first = shown.first, let last = shown.last else { continue }
      isAny += 1
      #expect(shown.count > 1 && start.metres(to: first) >= 200 && end.metres(to: last) >= 200)
      var rest = way[...]
      for place in shown {
        let index = try #require(rest.firstIndex(of: place), "it is one of the way, behind the one before")
        rest = rest[(index + 1)...]
      }
      // Along the way, too: what leads to the first place shown is 200 m long.
      let begin = try #require(way.firstIndex(of: first))
      let before = zip(way[...begin], way[...begin].dropFirst()).map { $0.metres(to: $1) }.reduce(0, +)
      #expect(before >= 200)
    }
    #expect(isAny > 25)
  }

  @Test func `keeps within three metres of what was walked where few points do`() throws {
    var numbers = SplitMix64(state: 5)
    for _ in 0..<8 {
      let way = Self.way(100, &numbers)
      let shown = RouteShape.shown(way)
      #expect((5..<75).contains(shown.count), "simplified, and not to nothing: \(shown.count)")
      for (one, other) in zip(shown, shown.dropFirst()) {
        let (first, last) = (try #require(way.firstIndex(of: one)), try #require(way.firstIndex(of: other)))
        for place in way[first...last] { #expect(Self.distance(place, one, other) < 3.3) }
      }
    }
  }

  @Test func `is as good over the date line as elsewhere`() {
    func zigzag(from longitude: Double) -> [Place] {
      (0..<300).compactMap { number in
        let east = longitude + 0.0002 * Double(number)
        return Place(48 + 0.0004 * sin(Double(number) / 3), east > 180 ? east - 360 : east)
      }
    }
    let (here, there) = (zigzag(from: 11), zigzag(from: 179.97))
    let (shown, beyond) = (RouteShape.shown(here), RouteShape.shown(there))
    #expect(beyond.contains { $0.longitude < 0 } && beyond.contains { $0.longitude > 0 })
    #expect(shown.count > 30 && shown.map { here.firstIndex(of: $0) } == beyond.map { there.firstIndex(of: $0) })
  }

  @Test func `is nothing of who turns round within 200 m, and all but the ends of who comes home`() throws {
    func line(_ metres: StrideThrough<Double>) -> [Place] { metres.compactMap { Place(48 + $0 / 111_195.08, 11) } }
    let there = line(stride(from: 0, through: 190, by: 10))
    #expect(RouteShape.shown(there + there.reversed() + there + there.reversed()).isEmpty, "760 m, never far away")
    let far = line(stride(from: 0, through: 1_000, by: 10))
    let shown = RouteShape.shown(far + far.reversed())
    let home = try #require(far.first)
    #expect(shown.count == 3 && shown.allSatisfy { $0.metres(to: home) >= 199.99 })
    #expect(abs(try #require(shown.dropFirst().first).metres(to: home) - 1_000) < 0.1, "the place where it turns")
  }
}
