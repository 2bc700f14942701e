/// A course with its layouts.
struct Course: Codable, Sendable, Hashable {
  let id: String
  var name: String
  /// Where it begins; nil where nobody has said.
  var position: Position? = nil
  /// What players should know; nil where nobody has said.
  var about: String? = nil
  /// Such as `concrete` or `grass`; nil where nobody has said.
  var teeType: String? = nil
  /// Such as the maker of the baskets; nil where nobody has said.
  var basketType: String? = nil
  /// The file of a picture; nil for none.
  var photo: String? = nil
  /// The first one is offered first.
  var layouts: [Layout]
}

/// A place on the ground (WGS 84).
struct Position: Codable, Sendable, Hashable {
  /// Degrees north, -90 to 90.
  let latitude: Double
  /// Degrees east, -180 to 180.
  let longitude: Double

  /// Whether there is such a place.
  var isSound: Bool { (-90...90).contains(latitude) && (-180...180).contains(longitude) }
}
