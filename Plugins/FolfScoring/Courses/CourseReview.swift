/// What becomes of a course when somebody says something else of it. Statistics and records go by the name of a layout:
/// its holes stay as they are, and one that is not there any more is kept with the day on which it ended. Source:
/// discgolfmetrix.com, rules, "Courses and layouts".
enum CourseReview {
  /// Why it cannot be taken.
  enum Fault: Error, Equatable {
    /// The holes of this layout are other ones than before.
    case layoutChanged(String)
    /// A layout of this name has ended.
    case layoutEnded(String)
  }

  /// The course as it is afterwards.
  /// - Parameter day: the day on which layouts that are not named any more end, such as `2026-06-01`.
  /// - Throws: ``Fault``.
  static func merged(_ new: Course, into old: Course?, day: String) throws(Fault) -> Course {
    guard let old else { return new }
    var course = new
    for layout in new.layouts {
      guard let known = old.layouts.first(where: { $0.name == layout.name }) else { continue }
      if known.endedOn != nil { throw .layoutEnded(layout.name) }
      if !known.isAsHard(as: layout) { throw .layoutChanged(layout.name) }
    }
    course.layouts += old.layouts.filter { known in !new.layouts.contains { $0.name == known.name } }.map { layout in
      var ended = layout
      ended.endedOn = layout.endedOn ?? day
      return ended
    }
    return course
  }
}

extension Layout {
  /// Whether the holes are the same: numbers, pars, and lengths where both say them, from each tee. Places, tips and
  /// pictures do not count.
  fileprivate func isAsHard(as other: Layout) -> Bool {
    holes.count == other.holes.count
      && zip(holes, other.holes).allSatisfy { one, other in
        one.number == other.number && one.par == other.par
          && TeeColour.allCases.allSatisfy {
            one.par(from: $0) == other.par(from: $0) && isSame(one.length(from: $0), other.length(from: $0))
          }
      }
  }

  private func isSame(_ one: Int?, _ other: Int?) -> Bool { one == nil || other == nil || one == other }
}
