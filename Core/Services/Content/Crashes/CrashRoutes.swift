internal import FieldhouseKit
internal import Foundation

extension Content {
  func crashRoutes(_ routes: inout Routes) {
    routes.action(
      "/crashes", "Tell the operators that the web app has failed", access: .everyone, status: 204,
      problems: [.tooManyCrashes]
    ) { [self] (input: CrashInput, call) in
      try await crashLimit(call)
      try await storage.write { try await CrashStore.count(input, at: call.now, in: $0) }
      return NoContent()
    }
    routes.get("/crashes", "Faults of the web app, those that were met last first", access: .operators) {
      [self] (input: CrashListInput, _) in try await crashes(input)
    }
    routes.delete("/crashes/{id}", "Forget a fault of the web app", access: .operators) {
      [self] (input: CrashIDInput, _) in
      try await storage.write { try await CrashStore.remove(input.id, in: $0) }
      return NoContent()
    }
  }

  private func crashes(_ input: CrashListInput) async throws -> Page<Crash> {
    let limit = input.limit ?? 20
    let cursor = try input.after.map(CrashCursor.init)
    let found = try await storage.read { try await CrashStore.list(after: cursor, limit: limit + 1, in: $0) }
    return Page(
      items: Array(found.prefix(limit)), next: found.count > limit ? CrashCursor(after: found[limit - 1]).text : nil)
  }
}

extension Problem {
  /// 429: more faults than one app can meet.
  fileprivate static let tooManyCrashes = Problem(
    status: 429, code: "too-many-attempts", detail: "Too many attempts. Please wait and try again.")
}
