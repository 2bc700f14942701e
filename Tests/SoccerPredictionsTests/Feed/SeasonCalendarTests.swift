import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite("The current season of a league")
struct SeasonCalendarTests {
  private let first = SeasonKey(league: "en.1", season: "2023-24")
  private let second = SeasonKey(league: "en.1", season: "2024-25")

  private func calendar() throws -> SeasonCalendar {
    SeasonCalendar([
      .init(key: second, start: try instant("2024-08-16T19:00:00Z"), end: try instant("2025-05-25T17:00:00Z")),
      .init(key: first, start: try instant("2023-08-11T19:00:00Z"), end: try instant("2024-05-19T17:00:00Z")),
    ])
  }

  @Test(.tags(.sp64))
  func `the running season is the current one`() throws {
    #expect(try calendar().current(at: instant("2024-01-01T00:00:00Z")) == first)
    #expect(try calendar().current(at: instant("2025-05-25T16:59:59Z")) == second)
  }

  @Test(.tags(.sp65))
  func `a finished season is flushed with its last whistle and the gap shows nothing`() throws {
    #expect(try calendar().current(at: instant("2024-05-19T17:00:00Z")) == nil)
    #expect(try calendar().current(at: instant("2025-05-25T17:00:00Z")) == nil)
  }

  @Test(.tags(.sp65))
  func `the next season replaces it when its fixtures appear`() throws {
    #expect(try calendar().current(at: instant("2024-06-17T18:59:59Z")) == nil)
    #expect(try calendar().current(at: instant("2024-06-17T19:00:00Z")) == second)
  }

  @Test(.tags(.sp65))
  func `past seasons stay readable, the latest first`() throws {
    #expect(try calendar().past(at: instant("2025-06-01T00:00:00Z")) == [second, first])
    #expect(try calendar().past(at: instant("2024-12-01T00:00:00Z")) == [first])
  }

  @Test func `the next season does not hide the one that has matches to play`() throws {
    let calendar = SeasonCalendar([
      .init(
        key: first, start: try instant("2023-08-11T19:00:00Z"), end: try instant("2024-05-19T17:00:00Z"),
        kickOffs: [try instant("2024-05-12T15:00:00Z"), try instant("2024-05-19T15:00:00Z")]),
      .init(
        key: second, start: try instant("2024-06-16T19:00:00Z"), end: try instant("2025-05-25T17:00:00Z"),
        kickOffs: [try instant("2024-06-16T19:00:00Z")]),
    ])
    #expect(try calendar.current(at: instant("2024-05-10T00:00:00Z")) == first)
    #expect(try calendar.current(at: instant("2024-05-19T16:59:59Z")) == first)
    #expect(try calendar.current(at: instant("2024-05-19T17:00:00Z")) == second)
  }

  @Test func `a wrongly dated match of a season does not hide the next one`() throws {
    let calendar = SeasonCalendar([
      .init(
        key: first, start: try instant("2023-08-11T19:00:00Z"), end: try instant("2034-05-19T17:00:00Z"),
        kickOffs: [try instant("2023-08-11T19:00:00Z"), try instant("2034-05-19T15:00:00Z")]),
      .init(
        key: second, start: try instant("2024-08-16T19:00:00Z"), end: try instant("2025-05-25T17:00:00Z"),
        kickOffs: [try instant("2024-08-16T19:00:00Z"), try instant("2024-09-16T19:00:00Z")]),
    ])
    #expect(try calendar.current(at: instant("2024-08-20T00:00:00Z")) == second)
  }

  @Test func `a season lasts from its first kick-off to its last whistle`() throws {
    let span = try SeasonCalendar.Span(shipped("england-2024-25.season").matches).unwrapped
    #expect(try span.start == instant("2024-08-16T19:00:00Z"))
    #expect(try span.end == instant("2025-05-25T16:51:00Z"))
    #expect(SeasonCalendar.Span([]) == nil)
  }
}
