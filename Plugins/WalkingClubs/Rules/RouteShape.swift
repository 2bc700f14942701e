import Foundation

/// A route on its own ground: lines in a box of 1,000 by up to 1,000, without the place on earth where it was.
struct RouteShape: Codable, Sendable, Hashable {
  /// The box, 1 to 1,000.
  var width: Int
  var height: Int
  /// For each line its points, x and y in turn; y grows to the south.
  var lines: [[Int]]

  /// - Parameter routes: points of latitude and longitude in degrees; what is none is left out.
  /// - Returns: nil where nothing is left to draw.
  init?(_ routes: [[[Double]]]) {
    let kept = Self.together(routes.map { $0.filter(Self.isPlace) }.filter { $0.count > 1 })
    let all = kept.flatMap { $0 }
    guard let south = all.map({ $0[0] }).min(), let north = all.map({ $0[0] }).max() else { return nil }
    // Degrees of longitude are shorter away from the equator.
    let narrow = max(cos((south + north) / 2 * .pi / 180), 0.01)
    let west = all.map { $0[1] }.min() ?? 0
    let east = all.map { $0[1] }.max() ?? 0
    let (across, down) = ((east - west) * narrow, north - south)
    let scale = 1_000 / max(across, down, 1e-6)
    (width, height) = (max(Int((across * scale).rounded()), 1), max(Int((down * scale).rounded()), 1))
    lines = kept.map { route in
      route.flatMap { [Int((($0[1] - west) * narrow * scale).rounded()), Int(((north - $0[0]) * scale).rounded())] }
    }
  }

  /// The same ways with longitudes that go on counting behind the meridian of 180°, where they lie on both sides of it.
  private static func together(_ routes: [[[Double]]]) -> [[[Double]]] {
    let longitudes = routes.flatMap { $0.map { $0[1] } }
    guard let west = longitudes.min(), let east = longitudes.max(), east - west > 180 else { return routes }
    return routes.map { $0.map { [$0[0], $0[1] < 0 ? $0[1] + 360 : $0[1]] } }
  }

  private static func isPlace(_ point: [Double]) -> Bool {
    point.count == 2 && (-90...90).contains(point[0]) && (-180...180).contains(point[1])
  }
}
