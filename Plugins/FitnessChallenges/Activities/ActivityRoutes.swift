import FieldhouseKit
import Foundation

extension FitnessChallenges {
  func activityRoutes(_ routes: inout Routes) {
    routes.post(
      "/me/activities",
      "Keep an activity that was recorded here or is entered by hand; one of the same id is kept once",
      access: .account, problems: []
    ) { (input: ActivityInput, call, transaction) in
      let account = try call.account.id
      let (activity, track) = try ActivityDraft(input, now: call.now).made
      try await ActivityStore.put(activity, track, of: account, in: transaction)
      return try await output(input.id, of: account, in: transaction)
    }
    routes.get("/me/activities", "My activities, the newest first", access: .account) {
      (input: ActivitiesInput, call) in
      try await activities(input, of: try call.account.id)
    }
    routes.get("/me/activities/{activity}", "An activity of mine", access: .account, problems: [.activityUnknown]) {
      (input: ActivityName, call) in
      let account = try call.account.id
      return try await host.storage.read { try await output(input.activity, of: account, in: $0) }
    }
    routes.put(
      "/me/activities/{activity}", "Change an activity; of one that was measured kind and title alone",
      access: .account,
      problems: [.activityUnknown, .activityMeasured]
    ) { (input: ActivityChange, call, transaction) in
      let account = try call.account.id
      try await change(input, of: account, at: call.now, in: transaction)
      return try await output(input.activity, of: account, in: transaction)
    }
    routes.delete(
      "/me/activities/{activity}", "Remove an activity with its route", access: .account, problems: [.activityUnknown]
    ) { (input: ActivityName, call, transaction) in
      let account = try call.account.id
      let activity = try await ActivityStore.activity(input.activity, of: account, in: transaction)
      try await ActivityStore.remove(activity, of: account, in: transaction)
      return NoContent()
    }
  }

  private func output(
    _ id: String, of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> ActivityOutput {
    let activity = try await ActivityStore.activity(id, of: account, in: transaction)
    let shares = try await ActivityStore.shares(of: [activity], account, in: transaction)
    let points = try await ActivityStore.route(of: id, account, in: transaction)
    return ActivityOutput(activity, shares[id], points: points)
  }

  private func activities(_ input: ActivitiesInput, of account: AccountID) async throws -> Page<ActivityOutput> {
    let limit = input.limit ?? 30
    let after = try input.after.map(ListPlace.init)
    let (found, shares) = try await host.storage.read { transaction in
      let found = try await ActivityStore.page(of: account, after: after, limit: limit, in: transaction)
      return (found, try await ActivityStore.shares(of: found, account, in: transaction))
    }
    return Page(
      items: found.map { ActivityOutput($0, shares[$0.id]) },
      next: found.count == limit ? found.last.map { ListPlace($0).text } : nil)
  }

  private func change(
    _ input: ActivityChange, of account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    let old = try await ActivityStore.activity(input.activity, of: account, in: transaction)
    var changed = old
    changed.kind = input.kind
    if let title = input.title { changed.title = title.trimmingCharacters(in: .whitespacesAndNewlines) }
    // Of what is entered by hand the kind says which figures count.
    if input.hasFigures || old.source == .manual && input.kind != old.kind {
      guard old.source == .manual else { throw Problem.activityMeasured }
      let draft = ActivityInput(
        id: old.id, kind: input.kind, title: changed.title,
        start: input.start ?? Date(millisecondsSince1970: old.start),
        end: input.end ?? Date(millisecondsSince1970: old.end), steps: input.steps ?? old.steps,
        pushes: input.pushes ?? old.pushes, metres: input.metres ?? (input.kind == .walk ? 0 : old.metres), points: nil)
      changed = try ActivityDraft(draft, now: now).made.activity
      (changed.revision, changed.received) = (old.revision + 1, old.received)
      _ = try await ActivityStore.keep(changed, of: account, in: transaction)
    } else {
      changed.suspect = Plausibility.codes(of: changed, hasJumps: old.suspect.contains("jump"))
      try await ActivityStore.name(changed, of: account, in: transaction)
    }
    let (start, end) = (min(old.start, changed.start), max(old.end, changed.end))
    try await ActivityStore.tell(start, end, of: account, in: transaction)
  }
}

extension ActivityChange {
  fileprivate var hasFigures: Bool {
    start != nil || end != nil || steps != nil || pushes != nil || metres != nil
  }
}
