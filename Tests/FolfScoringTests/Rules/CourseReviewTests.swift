import FieldhouseTestSupport
import Testing

@testable import FolfScoring

@Suite struct `What becomes of a course that somebody describes anew` {
  private let old = Course(
    id: "c", name: "Park",
    layouts: [Layout(name: "Main", holes: [Hole(number: 1, par: 3, length: 80)]), Layout.plain(2)])

  private func merged(_ layouts: Layout...) throws -> Course {
    try CourseReview.merged(Course(id: "c", name: "Park 2", layouts: layouts), into: old, day: "2026-06-01")
  }

  /// discgolfmetrix.com, rules, "Courses and layouts": another difficulty is a new layout; the old one is kept with the
  /// day of its end.
  @Test(.tags(.fs9, .fs187)) func `keeps its layouts' holes, and the layouts that end`() throws {
    var main = old.layouts[0]
    main.holes[0].tip = "Low, under the birch"
    main.holes[0].length = nil
    let course = try merged(main)
    #expect(course.name == "Park 2" && course.layouts.map(\.name) == ["Main", ""])
    #expect(course.layouts[0].holes[0].tip == "Low, under the birch" && course.layouts[0].endedOn == nil)
    #expect(course.layouts[1].endedOn == "2026-06-01" && course.layouts[1].holes == old.layouts[1].holes)
    let again = try CourseReview.merged(Course(id: "c", name: "P", layouts: [main]), into: course, day: "2027-01-01")
    #expect(again.layouts[1].endedOn == "2026-06-01", "it has ended once")
    #expect(throws: CourseReview.Fault.layoutEnded("")) {
      try CourseReview.merged(Course(id: "c", name: "P", layouts: [.plain(2)]), into: course, day: "2027-01-01")
    }
  }

  @Test(arguments: [
    Hole(number: 1, par: 4, length: 80), Hole(number: 2, par: 3, length: 80), Hole(number: 1, par: 3, length: 90),
  ])
  func `refuses other holes under the same name`(hole: Hole) {
    #expect(throws: CourseReview.Fault.layoutChanged("Main")) { try merged(Layout(name: "Main", holes: [hole])) }
  }

  @Test func `refuses another par of a tee under the same name`() {
    var main = old.layouts[0]
    main.holes[0].tees = [Tee(colour: .blue, par: 4)]
    #expect(throws: CourseReview.Fault.layoutChanged("Main")) { try merged(main) }
    #expect(throws: CourseReview.Fault.layoutChanged("Main")) {
      try merged(Layout(name: "Main", holes: old.layouts[0].holes + [Hole(number: 2, par: 3)]))
    }
  }
}
