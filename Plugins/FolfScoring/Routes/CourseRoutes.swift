import FieldhouseKit
import Foundation

extension FolfScoring {
  func courseRoutes(_ routes: inout Routes) {
    routes.get(
      "/courses", "The courses that I may play: those that I played last first, then by name", access: .guest
    ) { (input: CoursesInput, call) in try await listed(for: try call.account.id, input, at: call.now) }
    routes.get("/courses/{course}", "A course", access: .guest, problems: [.courseUnknown]) {
      (input: CourseName, call) in
      let (me, now) = (try call.account.id, call.now)
      return try await host.storage.read { [courses] transaction in
        guard let kept = try await courses.kept(input.course, for: me, in: transaction) else {
          throw Problem.courseUnknown
        }
        return try await output([kept], for: me, at: now, in: transaction)[0]
      }
    }
    routes.post("/courses", "Describe a course of my own", access: .account, problems: [.coursesFull]) {
      (input: CourseContent, call, transaction) in
      let owner = try call.account.id
      guard try await courses.ownCount(of: owner, in: transaction) < CourseStore.mostOwn else {
        throw Problem.coursesFull
      }
      let course = try input.course(RoundStore.newID(), before: nil)
      try await courses.set(course, of: owner, isShared: false, at: call.now, in: transaction)
      return CourseOutput(
        CourseStore.Kept(course: course, owner: owner, isShared: false, version: 1), for: owner)
    }
    routes.put(
      "/courses/{course}",
      "Say something else of a course of my own; one that everybody finds is changed by a proposal",
      access: .account, problems: [.courseUnknown, .courseShared, .layoutChanged("Main"), .layoutEnded("Main")]
    ) { (input: CourseChange, call, transaction) in
      let me = try call.account.id
      guard let kept = try await courses.kept(input.course, for: me, in: transaction) else {
        throw Problem.courseUnknown
      }
      guard kept.owner == me, !kept.isShared else { throw Problem.courseShared }
      let new = try input.content.course(kept.course.id, before: kept.course)
      let course = try merged(new, into: kept.course, at: call.now)
      try await courses.set(course, of: me, isShared: false, at: call.now, in: transaction)
      return CourseOutput(
        CourseStore.Kept(course: course, owner: me, isShared: false, version: kept.version + 1), for: me)
    }
    routes.delete(
      "/courses/{course}", "Remove a course of my own that nobody else finds", access: .account,
      problems: [.courseUnknown]
    ) {
      (input: CourseName, call) in
      let me = try call.account.id
      let unnamed = try await host.storage.write { [courses] transaction in
        guard let course = try await courses.remove(input.course, of: me, in: transaction) else {
          throw Problem.courseUnknown
        }
        return try await FileNames.unnamed(course.files, in: transaction)
      }
      for file in unnamed { try await host.media.remove(file) }
      return NoContent()
    }
  }

  /// - Throws: ``Problem`` 409 `layout-changed` or `layout-ended`.
  func merged(_ new: Course, into old: Course?, at now: Date) throws -> Course {
    do {
      let day = String((RFC3339.string(from: now) ?? "").prefix(10))
      return try CourseReview.merged(new, into: old, day: day)
    } catch CourseReview.Fault.layoutChanged(let name) {
      throw Problem.layoutChanged(name)
    } catch CourseReview.Fault.layoutEnded(let name) {
      throw Problem.layoutEnded(name)
    }
  }

  private func listed(for account: AccountID, _ input: CoursesInput, at now: Date) async throws -> Page<CourseOutput> {
    let all = try await host.storage.read { [courses] transaction in
      try await output(try await courses.all(for: account, in: transaction), for: account, at: now, in: transaction)
    }.sorted(by: CourseOutput.order)
    let start = min(try input.start, all.count)
    let end = min(start + (input.limit ?? CoursesInput.most), all.count)
    return Page(items: Array(all[start..<end]), next: end < all.count ? "\(end)" : nil)
  }

  private func output(
    _ kept: [CourseStore.Kept], for account: AccountID, at now: Date, in transaction: any ReadTransaction
  ) async throws -> [CourseOutput] {
    let played = try await courses.lastPlayed(by: account, in: transaction)
    let playing = try await courses.playing(at: now, in: transaction)
    let favourites = try await ProfileStore.favourites(of: account, in: transaction)
    return kept.map { kept in
      let id = kept.course.id
      return CourseOutput(
        kept, for: account, isFavourite: favourites.contains(id), playedAt: played[id], playing: playing[id] ?? 0)
    }
  }
}

struct CoursesInput: RouteInput {
  static let most = 200

  /// The `next` of the page before.
  var after: String?
  var limit: Int?

  /// - Throws: ``Problem`` 422 for what is no `next`.
  var start: Int {
    get throws {
      guard let after else { return 0 }
      guard let start = Int(after), start >= 0 else {
        throw Problem.invalid("/after", "cursor", "Use the 'next' of the page before.")
      }
      return start
    }
  }

  static var schema: Schema {
    .object([("after", .string(maxLength: 20)), ("limit", .integer(1...Int64(most)))])
  }
}

extension Problem {
  fileprivate static var coursesFull: Problem {
    .conflict("courses-full", "You have described \(CourseStore.mostOwn) courses. Remove one first.")
  }

  fileprivate static var courseShared: Problem {
    .conflict("course-shared", "Everybody finds this course. Propose the change, so that somebody looks at it first.")
  }

  static func layoutChanged(_ name: String) -> Problem {
    .conflict(
      "layout-changed",
      "Records and statistics go by the layout \(name.isEmpty ? "without a name" : name). Give other holes a layout of another name."
    )
  }

  static func layoutEnded(_ name: String) -> Problem {
    .conflict("layout-ended", "The layout \(name.isEmpty ? "without a name" : name) has ended. Choose another name.")
  }
}
