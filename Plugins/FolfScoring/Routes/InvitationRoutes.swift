import FieldhouseKit
import Foundation

extension FolfScoring {
  func invitationRoutes(_ routes: inout Routes) {
    routes.post(
      "/rounds/{round}/invitations", "Invite a friend of mine to the lobby", access: .permission("play", in: "round"),
      status: 204, problems: [.started, .over, .notFriends]
    ) { (input: InvitationInput, call, transaction) in
      let (round, me) = (try await lobby(input.round, in: transaction), try call.account)
      let friend = AccountID(input.account)
      guard try await host.authentication.areFriends(me.id, friend) else { throw Problem.notFriends }
      try await InvitationStore.add(friend, to: round.id, by: me.id, at: call.now, in: transaction)
      try await transaction.notify(
        NotificationRequest(
          recipients: [friend], about: [me.id], kind: "invitation",
          text: round.courseName.isEmpty ? "invitedSomewhere" : "invited",
          arguments: ["name": me.name, "course": round.courseName],
          link: "/folf-scoring/rounds/\(round.id)/invitation", deduplicationKey: round.id))
      return NoContent()
    }
    routes.post(
      "/rounds/{round}/acceptance", "Come to the lobby to which a friend has invited me", access: .account, status: 200,
      problems: [.notFound(), .invitationExpired, .full]
    ) { (input: RoundName, call, transaction) in
      try await accept(input.round, as: try call.account, at: call.now, in: transaction)
    }
  }

  private func accept(
    _ id: String, as me: Account, at now: Date, in transaction: any Transaction
  ) async throws -> RoundName {
    guard let round = try await RoundStore.find(id, in: transaction) else { throw Problem.notFound() }
    let others = try await RoundStore.players(of: id, in: transaction).compactMap(\.account)
    if others.contains(me.id) { return RoundName(round: id) }
    guard try await InvitationStore.has(me.id, in: id, transaction) else { throw Problem.notFound() }
    guard try await host.authentication.blocks(between: me.id, and: others).isEmpty else { throw Problem.notFound() }
    guard round.state == .lobby else { throw Problem.invitationExpired }
    try await enter(round, me, at: now, in: transaction)
    return RoundName(round: id)
  }
}

/// Somebody who is invited.
struct InvitationInput: RouteInput {
  var round: String
  var account: String
  static var schema: Schema { .object([("round", .id), ("account", .id)], required: ["round", "account"]) }
}
