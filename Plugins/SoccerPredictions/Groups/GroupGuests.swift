import FieldhouseKit
import Foundation

/// A group, and the founding that it came of.
struct GuestsInput: RouteInput {
  var group: String
  /// As the invitations name it, after the plugin's own.
  var founding: String

  static var schema: Schema {
    .object(
      [
        ("group", .string(minLength: 1, maxLength: 100)),
        (
          "founding",
          .string(
            minLength: 1, maxLength: 100,
            description: "What the invitations have as `subject`, behind `\(SoccerPredictions.foundings)`.")
        ),
      ], required: ["group", "founding"])
  }
}

// Whoever is invited while a group is being founded becomes a friend of the founder at once, also when no group comes
// of it, and a member as soon as there is one, provided that they are friends still. The invitation is an ordinary one to
// friends, with the founding as its subject.
extension SoccerPredictions {
  /// What invitations made during a founding have as their subject; the founding follows.
  static let foundings = "soccer-predictions/"

  func guestRoutes(_ routes: inout Routes) {
    routes.put(
      "/groups/{group}/guests/{founding}",
      "Let whom I have invited while founding a group into it, now or when they come",
      access: .permission("manage-leagues", in: "group")
    ) { (input: GuestsInput, call, transaction) in
      let (me, group) = (try call.account.id, input.group)
      try await GuestStore.note(group, of: input.founding, by: me, at: call.now, in: transaction)
      let waiting = try await GuestStore.take(from: input.founding, by: me, in: transaction)
      let friends = try await host.authentication.friends(of: me, among: waiting)
      for account in waiting where friends.contains(account) {
        try await letIn(account, group, by: me, in: transaction)
      }
      return NoContent()
    }
  }

  /// Somebody has come by an invitation. Of a founding that is not over yet, the guest waits for the group.
  func came(_ event: Event, in transaction: any Transaction) async throws {
    let payload = event.payload
    guard payload["kind"]?.string == "friend", let subject = payload["subject"]?.string,
      subject.hasPrefix(Self.foundings), let inviter = payload["inviter"]?.string.map(AccountID.init),
      let account = payload["account"]?.string.map(AccountID.init)
    else { return }
    let founding = String(subject.dropFirst(Self.foundings.count))
    guard let group = try await GuestStore.group(of: founding, by: inviter, in: transaction) else {
      return try await GuestStore.add(account, to: founding, by: inviter, at: host.clock.now, in: transaction)
    }
    guard try await host.authentication.areFriends(inviter, account) else { return }
    try await letIn(account, group, by: inviter, in: transaction)
  }

  /// Makes a guest a member, provided that the inviter may still do so. Nothing comes of it where the group is full,
  /// archived or gone, or the guest is banned.
  private func letIn(
    _ account: AccountID, _ group: String, by inviter: AccountID, in transaction: any Transaction
  ) async throws {
    guard try await transaction.has("manage-leagues", inviter, in: Scope(Self.groupKind, group)) else { return }
    do {
      guard try await transaction.groups.add(account, to: group, by: inviter),
        let entered = try await transaction.groups.group(group)
      else { return }
      try await transaction.notify(
        NotificationRequest(
          recipients: [account], about: [inviter], kind: "group-changed", text: "groupGuest",
          arguments: ["group": entered.name], link: "/soccer-predictions/groups/\(group)"))
    } catch let problem as Problem where problem.status < 500 {
      host.log.info("A guest does not become a member of the group.", ["code": problem.code])
    }
  }
}
