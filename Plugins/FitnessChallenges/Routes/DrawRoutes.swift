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
      guard challenge.drawsAt == nil else { throw Problem.drawnAtStart }
      let drawn = try await draw(challenge, about: [try call.account.id], in: transaction)
      guard drawn > 0 else { throw Problem.nobodyWaits }
      return WaitingOutput(drawn: drawn, waiting: try await TeamStore.waiting(in: challenge.id, transaction))
    }
    routes.get(
      "/challenges/{challenge}/waiting", "How many wait for a draw of teams",
      access: .permission("lead-challenge", in: "challenge")
    ) { (input: ChallengeName, _) in
      WaitingOutput(
        drawn: 0, waiting: try await host.storage.read { try await TeamStore.waiting(in: input.challenge, $0) })
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
  /// Draws teams for all who wait, and tells them.
  /// - Returns: how many were drawn.
  private func draw(
    _ challenge: Challenge, about people: [AccountID], in transaction: any Transaction
  ) async throws -> Int {
    let drawn = try await TeamStore.drawWaiting(in: challenge, transaction)
    for first in stride(from: 0, to: drawn.count, by: Self.portion) {
      let some = Array(drawn[first..<min(first + Self.portion, drawn.count)])
      try await transaction.notify(
        NotificationRequest(
          recipients: some, about: people, kind: "update", text: "teamsDrawn",
          arguments: ["challenge": challenge.title], link: "/fitness-challenges/challenges/\(challenge.id)",
          deduplicationKey: "\(challenge.id)/draw/\(challenge.draws)"))
    }
    try await PeopleStore.publish(challenge.id, in: transaction)
    return drawn.count
  }

  /// Draws the teams of challenges that begin.
  /// - Returns: when the next one does; nil for none.
  func drawDue(_ now: Date) async throws -> Date? {
    let due = try await host.storage.read { transaction in
      try await transaction.query(
        "select \(Challenge.columns) from challenges where draws_at <= \(now) order by draws_at, id limit 100"
      ).map(Challenge.init)
    }
    for challenge in due {
      try await host.storage.write { transaction in
        // Another host may have been quicker.
        let isOurs = try await transaction.execute(
          "update challenges set draws_at = null where id = \(challenge.id) and draws_at is not null")
        guard isOurs == 1 else { return }
        let challenge = try await ChallengeStore.challenge(challenge.id, in: transaction)
        _ = try await draw(challenge, about: challenge.coach.map { [$0] } ?? [], in: transaction)
      }
    }
    return try await host.storage.read { transaction in
      try await transaction.first("select min(draws_at) as next from challenges").flatMap { try $0["next"] }
    }
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
}
