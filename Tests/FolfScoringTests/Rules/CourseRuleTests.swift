import FieldhouseTestSupport
import Testing

@testable import FolfScoring

@Suite struct `The holes of a course` {
  private func fault(_ change: (inout Hole) -> Void) -> String? {
    var hole = Hole(number: 1, par: 3)
    change(&hole)
    return ShippedCourses.fault([Course(id: "a", name: "a", layouts: [Layout(name: "x", holes: [hole])])])
  }

  /// The least and the most of everything that can be measured, and what lies beside them.
  @Test(.tags(.fs132, .fs187)) func `are within the ranges that a course says`() {
    let impossible = "a, x: impossible holes."
    for (number, fits) in [(0, false), (1, true), (999, true), (1_000, false)] {
      #expect(fault { $0.number = number } == (fits ? nil : impossible), "number \(number)")
    }
    for (par, fits) in [(0, false), (1, true), (10, true), (11, false)] {
      #expect(fault { $0.par = par } == (fits ? nil : impossible), "par \(par)")
      #expect(fault { $0.tees = [Tee(colour: .blue, par: par)] } == (fits ? nil : impossible), "tee of par \(par)")
    }
    for (length, fits) in [(0, false), (1, true), (2_000, true), (2_001, false)] {
      #expect(fault { $0.length = length } == (fits ? nil : impossible), "\(length) m")
      let tee = Tee(colour: .blue, par: 3, length: length)
      #expect(fault { $0.tees = [tee] } == (fits ? nil : impossible), "tee at \(length) m")
    }
    for (latitude, longitude, fits) in [
      (90, 180, true), (-90, -180, true), (90.1, 0, false), (0, 180.1, false), (-90.1, 0, false), (0, -180.1, false),
      (.nan, 0, false),
    ] as [(Double, Double, Bool)] {
      let place = Position(latitude: latitude, longitude: longitude)
      #expect(fault { $0.basket = place } == (fits ? nil : impossible), "\(place)")
      #expect(fault { $0.position = place } == (fits ? nil : impossible), "\(place)")
    }
  }

  @Test(.tags(.fs111, .fs132)) func `have each tee once, beside the normal one`() {
    #expect(fault { $0.tees = [Tee(colour: .white, par: 3), Tee(colour: .blue, par: 4)] } == nil)
    #expect(fault { $0.tees = [Tee(colour: .white, par: 3), Tee(colour: .white, par: 4)] } != nil)
    #expect(fault { $0.tees = [Tee(colour: .red, par: 3)] } != nil, "the normal one is the hole's own")
    func isSound(_ count: Int) -> Bool {
      Layout(name: "", holes: Array(repeating: Hole(number: 1, par: 3), count: count)).isSound
    }
    #expect(!isSound(0) && isSound(1) && isSound(99) && !isSound(100))
  }

  @Test(.tags(.fs111, .fs112, .fs187)) func `say par and length from each tee, and which there are`() {
    let hole = Hole(
      number: 1, par: 3, length: 80, tees: [Tee(colour: .yellow, par: 5, length: 220), Tee(colour: .white, par: 4)])
    #expect(TeeColour.allCases.map { hole.par(from: $0) } == [3, 4, 3, 5], "of a tee that there is not the normal par")
    #expect(TeeColour.allCases.map { hole.length(from: $0) } == [80, nil, nil, 220])
    let layout = Layout(name: "", holes: [Hole(number: 2, par: 3), hole])
    #expect(layout.colours == [.red, .white, .yellow] && layout.par == 6)
    #expect(layout.tee(.yellow) == .yellow && layout.tee(.blue) == .red)
  }
}

@Suite struct `A course that is described anew` {
  private let tees = [Tee(colour: .white, par: 4, length: 120), Tee(colour: .blue, par: 5)]
  private var old: Course {
    Course(
      id: "c", name: "Park",
      layouts: [
        Layout(name: "Main", holes: [Hole(number: 1, par: 3, length: 80, tees: tees)]),
        Layout(name: "Gone", holes: [Hole(number: 1, par: 3)], endedOn: "2024-05-01"),
      ])
  }

  private func change(_ change: (inout Hole) -> Void) -> CourseReview.Fault? {
    var main = old.layouts[0]
    change(&main.holes[0])
    do {
      _ = try CourseReview.merged(Course(id: "c", name: "Park", layouts: [main]), into: old, day: "2026-06-01")
      return nil
    } catch { return error }
  }

  /// discgolfmetrix.com, rules, "Courses and layouts": another difficulty, from whichever tee, is another layout.
  @Test(.tags(.fs9, .fs187)) func `is as hard as before from each tee, or the layout needs another name`() {
    let changed = CourseReview.Fault.layoutChanged("Main")
    #expect(change { $0.tees?[0].length = 150 } == changed, "the white tee has moved back")
    #expect(change { $0.tees?[1].par = 4 } == changed && change { $0.tees?.removeLast() } == changed)
    #expect(change { $0.length = 81 } == changed && change { $0.number = 2 } == changed)
    #expect(change { $0.par = 4 } == changed)
    #expect(change { $0.tees?[1].length = 160 } == nil, "nobody had measured the blue one")
    #expect(change { $0.tees?[0].length = nil } == nil && change { $0.tees?.swapAt(0, 1) } == nil)
    #expect(change { $0.tees?.append(Tee(colour: .yellow, par: 3)) } == nil, "a further tee of the normal par")
    #expect(change { $0.tees?.append(Tee(colour: .yellow, par: 4)) } == changed, "from there it was par 3")
    #expect(
      change { hole in
        hole.basket = Position(latitude: 64, longitude: -21)
        (hole.tip, hole.photo) = ("Keep left", "picture")
      } == nil)
  }

  @Test(.tags(.fs9)) func `keeps what has ended behind what is played, and new ones before`() throws {
    let next = Course(id: "c", name: "Park", layouts: [.plain(3)])
    let merged = try CourseReview.merged(next, into: old, day: "2026-06-01")
    #expect(merged.layouts.map(\.name) == ["", "Main", "Gone"])
    #expect(merged.layouts.map(\.endedOn) == [nil, "2026-06-01", "2024-05-01"])
    #expect(try CourseReview.merged(next, into: nil, day: "2026-06-01") == next)
    let again = Course(id: "c", name: "Park", layouts: [old.layouts[0], Layout(name: "Gone", holes: [])])
    #expect(throws: CourseReview.Fault.layoutEnded("Gone")) {
      try CourseReview.merged(again, into: old, day: "2026-06-01")
    }
  }
}
