import Foundation

/// A place on the earth in degrees of WGS 84.
struct Place: Codable, Hashable, Sendable {
  /// −90 to 90.
  let latitude: Double
  /// −180 to 180.
  let longitude: Double

  /// Nil for what is no place on the earth.
  init?(_ latitude: Double, _ longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// The great-circle distance in metres on a sphere of 6,371,008.8 m, the mean radius of the earth (IUGG); haversine formula.
  func metres(to other: Place) -> Double {
    let (one, two) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let north = sin((two - one) / 2)
    let east = sin((other.longitude - longitude) * .pi / 360)
    let chord = north * north + cos(one) * cos(two) * east * east
    return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
  }

  /// The name of the cell of a grid in which it lies: rows of 0.0045° of latitude, about 500 m, each cut from −180° on into cells of
  /// about as many metres.
  var cell: String {
    let size = 0.0045
    let row = Int(((latitude + 90) / size).rounded(.down))
    let middle = (Double(row) + 0.5) * size - 90
    let cells = max(1, (360 * cos(middle * .pi / 180) / size).rounded(.down))
    let column = Int(((longitude + 180) / 360 * cells).rounded(.down))
    return "\(row)-\(column)"
  }
}
