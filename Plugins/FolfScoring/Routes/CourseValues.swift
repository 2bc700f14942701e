import FieldhouseKit
import Foundation

extension Hole: Described {
  static var schema: Schema {
    .object(
      [
        ("number", .integer(1...999, description: "As it stands on the tee sign.")), ("par", .integer(1...10)),
        ("length", .nullable(.integer(1...2_000, description: "From tee to basket, in metres."))),
        ("basket", .nullable(Position.schema)),
      ], required: ["number", "par"])
  }
}

extension Position: Described {
  static var schema: Schema {
    .object(
      [
        ("latitude", .number(-90...90, description: "Degrees north (WGS 84).")),
        ("longitude", .number(-180...180, description: "Degrees east (WGS 84).")),
      ], required: ["latitude", "longitude"])
  }
}

/// A course that somebody describes, with one layout.
struct CourseInput: RouteInput {
  var name: String
  /// What the layout is called; empty unless given.
  var layoutName: String?
  var holes: [Hole]
  /// Where it begins; nil where nobody has said.
  var position: Position?

  var layout: Layout { Layout(name: layoutName ?? "", holes: holes) }

  static var schema: Schema {
    .object(
      [
        ("name", .courseName), ("layoutName", .nullable(.string(maxLength: 40))), ("holes", .holes),
        ("position", .nullable(Position.schema)),
      ], required: ["name", "holes"])
  }
}

struct CourseName: RouteInput {
  var course: String
  static var schema: Schema { .object([("course", .id)], required: ["course"]) }
}

/// A course to choose.
struct CourseOutput: RouteOutput {
  struct LayoutOutput: RouteOutput {
    var name: String
    var par: Int
    /// In metres; nil unless every hole was measured.
    var length: Int?
    var holes: [Hole]

    static var schema: Schema {
      .object(
        [("name", .string()), ("par", .integer(1...990)), ("length", .integer(1...198_000)), ("holes", .holes)],
        required: ["name", "par", "holes"])
    }
  }

  var id: String
  var name: String
  var isOwn: Bool
  /// When I played there last.
  var playedAt: Date?
  /// How many people are playing there at this moment.
  var playing: Int
  /// Where it begins; nil where nobody has said. How far away that is the page reckons itself: it tells nobody where I am.
  var position: Position?
  var layouts: [LayoutOutput]

  init(_ course: Course, isOwn: Bool, playedAt: Date?, playing: Int) {
    (id, name, self.isOwn, self.playedAt) = (course.id, course.name, isOwn, playedAt)
    (self.playing, position) = (playing, course.position)
    layouts = course.layouts.map { layout in
      let lengths = layout.holes.compactMap(\.length)
      return LayoutOutput(
        name: layout.name, par: layout.par, length: lengths.count == layout.holes.count ? lengths.reduce(0, +) : nil,
        holes: layout.holes)
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
        ("id", .string()), ("name", .string()), ("isOwn", .boolean), ("playedAt", .string(format: .dateTime)),
        ("playing", .integer()), ("position", Position.schema), ("layouts", .array(of: LayoutOutput.schema)),
      ], required: ["id", "name", "isOwn", "playing", "layouts"])
  }
}

extension Schema {
  static var id: Schema { .string(minLength: 1, maxLength: 64) }
  static var courseName: Schema {
    .string(minLength: 1, maxLength: 80).withMessage("The name of a course has 1 to 80 characters.")
  }
  static var holes: Schema { .array(of: Hole.schema, count: Layout.sizes) }
}

extension String {
  /// The name without spaces around it.
  /// - Throws: ``Problem`` 422 when nothing is left.
  func trimmedName(_ pointer: String) throws -> String {
    let name = trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty else { throw Problem.invalid(pointer, "too-short", "Enter a name.") }
    return name
  }
}
