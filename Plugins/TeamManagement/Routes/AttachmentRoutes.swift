import FieldhouseKit
import Foundation

// Files of events. Who sees an event sees its files, who changes events changes them; they go with the event.
extension TeamManagement {
  private static let path = "/teams/{team}/events/{event}/files/{name}"

  func attachmentRoutes(_ routes: inout Routes) {
    routes.add(attaching)
    routes.add(attached)
    routes.delete(
      Self.path, "Take a file from an event", access: .permission(Permission.calendar, in: "team"),
      problems: [.teamArchived, .eventUnknown, .attachmentUnknown]
    ) { (input: AttachmentInput, call, transaction) in
      _ = try await TeamStore.livingGroup(input.team, in: transaction)
      let event = try await EventStore.event(input.event, of: input.team, withContacts: false, in: transaction)
      guard try await AttachmentStore.remove(input.name, of: event.id, in: transaction) else {
        throw Problem.attachmentUnknown
      }
      try await noteFiles(of: event, by: try call.account.id, at: call.now, in: transaction)
      return NoContent()
    }
  }

  /// Takes the file as the body of the request.
  private var attaching: Route {
    var route = Route(
      method: .put, path: Self.path,
      summary: "Put a file or a picture to an event, instead of the one of the same name",
      access: .permission(Permission.calendar, in: "team"), input: AttachmentInput.schema, output: nil, status: 204,
      problems: [.teamArchived, .eventUnknown, .attachmentsFull, .attachmentUnfit],
      handler: Route.Handler(transactional: { request, call, transaction in
        let input = AttachmentInput(request)
        guard let type = request.contentType, FileType.fits(request.body, type) else { throw Problem.attachmentUnfit }
        _ = try await TeamStore.livingGroup(input.team, in: transaction)
        let event = try await EventStore.event(input.event, of: input.team, withContacts: false, in: transaction)
        try await AttachmentStore.put(
          request.body, type, input.name, to: event, by: try call.account.id, at: call.now, in: transaction)
        try await noteFiles(of: event, by: try call.account.id, at: call.now, in: transaction)
        return RawResponse(status: 204)
      }))
    route.bodyTypes = FileType.all
    route.maximumBodyBytes = AttachmentStore.largest
    return route
  }

  /// What is no picture is saved, not opened; nothing in a file may run.
  private var attached: Route {
    Route(
      method: .get, path: Self.path, summary: "A file of an event", access: .permission(Permission.view, in: "team"),
      input: AttachmentInput.schema, output: .string(), status: 200, contentType: "application/pdf",
      problems: [.eventUnknown, .attachmentUnknown],
      handler: Route.Handler(plain: { [host] request, call in
        let input = AttachmentInput(request)
        let (event, file) = try await host.storage.read { transaction in
          let event = try await EventStore.event(input.event, of: input.team, withContacts: false, in: transaction)
          return (event, try await AttachmentStore.file(input.name, of: event.id, in: transaction))
        }
        guard try await !isTooYoung(try call.account.id, for: event) else { throw Problem.eventUnknown }
        guard let file else { throw Problem.attachmentUnknown }
        return RawResponse(
          status: 200, contentType: file.type,
          headers: [
            "cache-control": "private, no-cache", "content-security-policy": "default-src 'none'; sandbox",
            "content-disposition": file.type.hasPrefix("image/") ? "inline" : "attachment",
          ], body: file.bytes)
      }))
  }

  private func noteFiles(
    of event: TeamEvent, by actor: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    try await TeamLog.note(.filesChanged, in: event.team, by: actor, event.plan.title, at: now, transaction)
    try await publish("calendar", of: event.team, event: event.id, in: transaction)
  }
}

/// A file of an event, by its name.
struct AttachmentInput: RouteInput {
  var team: String
  var event: String
  var name: String

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id), ("event", Fields.id),
        (
          "name",
          .string(minLength: 1, maxLength: 100).withMessage("The name of a file has 1 to 100 characters.")
        ),
      ], required: ["team", "event", "name"])
  }

  init(_ request: RawRequest) {
    func named(_ name: String) -> String { request.parameters[name] ?? "" }
    (team, event, name) = (named("team"), named("event"), named("name"))
  }
}

/// A file of an event, as it is told of.
struct AttachmentOutput: RouteOutput, Decodable {
  var name: String
  /// Its media type.
  var type: String
  /// In bytes.
  var size: Int
  var addedAt: Date

  init(_ attachment: AttachmentStore.Attachment) {
    (name, type, size, addedAt) = (attachment.name, attachment.type, attachment.size, attachment.addedAt)
  }
}
