import FieldhouseKit
import Foundation

extension FolfScoring {
  func courseRoutes(_ routes: inout Routes) {
    routes.get(
      "/courses", "The courses that I may play: those that I played last first, then by name", access: .guest
    ) { (_: NoInput, call) in try await listed(for: try call.account.id, at: call.now) }
    routes.post("/courses", "Describe a course of my own", access: .account, problems: [.coursesFull]) {
      (input: CourseInput, call, transaction) in
      let owner = try call.account.id
      guard try await courses.own(of: owner, in: transaction).count < CourseStore.mostOwn else {
        throw Problem.coursesFull
      }
      let course = Course(
        id: RoundStore.newID(), name: try input.name.trimmedName("/name"), position: input.position,
        layouts: [input.layout])
      try await courses.add(course, of: owner, at: call.now, in: transaction)
      return CourseOutput(course, isOwn: true, playedAt: nil, playing: 0)
    }
    routes.delete("/courses/{course}", "Remove a course of my own", access: .account, problems: [.courseUnknown]) {
      (input: CourseName, call, transaction) in
      guard try await courses.remove(input.course, of: try call.account.id, in: transaction) else {
        throw Problem.courseUnknown
      }
      return NoContent()
    }
  }

  private func listed(for account: AccountID, at now: Date) async throws -> Page<CourseOutput> {
    let (own, played, playing) = try await host.storage.read { [courses] transaction in
      (
        try await courses.own(of: account, in: transaction),
        try await courses.lastPlayed(by: account, in: transaction), try await courses.playing(at: now, in: transaction)
      )
    }
    let all = (courses.shipped.map { ($0, false) } + own.map { ($0, true) }).map { course, isOwn in
      CourseOutput(course, isOwn: isOwn, playedAt: played[course.id], playing: playing[course.id] ?? 0)
    }
    return Page(items: all.sorted(by: CourseOutput.order))
  }
}

extension Problem {
  fileprivate static var coursesFull: Problem {
    .conflict("courses-full", "You have described \(CourseStore.mostOwn) courses. Remove one first.")
  }
}
