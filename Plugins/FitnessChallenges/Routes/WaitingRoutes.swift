import FieldhouseKit
import Foundation

// Challenges in which every place is taken.
extension FitnessChallenges {
  func waitingRoutes(_ routes: inout Routes) {
    routes.put(
      "/challenges/{challenge}/waiting-list",
      "Wait for a place; who has waited longest takes part as soon as somebody leaves, and is told",
      access: .permission("join-challenges"),
      problems: [.challengeUnknown, .challengeOver, .ownChallenge, .hasRoom, .takesPart]
    ) { (input: ChallengeName, call, transaction) in
      let account = try call.account.id
      let challenge = try await joined(input.challenge, by: account, at: call.now, in: transaction)
      if let part = try await ParticipantStore.find(account, in: challenge.id, transaction), part.leftAt == nil {
        throw Problem.takesPart
      }
      guard try await !hasRoom(challenge, in: transaction) else { throw Problem.hasRoom }
      try await WaitingList.add(account, to: challenge.id, at: call.now, in: transaction)
      let standing = try await WaitingList.standing(of: account, in: challenge.id, transaction)
      try await PeopleStore.publish(challenge.id, in: transaction)
      return PlaceOutput(place: standing.place ?? standing.count, waiting: standing.count)
    }
    routes.delete(
      "/challenges/{challenge}/waiting-list", "Wait for a place no more", access: .account
    ) { (input: ChallengeName, call, transaction) in
      try await WaitingList.remove(try call.account.id, from: input.challenge, in: transaction)
      try await PeopleStore.publish(input.challenge, in: transaction)
      return NoContent()
    }
  }

  /// Whether somebody may take part without waiting.
  func hasRoom(_ challenge: Challenge, in transaction: any Transaction) async throws -> Bool {
    guard challenge.capacity != nil, let group = try await transaction.groups.group(challenge.id) else { return true }
    return group.members < group.capacity
  }

  /// Whether somebody who waits may still take part: who has left the organisation meanwhile may not, nor whom the coach has
  /// blocked.
  private func mayCome(
    _ account: AccountID, to challenge: Challenge, in transaction: any Transaction
  ) async throws -> Bool {
    guard try await transaction.has("join-challenges", account, in: .host) else { return false }
    if let coach = challenge.coach, try await host.authentication.blocks(between: account, and: coach) { return false }
    guard let organisation = challenge.organisation else { return true }
    return try await transaction.has("join-with-everybody", account, in: Scope(Organisation.kind, organisation))
  }

  /// Gives the places that are free to those who have waited longest. Who may not take part any more is passed over.
  func fill(_ challenge: Challenge, at now: Date, in transaction: any Transaction) async throws {
    guard challenge.capacity != nil, !challenge.isOver(at: now) else { return }
    while try await hasRoom(challenge, in: transaction),
      let account = try await WaitingList.next(in: challenge.id, transaction)
    {
      guard try await mayCome(account, to: challenge, in: transaction) else { continue }
      do {
        try await transaction.groups.add(account, to: challenge.id, by: account)
      } catch is Problem {
        continue
      }
      if challenge.kind == .team, challenge.isDrawnTogether {
        let part = try await ParticipantStore.participant(account, in: challenge.id, transaction)
        if part.team == nil { try await TeamStore.wait(part.id, in: transaction) }
      }
      try await transaction.notify(
        NotificationRequest(
          recipients: [account], kind: "place", text: "placeFree", arguments: ["challenge": challenge.title],
          link: "/fitness-challenges/challenges/\(challenge.id)",
          deduplicationKey: "\(challenge.id)/place/\(now.milliseconds)"))
    }
  }
}

/// My place among those who wait, from 1, and how many wait.
struct PlaceOutput: RouteOutput, Decodable {
  var place: Int
  var waiting: Int
}
