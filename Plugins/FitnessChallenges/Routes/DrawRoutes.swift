import FieldhouseKit
import Foundation

// Teams that are drawn at once, equally strong.
extension FitnessChallenges {
  func drawRoutes(_ routes: inout Routes) {
    routes.post(
      "/challenges/{challenge}/draw", "Draw teams for all who wait, equally large and equally strong",
      access: .permission("lead-challenge", in: "challenge"), problems: [.challengeUnknown, .notByLevel, .nobodyWaits]
    ) { (input: ChallengeName, call, transaction) in
      let challenge = try await ChallengeStore.challenge(input.challenge, in: transaction)
      guard challenge.rules.drawBy == .level else { throw Problem.notByLevel }
      let drawn = try await TeamStore.drawWaiting(in: challenge, transaction)
      guard !drawn.isEmpty else { throw Problem.nobodyWaits }
      try await transaction.notify(
        NotificationRequest(
          recipients: drawn, about: [try call.account.id], kind: "update", text: "teamsDrawn",
          arguments: ["challenge": challenge.title], link: "/fitness-challenges/challenges/\(challenge.id)",
          deduplicationKey: "\(challenge.id)/draw/\(challenge.draws)"))
      try await PeopleStore.publish(challenge.id, in: transaction)
      return WaitingOutput(
        drawn: drawn.count, waiting: try await TeamStore.waiting(in: challenge.id, transaction))
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

/// How many were drawn, and how many wait still.
struct WaitingOutput: RouteOutput, Decodable {
  var drawn: Int
  var waiting: Int
}
