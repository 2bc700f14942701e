import FieldhouseKit
import Foundation

extension Hole: Described {
  static var schema: Schema {
    .object(
      [
        ("number", .integer(1...999, description: "As it stands on the tee sign.")), ("par", .integer(1...10)),
        ("length", .nullable(.integer(1...2_000, description: "From the normal tee to the basket, in metres."))),
        ("basket", .nullable(Position.schema)), ("position", .nullable(Position.schema)),
        ("tees", .nullable(.array(of: Tee.schema, count: 0...3))),
        ("tip", .nullable(.string(maxLength: 500).text(.lines))),
        ("photo", .nullable(.string(maxLength: 64))),
      ], required: ["number", "par"])
  }
}

extension Tee: Described {
  static var schema: Schema {
    let colours = TeeColour.allCases.filter { $0 != .red }.map { JSON.string($0.rawValue) }
    return .object(
      [
        ("colour", .enumeration(colours)), ("par", .integer(1...10)), ("length", .nullable(.integer(1...2_000))),
        ("position", .nullable(Position.schema)),
      ], required: ["colour", "par"])
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

/// What somebody says of a course.
struct CourseContent: RouteInput {
  struct LayoutInput: Decodable, Sendable, Described {
    var name: String
    var holes: [Hole]

    static var schema: Schema {
      .object([("name", .string(maxLength: 40)), ("holes", .holes)], required: ["name", "holes"])
    }
  }

  var name: String
  /// Where it begins; nil where nobody has said.
  var position: Position?
  var about: String?
  var teeType: String?
  var basketType: String?
  var layouts: [LayoutInput]

  /// The course, with the pictures that it has already: those that are named besides are left out.
  /// - Throws: ``Problem`` 422 for a layout or the tee of a hole that is named twice.
  func course(_ id: String, before: Course?) throws -> Course {
    let names = layouts.map(\.name)
    for (index, layout) in layouts.enumerated() {
      if names[..<index].contains(layout.name) { throw Self.twice("/layouts/\(index)/name") }
      for (place, hole) in layout.holes.enumerated() {
        let colours = (hole.tees ?? []).map(\.colour)
        if Set(colours).count < colours.count { throw Self.twice("/layouts/\(index)/holes/\(place)/tees") }
      }
    }
    let known = Set(before?.files ?? [])
    return Course(
      id: id, name: try name.trimmedName("/name"), position: position, about: about?.filled, teeType: teeType?.filled,
      basketType: basketType?.filled, photo: before?.photo,
      layouts: layouts.map { layout in
        Layout(
          name: layout.name,
          holes: layout.holes.map { hole in
            var hole = hole
            hole.photo = hole.photo.flatMap { known.contains($0) ? $0 : nil }
            return hole
          })
      })
  }

  private static func twice(_ pointer: String) -> Problem {
    .invalid(pointer, "twice", "Name each layout, and each tee of a hole, once.")
  }

  static var fields: [(String, Schema)] {
    [
      ("name", .courseName), ("position", .nullable(Position.schema)),
      ("about", .nullable(.string(maxLength: 1_000).text(.lines))), ("teeType", .nullable(.string(maxLength: 40))),
      ("basketType", .nullable(.string(maxLength: 40))), ("layouts", .array(of: LayoutInput.schema, count: 1...20)),
    ]
  }

  static var schema: Schema { .object(fields, required: ["name", "layouts"]) }
}

/// What somebody says of a course of the own.
struct CourseChange: RouteInput {
  var course: String
  var content: CourseContent

  private enum CodingKeys: CodingKey { case course }

  init(from decoder: any Decoder) throws {
    course = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .course)
    content = try CourseContent(from: decoder)
  }

  static var schema: Schema {
    .object([("course", .id)] + CourseContent.fields, required: ["course", "name", "layouts"])
  }
}

struct CourseName: RouteInput {
  var course: String
  static var schema: Schema { .object([("course", .id)], required: ["course"]) }
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
    guard let name = filled else { throw Problem.invalid(pointer, "too-short", "Enter a name.") }
    return name
  }

  /// Without spaces around it; nil when nothing is left.
  var filled: String? {
    let text = trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }
}
