import FieldhouseKit
import Foundation

// Teams that are drawn at once, equally strong.
extension FitnessChallenges {
  func drawRoutes(_ routes: inout Routes) {
    routes.post(
      "/challenges/{challenge}/draw", "Draw teams for all who wait, equally large and equally strong",
      access: .permission("lead-challenge", in: "challenge"),
      problems: [.challengeUnknown, .notByLevel, .drawnAtStart, .nobodyWaits]
    ) { (input: ChallengeName, call, transaction) in
      let challenge = try await ChallengeStore.challenge(input.challenge, in: transaction)
      guard challenge.rules.drawBy == .level else { throw Problem.notByLevel }
      guard challenge.rules.drawsAtStart != true || challenge.drawsAt == nil else { throw Problem.drawnAtStart }
      return try await draw(challenge, by: try call.account.id, at: call.now, in: transaction)
    }
    routes.get(
      "/challenges/{challenge}/waiting", "How many wait for a draw of teams",
      access: .permission("lead-challenge", in: "challenge")
    ) { (input: ChallengeName, _) in
      WaitingOutput(
        drawn: 0, waiting: try await host.storage.read { try await TeamStore.waiting(in: input.challenge, $0) },
        isBeingDrawn: try await host.storage.read { try await DrawStore.isOpen(input.challenge, in: $0) })
    }
    routes.get(
      "/challenges/{challenge}/level-draws", "The draws by level, with which everybody can draw again", access: .guest,
      problems: [.challengeUnknown]
    ) { (input: ChallengeName, call) in
      let viewer = try call.account.id
      return Page(
        items: try await host.storage.read { transaction in
          let challenge = try await seen(input.challenge, by: viewer, in: transaction)
          return try await TeamStore.levelDraws(of: challenge.id, in: transaction)
        })
    }
  }
}

extension FitnessChallenges {
  /// Draws teams for all who wait, and tells them: at once, or where they are very many soon, in steps.
  private func draw(
    _ challenge: Challenge, by coach: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> WaitingOutput {
    let waiting = try await TeamStore.waiting(in: challenge.id, transaction)
    let isOpen = try await DrawStore.isOpen(challenge.id, in: transaction)
    let hasRoom = isOpen ? true : try await DrawStore.room(of: challenge, in: transaction) > 0
    guard waiting > 0, hasRoom else { throw Problem.nobodyWaits }
    guard waiting <= DrawStore.portion, challenge.drawsAt == nil, !isOpen else {
      try await transaction.execute(
        "update challenges set draws_at = \(now) where id = \(challenge.id) and draws_at is null")
      try await drawSoon(after: now)
      return WaitingOutput(drawn: 0, waiting: waiting, isBeingDrawn: true)
    }
    let drawn = try await DrawStore.drawAll(in: challenge, transaction) { step in
      try await tell(step, challenge, by: coach, in: transaction)
    }
    guard drawn > 0 else { throw Problem.nobodyWaits }
    return WaitingOutput(
      drawn: drawn, waiting: try await TeamStore.waiting(in: challenge.id, transaction), isBeingDrawn: false)
  }

  /// Tells those who have come into their teams.
  private func tell(
    _ step: DrawStore.Step, _ challenge: Challenge, by coach: AccountID?, in transaction: any Transaction
  ) async throws {
    for first in stride(from: 0, to: step.placed.count, by: Self.portion) {
      let some = Array(step.placed[first..<min(first + Self.portion, step.placed.count)])
      try await transaction.notify(
        NotificationRequest(
          recipients: some, about: coach.map { [$0] } ?? [], kind: "update", text: "teamsDrawn",
          arguments: ["challenge": challenge.title], link: "/fitness-challenges/challenges/\(challenge.id)",
          deduplicationKey: "\(challenge.id)/draw/\(step.number)"))
    }
    if step.isLast { try await PeopleStore.publish(challenge.id, in: transaction) }
  }

  /// Draws the teams of challenges that begin, or whose coach has asked for it, and goes on with what was begun.
  /// - Returns: when the next one does; nil for none.
  func drawDue(_ now: Date) async throws -> Date? {
    for id in try await host.storage.read({ try await DrawStore.due(at: now, in: $0) }) {
      try await carryOut(id)
      while try await begin(id, at: now) { try await carryOut(id) }
    }
    return try await host.storage.read { transaction in
      try await transaction.first("select min(draws_at) as next from challenges").flatMap { try $0["next"] }
    }
  }

  /// Goes on with a draw until everybody is in a team; each step is a transaction of its own, so that others write in between.
  private func carryOut(_ id: String) async throws {
    var goesOn = true
    while goesOn {
      goesOn = try await host.storage.write { transaction in
        guard let step = try await DrawStore.step(in: id, transaction) else { return false }
        let challenge = try await ChallengeStore.challenge(id, in: transaction)
        try await tell(step, challenge, by: challenge.coach, in: transaction)
        return !step.isLast
      }
    }
  }

  /// How often a draw is planned anew because the teams have changed meanwhile.
  private static let tries = 5

  /// Draws for all who wait. What has to be read for it is read while others write.
  /// - Returns: whether there is something to be carried out.
  private func begin(_ id: String, at now: Date) async throws -> Bool {
    for attempt in 1...Self.tries {
      let plan = try await host.storage.read { transaction -> DrawStore.Plan? in
        let challenge = try await ChallengeStore.challenge(id, in: transaction)
        return challenge.drawsAt == nil ? nil : try await DrawStore.plan(of: challenge, in: transaction)
      }
      let hasBegun = try await host.storage.write { transaction -> Bool? in
        // Another host may have been quicker.
        guard try await ChallengeStore.challenge(id, in: transaction).drawsAt != nil else { return false }
        let mine =
          attempt < Self.tries
          ? plan
          : try await DrawStore.plan(
            of: try await ChallengeStore.challenge(id, in: transaction), in: transaction)
        if let mine, try await !DrawStore.begin(mine, of: id, in: transaction) { return nil }
        try await transaction.execute(
          "update challenges set draws_at = null where id = \(id) and draws_at <= \(now)")
        return mine != nil
      }
      if let hasBegun { return hasBegun }
    }
    return false
  }

  /// Looks soon for the next challenge whose teams are drawn when it begins.
  func drawSoon(after now: Date) async throws {
    try await host.schedules.schedule("draw", due: now.addingTimeInterval(1)) { due in try await drawDue(due) }
  }
}

/// How many were drawn, and how many wait still.
struct WaitingOutput: RouteOutput, Decodable {
  var drawn: Int
  var waiting: Int
  /// Whether a draw for very many is on its way: it takes some seconds.
  var isBeingDrawn: Bool
}
