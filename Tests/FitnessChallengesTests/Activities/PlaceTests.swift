import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `Places on the earth` {
  private static func place(_ latitude: Double, _ longitude: Double) throws -> Place {
    try #require(Place(latitude, longitude))
  }

  /// On a sphere of 6,371,008.8 m a degree of a great circle has π · 6,371,008.8 / 180 m.
  private static let degree = 111_195.0802

  @Test func `are as far apart as the arcs between them`() throws {
    let cases: [(Double, Double, Double, Double, Double)] = [
      (0, 0, 1, 0, 1), (0, 0, 0, 1, 1), (0, 0, 90, 0, 90), (90, 0, -90, 77, 180), (0, 0, 0, 180, 180),
      // At 60° a degree of longitude is half as wide, but for the bulge of the great circle.
      (60, 0, 60, 0.001, 0.0005), (90, 12, 90, -60, 0), (45, 45, -45, -135, 180), (0, 0, 0.5, 0.5, 0.7071023),
      // Over the date line it is a fifth of a degree, not 359.8.
      (0, 179.9, 0, -179.9, 0.2), (-33, -180, -33, 180, 0),
    ]
    for (north, east, otherNorth, otherEast, degrees) in cases {
      let (one, other) = (try Self.place(north, east), try Self.place(otherNorth, otherEast))
      #expect(abs(one.metres(to: other) - degrees * Self.degree) < 0.6, "\(one) \(other)")
      #expect(one.metres(to: other) == other.metres(to: one))
    }
    #expect(try Self.place(48.137, 11.575).metres(to: try Self.place(48.137, 11.575)) == 0)
  }

  @Test func `lie within the limits of latitude and longitude, which belong to them`() {
    for (north, east) in [(90, 180), (-90, -180), (0, 0)] as [(Double, Double)] { #expect(Place(north, east) != nil) }
    for (north, east) in [(90.000001, 0), (0, -180.000001), (0, .nan), (-.infinity, 0)] as [(Double, Double)] {
      #expect(Place(north, east) == nil)
    }
  }

  @Test(arguments: [0.001, 23.4, 48.1, 59.9, 71.2, -33.9])
  func `are in cells of about 500 m both ways, at every latitude`(latitude: Double) throws {
    func cells(_ places: [(Double, Double)]) throws -> [String] { try places.map { try Self.place($0.0, $0.1).cell } }
    // As far to the east as 20 km are at the equator, and 20 km to the north.
    let wide = try cells((0...4_000).map { (latitude, 5 + Double($0) * 5 / Self.degree) })
    let metres = try Self.place(latitude, 5).metres(to: try Self.place(latitude, 5 + 20_000 / Self.degree))
    #expect(abs(Double(Set(wide).count) - metres / 500) < 1.4, "\(Set(wide).count) in \(metres) m")
    let high = try cells((0...4_000).map { (latitude + Double($0) * 5 / Self.degree, 5) })
    #expect((39...42).contains(Set(high.map { $0.prefix { $0 != "-" } }).count))
    // Each is one piece: who leaves one does not come back into it.
    for cells in [wide, high] { #expect(zip(cells, cells.dropFirst()).count { $0 != $1 } == Set(cells).count - 1) }
  }
}
