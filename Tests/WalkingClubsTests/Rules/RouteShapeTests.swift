import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `The shape of routes` {
  /// A way of some steps that begins somewhere, each step up to 100 m.
  private static func way(
    _ random: inout SeededRandom, from place: [Double], _ count: Int
  ) -> [[Double]] {
    var (latitude, longitude) = (place[0], place[1])
    return (0..<count).map { _ in
      latitude = min(max(latitude + Double.random(in: -0.001...0.001, using: &random), -90), 90)
      longitude += Double.random(in: -0.001...0.001, using: &random)
      if longitude > 180 { longitude -= 360 }
      if longitude < -180 { longitude += 360 }
      return [latitude, longitude]
    }
  }

  @Test(arguments: [
    [52.1, 4.9], [0, 0], [-18, 180], [-18, -179.9995], [65, 179.9995], [89.9995, 20], [-90, -180],
  ])
  func `lies in its box, touches the sides, and has a thousand on the longer one`(place: [Double]) throws {
    var random = SeededRandom(seed: 41)
    for round in 0..<30 {
      let ways = (0..<1 + random.next(below: 3)).map { _ in
        Self.way(&random, from: place, 2 + random.next(below: 40))
      }
      let shape = try #require(RouteShape(ways))
      let points = shape.lines.flatMap { $0 }
      let (across, down) = (
        stride(from: 0, to: points.count, by: 2).map { points[$0] },
        stride(from: 1, to: points.count, by: 2).map { points[$0] }
      )
      #expect(shape.lines.map(\.count) == ways.map { $0.count * 2 })
      #expect(max(shape.width, shape.height) == 1_000, "round \(round)")
      #expect(across.min() == 0 && down.min() == 0)
      #expect(across.max() == shape.width || shape.width == 1 && across.max() == 0, "round \(round)")
      #expect(down.max() == shape.height || shape.height == 1 && down.max() == 0, "round \(round)")
    }
  }

  @Test func `is the same on both sides of the meridian of 180 degrees`() throws {
    // Taveuni in Fiji lies on it.
    let west = [[-16.80, 179.98], [-16.81, 179.99], [-16.83, 179.97]]
    let over = west.map { [$0[0], $0[1] + 0.015 > 180 ? $0[1] + 0.015 - 360 : $0[1] + 0.015] }
    #expect(over.contains { $0[1] < 0 } && over.contains { $0[1] > 0 })
    #expect(RouteShape([over]) == RouteShape([west]))
    #expect(RouteShape([[over[0]] + over, over]) == RouteShape([[west[0]] + west, west]))
  }

  @Test func `is drawn of the places that there are`() throws {
    let square = [[10.0, 20.0], [10.01, 20.0], [10.01, 20.01]]
    let broken: [[Double]] = [[95, 0], square[0], [.nan, 20], square[1], [10, 181], [10], [10, 20, 30], square[2]]
    #expect(RouteShape([broken]) == RouteShape([square]))
    #expect(RouteShape([square, [[50, 50]], []]) == RouteShape([square]), "one place is no way")
    // North is up: it begins at the bottom on the left.
    let shape = try #require(RouteShape([square]))
    #expect(shape.lines == [[0, 1_000, 0, 0, shape.width, 0]] && shape.height == 1_000)
    // cos 10.005° of a degree's length.
    #expect(shape.width == 985)
    #expect(RouteShape([[[1, 2], [1, 2]]]) == RouteShape([[[50, 60], [50, 60]]]), "who stands still has a dot")
    let dot = try #require(RouteShape([[[1, 2], [1, 2]]]))
    #expect(dot.width == 1 && dot.height == 1 && dot.lines == [[0, 0, 0, 0]])
  }
}
