import FieldhouseKit
import Foundation

/// The courses that everybody finds, of the file `Data/courses.json`, which contributors add to.
enum ShippedCourses {
  /// - Throws: ``Problem`` 500 `courses-unreadable` with the reason.
  static func read(folder: String) throws -> [Course] {
    let file = URL(filePath: folder).appending(path: "Data/courses.json")
    do {
      let courses = try JSONDecoder().decode([Course].self, from: Data(contentsOf: file))
      if let fault = fault(courses) { throw unreadable(fault) }
      return courses
    } catch let problem as Problem {
      throw problem
    } catch {
      throw unreadable("\(error)")
    }
  }

  /// What is wrong with the list; nil for nothing.
  static func fault(_ courses: [Course]) -> String? {
    if Set(courses.map(\.id)).count < courses.count { return "Two courses have the same id." }
    for course in courses {
      if course.position?.isSound == false { return "\(course.id) lies nowhere on earth." }
      if course.layouts.isEmpty { return "\(course.id) has no layout." }
      if Set(course.layouts.map(\.name)).count < course.layouts.count { return "\(course.id) has a layout twice." }
      for layout in course.layouts where !layout.isSound { return "\(course.id), \(layout.name): impossible holes." }
    }
    return nil
  }

  private static func unreadable(_ reason: String) -> Problem {
    Problem(status: 500, code: "courses-unreadable", detail: "Data/courses.json cannot be used: \(reason)")
  }
}

extension Layout {
  /// Whether its holes are within their ranges.
  var isSound: Bool { Layout.sizes.contains(holes.count) && holes.allSatisfy(\.isSound) }
}

extension Hole {
  fileprivate var isSound: Bool {
    let colours = (tees ?? []).map(\.colour)
    return (1...999).contains(number) && (1...10).contains(par) && (1...2_000).contains(length ?? 1)
      && basket?.isSound != false && position?.isSound != false && Set(colours).count == colours.count
      && !colours.contains(.red)
      && (tees ?? []).allSatisfy { (1...10).contains($0.par) && (1...2_000).contains($0.length ?? 1) }
  }
}
