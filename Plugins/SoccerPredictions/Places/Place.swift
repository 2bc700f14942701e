import Foundation

/// A point on the earth, in degrees (WGS 84), north and east positive.
struct Coordinates: Hashable, Sendable {
  let latitude: Double
  let longitude: Double

  /// Nil unless the latitude is -90 to 90 and the longitude -180 to 180.
  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// The earth's mean radius, in kilometres (IUGG).
  private static let radius = 6371.0088

  /// How far away another point is along a great circle, in kilometres: the haversine formula, on a sphere, so that it may be wrong by
  /// half of one per cent.
  func kilometres(to other: Coordinates) -> Double {
    let (here, there) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let (up, across) = (there - here, (other.longitude - longitude) * .pi / 180)
    let half = pow(sin(up / 2), 2) + cos(here) * cos(there) * pow(sin(across / 2), 2)
    return 2 * Self.radius * asin(min(1, half.squareRoot()))
  }
}

/// Where matches are played.
struct Place: Hashable, Sendable {
  var town: String
  var coordinates: Coordinates
}
