import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `The shipped courses` {
  private func course(_ id: String, _ layouts: Layout...) -> Course { Course(id: id, name: id, layouts: layouts) }

  @Test(.tags(.fs132, .pl94)) func `can be played, also with more than 18 holes`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let courses = try ShippedCourses.read(folder: root.appending(path: "Plugins/FolfScoring").path)
    #expect(courses.count >= 3)
    #expect(courses.flatMap(\.layouts).contains { $0.holes.count > 18 })
  }

  @Test(.tags(.pl94)) func `are refused with the reason when they are impossible`() {
    let fine = Layout.plain(9)
    #expect(ShippedCourses.fault([course("a", fine)]) == nil)
    #expect(ShippedCourses.fault([course("a", fine), course("a", fine)]) == "Two courses have the same id.")
    let pole = Course(id: "a", name: "a", position: Position(latitude: 90.1, longitude: 0), layouts: [fine])
    #expect(ShippedCourses.fault([pole]) == "a lies nowhere on earth.")
    #expect(ShippedCourses.fault([course("a")]) == "a has no layout.")
    #expect(ShippedCourses.fault([course("a", fine, fine)]) == "a has a layout twice.")
    let odd = Layout(name: "x", holes: [Hole(number: 1, par: 0)])
    #expect(ShippedCourses.fault([course("a", odd)]) == "a, x: impossible holes.")
  }

  @Test func `that cannot be read keep the plugin from starting`() throws {
    let error = #expect(throws: Problem.self) { try ShippedCourses.read(folder: "/nowhere") }
    #expect(error?.code == "courses-unreadable")
  }
}
