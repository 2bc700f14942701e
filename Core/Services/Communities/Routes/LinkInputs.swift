internal import FieldhouseKit
internal import Foundation

/// A link to be made.
struct LinkDraftInput: RouteInput {
  let group: String
  let expiresAt: Date?
  let places: Int?

  static var schema: Schema {
    .object(
      [
        ("group", Fields.id),
        (
          "expiresAt",
          .string(
            format: .dateTime,
            description: "Until when, to the second, at most \(GroupLink.longestDays) days from now; "
              + "\(GroupLink.usualDays) days without it.")
        ),
        (
          "places",
          .integer(1...Int64(GroupLink.mostPlaces), description: "How many people may join; any number without it.")
        ),
      ], required: ["group"])
  }
}

/// A link of a group by its id.
struct GroupLinkInput: RouteInput {
  let group: String
  let link: String
  static var schema: Schema { .object([("group", Fields.id), ("link", Fields.id)], required: ["group", "link"]) }
}

/// The secret of a link.
struct LinkTokenInput: RouteInput {
  let token: String
  static var schema: Schema { .object([("token", Fields.id)], required: ["token"]) }
}

/// Joining through a link.
struct LinkJoinInput: RouteInput {
  let token: String
  let sharesContact: Bool?
  static var schema: Schema { .object([("token", Fields.id), Fields.sharesContact], required: ["token"]) }
}

/// A link to be drawn, by its secret, or a code.
enum QRInput {
  static var schema: Schema { .object([("group", Fields.id), ("token", Fields.id)], required: ["group", "token"]) }
}

/// A link as those see it who may invite.
struct LinkView: RouteOutput, Decodable {
  let id: String
  /// The link to hand out; told only when it is made.
  let link: String?
  /// Who has made it, unless they have left the installation.
  let by: PersonView?
  /// How many people may join through it; any number without it.
  let places: Int?
  let joined: Int
  let at: Date
  let expiresAt: Date
  let state: GroupLink.State

  init(_ link: GroupLink, address: String? = nil, by maker: Account?, at now: Date) {
    (id, self.link, by) = (link.id, address, maker.map(PersonView.init))
    (places, joined, at) = (link.places, link.joined, link.at)
    (expiresAt, state) = (link.expiresAt, link.state(at: now))
  }

  static var schema: Schema { .derived(from: Self.self).refining("link", .string().secret) }
}

/// A group as somebody sees it who has a link or a code for it.
struct OfferView: RouteOutput, Decodable {
  /// The area of the plugin that the group belongs to.
  let area: String
  /// What it is that opens the group.
  let way: Way
  let name: String
  /// The group itself, where it is to be seen without joining.
  let group: GroupView?

  enum Way: String, Sendable, Codable, CaseIterable { case link, code }
}
