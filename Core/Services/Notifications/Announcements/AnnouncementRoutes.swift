public import FieldhouseKit
public import Foundation

/// An announcement as those see it who may send such.
public struct ShownAnnouncement: RouteOutput, Decodable {
  /// The id.
  public var id: String
  /// Whom it is for: `everyone`, `role:<role>`, `group:<area>/<id>`, `person:<account>` or `followers:<account>`.
  public var audience: String
  /// The name that the group, the person or the one who is followed had; empty for others.
  public var name: String
  /// What it says.
  public var text: String
  /// The path in the web app where it leads.
  public var link: String?
  /// When it was sent, UTC.
  public var sentAt: Date
  /// Who sent it; nil for the operator, for somebody who has left, and in the list of another audience.
  public var sender: String?
  /// Whether everybody in the audience has it in the inbox.
  public var isDone: Bool
  /// How many have it in their inbox so far; 0 in the list of another audience, as are the two below.
  public var recipients: Int
  /// How many it has reached outside the inbox so far, by whichever way.
  public var delivered: Int
  /// How many it could not reach outside the inbox, though they have a device.
  public var failed: Int
}

/// What is announced to whom.
struct AnnouncementInput: RouteInput {
  var audience: String
  var text: String
  var link: String?

  static var schema: Schema {
    .object(
      [
        (
          "audience",
          .string(
            maxLength: 200,
            description: "`everyone`, `role:<role>`, `group:<area>/<id>`, `person:<account>` or `followers:<account>`.")
        ),
        ("text", .string(minLength: 1, maxLength: 500, pattern: "\\S")),
        (
          "link",
          .string(maxLength: 500, pattern: "^/([^/\\\\\\s][^\\\\\\s]*)?$", description: "A path in the web app.")
        ),
      ], required: ["audience", "text"])
  }
}

/// Which announcements.
struct AnnouncementQuery: RouteInput {
  var audience: String?
  var withEveryone: Bool?
  var limit: Int?
  var after: String?

  static var schema: Schema {
    .object(
      [
        ("audience", .string(maxLength: 200)),
        (
          "withEveryone",
          .boolean(description: "Whether what was announced to everybody is among it, without what came of it.")
        ),
        ("limit", .integer(1...100)), ("after", .string(maxLength: 200)),
      ])
  }
}

/// Announcements, the latest first.
struct AnnouncementPage: RouteOutput {
  var items: [ShownAnnouncement]
  var next: String?

  private enum CodingKeys: String, CodingKey { case items, next }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(items, forKey: .items)
    try container.encode(next, forKey: .next)
  }

  static var schema: Schema {
    .object(
      [("items", .array(of: ShownAnnouncement.schema)), ("next", .nullable(.string()))], required: ["items", "next"])
  }
}

extension Announcer {
  private static let unknown = Problem.notFound("audience-unknown", "There is no such group, role or person.")

  /// Declares the routes, to be mounted at `/v1`.
  public func routes(_ routes: inout Routes) {
    routes.action(
      "/announcements",
      "Announce something to everybody, a role, a person, their followers, or a group that I look after",
      access: .account, status: 201, problems: [.forbidden(), Self.unknown]
    ) { (input: AnnouncementInput, call) in try await announce(input, call) }
    routes.get(
      "/announcements", "What was announced, the latest first; to one audience for who may send to it",
      access: .account,
      problems: [.forbidden()]
    ) { (input: AnnouncementQuery, call) in try await list(input, call) }
  }

  private func announce(_ input: AnnouncementInput, _ call: Call) async throws -> ShownAnnouncement {
    let audience = try await checked(input.audience, call)
    guard let name = try await source.name(of: audience) else { throw Self.unknown }
    let isOperator = call.principal?.isOperator ?? false
    let announcement = Announcement(
      id: UUID().uuidString.lowercased(), audienceText: audience.text, name: name, body: input.text, link: input.link,
      sender: isOperator ? "" : try call.account.id.text, createdAt: call.now, cursor: "", isDone: false,
      recipients: 0, delivered: 0, failed: 0)
    try await inbox.storage.write { try await AnnouncementStore.add(announcement, in: $0) }
    ring()
    return ShownAnnouncement(announcement)
  }

  private func list(_ input: AnnouncementQuery, _ call: Call) async throws -> AnnouncementPage {
    let audience = try await checked(input.audience ?? "everyone", call)
    let (limit, before) = (input.limit ?? 20, try input.after.map(Self.place))
    let audiences = input.withEveryone == true ? [audience, .everyone] : [audience]
    let found = try await inbox.storage.read {
      try await AnnouncementStore.list(
        input.audience == nil ? nil : audiences, before: before, limit: limit + 1, in: $0)
    }
    let last = found.count > limit ? found[limit - 1] : nil
    return AnnouncementPage(
      items: found.prefix(limit).map { announcement in
        let isOthers = audience != .everyone && announcement.audience == .everyone
        return isOthers ? ShownAnnouncement(announcement).withoutOutcome : ShownAnnouncement(announcement)
      },
      next: last.map { "\(AnnouncementStore.milliseconds($0.createdAt))~\($0.id)" })
  }

  private func checked(_ text: String, _ call: Call) async throws -> AnnouncementAudience {
    guard let audience = AnnouncementAudience(text) else {
      throw Problem.invalid(
        "/audience", "audience",
        "An audience is everyone, role:<role>, group:<area>/<id>, person:<account> or followers:<account>.")
    }
    guard let principal = call.principal, try await source.maySend(principal, to: audience) else {
      throw Problem.forbidden("You may not announce anything to them.")
    }
    return audience
  }

  private static func place(_ cursor: String) throws -> (Int64, String) {
    let parts = cursor.split(separator: "~", maxSplits: 1).map(String.init)
    guard parts.count == 2, let time = Int64(parts[0]) else {
      throw Problem.invalid("/after", "cursor", "Use the 'next' of the page before.")
    }
    return (time, parts[1])
  }
}

extension ShownAnnouncement {
  init(_ announcement: Announcement) {
    self.init(
      id: announcement.id, audience: announcement.audienceText, name: announcement.name, text: announcement.body,
      link: announcement.link, sentAt: announcement.createdAt,
      sender: announcement.sender.isEmpty ? nil : announcement.sender, isDone: announcement.isDone,
      recipients: announcement.recipients, delivered: announcement.delivered, failed: announcement.failed)
  }

  /// As those see it who may not send it: how many people the platform reaches is none of their business.
  var withoutOutcome: Self {
    var shown = self
    (shown.sender, shown.recipients, shown.delivered, shown.failed) = (nil, 0, 0, 0)
    return shown
  }
}
