import FieldhouseKit
import Foundation

/// A course to choose.
struct CourseOutput: RouteOutput {
  struct LayoutOutput: RouteOutput {
    var name: String
    var par: Int
    /// In metres, from the normal tees; nil unless every hole was measured.
    var length: Int?
    var holes: [Hole]
    /// From where one can play.
    var tees: [String]
    /// The day since which it is not played any more; nil while it is.
    var endedOn: String?

    static var schema: Schema {
      .object(
        [
          ("name", .string()), ("par", .integer(1...990)), ("length", .integer(1...198_000)), ("holes", .holes),
          ("tees", .array(of: .string())), ("endedOn", .string()),
        ], required: ["name", "par", "holes", "tees"])
    }
  }

  var id: String
  var name: String
  /// Whether I have described it.
  var isOwn: Bool
  /// Whether everybody finds it.
  var isShared: Bool
  var isFavourite: Bool
  /// When I played there last.
  var playedAt: Date?
  /// How many people are playing there at this moment.
  var playing: Int
  /// Where it begins; nil where nobody has said. How far away that is the page reckons itself: it tells nobody where I
  /// am.
  var position: Position?
  var about: String?
  var teeType: String?
  var basketType: String?
  /// The file of a picture.
  var photo: String?
  /// Counts its changes.
  var version: Int
  var layouts: [LayoutOutput]

  init(
    _ kept: CourseStore.Kept, for viewer: AccountID, isFavourite: Bool = false, playedAt: Date? = nil, playing: Int = 0
  ) {
    let course = kept.course
    (id, name, isOwn, isShared) = (course.id, course.name, kept.owner == viewer, kept.isShared)
    (self.isFavourite, self.playedAt, self.playing, position) = (isFavourite, playedAt, playing, course.position)
    (about, teeType, basketType, photo) = (course.about, course.teeType, course.basketType, course.photo)
    version = kept.version
    layouts = course.layouts.map { layout in
      let lengths = layout.holes.compactMap(\.length)
      return LayoutOutput(
        name: layout.name, par: layout.par, length: lengths.count == layout.holes.count ? lengths.reduce(0, +) : nil,
        holes: layout.holes, tees: layout.colours.map(\.rawValue), endedOn: layout.endedOn)
    }
  }

  /// Those that were played last before the others, which go by name.
  static func order(_ one: CourseOutput, _ other: CourseOutput) -> Bool {
    let (mine, others) = (one.playedAt ?? .distantPast, other.playedAt ?? .distantPast)
    if mine != others { return mine > others }
    return (one.name.lowercased(), one.id) < (other.name.lowercased(), other.id)
  }

  static var schema: Schema {
    .object(
      [
        ("id", .string()), ("name", .string()), ("isOwn", .boolean), ("isShared", .boolean), ("isFavourite", .boolean),
        ("playedAt", .string(format: .dateTime)), ("playing", .integer()), ("position", Position.schema),
        ("about", .string()), ("teeType", .string()), ("basketType", .string()), ("photo", .string()),
        ("version", .integer()), ("layouts", .array(of: LayoutOutput.schema)),
      ], required: ["id", "name", "isOwn", "isShared", "isFavourite", "playing", "version", "layouts"])
  }
}
