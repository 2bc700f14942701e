import FieldhouseKit
import Foundation

extension TeamManagement {
  func messageRoutes(_ routes: inout Routes) {
    routes.post(
      "/teams/{team}/messages", "Send the members a notification, of an event or of anything",
      access: .permission(Permission.notify, in: "team"), status: 204, problems: [.teamArchived, .eventUnknown]
    ) { (input: MessageInput, call, transaction) in
      let (me, text) = (try call.account, try input.text.trimmed("/text", "Write something."))
      let (_, group) = try await TeamStore.living(input.team, in: transaction)
      let event: TeamEvent? =
        if let id = input.event { try await EventStore.event(id, of: input.team, in: transaction) } else { nil }
      var members = try await TeamStore.members(of: input.team, in: transaction).filter { $0 != me.id }
      if let event { members = try await oldEnough(members, for: event) }
      try await transaction.notify(
        NotificationRequest(
          recipients: members, about: [me.id], kind: "message", text: event == nil ? "message" : "message.event",
          arguments: ["team": group.name, "name": me.name, "text": text, "event": event?.plan.title ?? ""],
          link: event?.page ?? Team.page(input.team)))
      try await TeamLog.note(
        .messageSent, in: input.team, by: me.id, event?.plan.title ?? "", at: call.now, transaction)
      return NoContent()
    }
  }
}

struct MessageInput: RouteInput {
  var team: String
  var text: String
  /// Where it leads; to the team unless given.
  var event: String?

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id),
        ("text", .string(minLength: 1, maxLength: 280).withMessage("A notification has 1 to 280 characters.")),
        ("event", .nullable(Fields.id)),
      ], required: ["team", "text"])
  }
}
