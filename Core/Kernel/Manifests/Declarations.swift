public import FieldhouseKit

/// A live topic.
public struct TopicDeclaration: Sendable, Hashable, Codable {
  /// Who may watch.
  public enum Watchers: String, Sendable, Hashable, Codable {
    /// Anybody.
    case everyone
    /// Anybody who is signed in, guests included.
    case account
    /// Who has the permission.
    case permission
    /// Whom the plugin lets (``Plugin/mayWatch(_:_:)``).
    case plugin
  }

  /// The name below `<area>/`, such as `matches/{match}`.
  public let name: String
  /// Who may watch.
  public let access: Watchers
  /// The permission that is needed.
  public let permission: String?
  /// The parameter of the name that holds the id of what the permission is needed for; nil for the whole host.
  public let `in`: String?

  /// The names of the name's parameters, in order.
  var parameters: [String] { PathShape.parameters(of: name) }
}

/// An event that a plugin emits.
public struct EventDeclaration: Sendable, Hashable, Decodable {
  /// The name; other plugins know it as `<area>.<name>`.
  public let name: String
  /// The schema of what it carries; nil when anything may be.
  public let payload: Schema?

  private enum CodingKeys: String, CodingKey { case name, payload }

  /// Reads a declaration.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    payload = try values.decodeIfPresent(JSON.self, forKey: .payload).map { Schema($0) }
  }
}

/// A kind of notification that people can switch off.
public struct NotificationDeclaration: Sendable, Hashable, Decodable {
  /// The kind.
  public let kind: String
  /// The key of its title in the text tables.
  public let title: String
  /// The ways outside the inbox, `push`, `email`, `sms`: the first that can arrive is taken, the next follows where it did
  /// not. `push` unless given; none for what stays in the inbox.
  public let channels: [String]
  /// Which of its notifications take one another's place on a device: `none`, `link` (those that lead to the same page,
  /// unless given) or `kind` (all of the kind).
  public let collapse: String
  /// The path below `/<area>` of the page where one leads that has no link of its own, such as `/matches/{match}`, with
  /// `{name}` for the argument of that name.
  public let link: String?
  /// Whether a mail or a text message leads straight to the notification's own link, which opens without a session, and not
  /// over the inbox. False unless given.
  public let opensWithoutSession: Bool

  private enum Key: String, CodingKey { case kind, title, channels, collapse, link, opensWithoutSession }

  /// Reads what is there.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    kind = try values.decode(String.self, forKey: .kind)
    title = try values.decode(String.self, forKey: .title)
    channels = try values.decodeIfPresent([String].self, forKey: .channels) ?? ["push"]
    collapse = try values.decodeIfPresent(String.self, forKey: .collapse) ?? "link"
    link = try values.decodeIfPresent(String.self, forKey: .link)
    opensWithoutSession = try values.decodeIfPresent(Bool.self, forKey: .opensWithoutSession) ?? false
  }
}

/// A kind of things that each have a feed, such as matches; whether there is such a thing is asked of the plugin.
public struct FeedDeclaration: Sendable, Hashable, Codable {
  /// The kind: `/v1/feeds/<area>/<kind>/<id of the thing>/posts`.
  public let kind: String
  /// The path of the page that shows one, below `/<area>`, with `{thing}` for its id; nil where there is none.
  public let page: String?
}

/// A page of a thing that people share: whoever is handed its address is shown what it is before opening it.
public struct ShareDeclaration: Sendable, Hashable, Codable {
  /// The path in the web app below `/<area>`, such as `/matches/{match}`.
  public let page: String
  /// The path of the route below `/v1/<area>` that says what strangers are shown, with the same parameters.
  public let card: String

  /// The names of the page's parameters, in order.
  public var pageParameters: [String] { PathShape.parameters(of: page) }
  /// The names of the route's parameters, in order.
  public var cardParameters: [String] { PathShape.parameters(of: card) }
  /// The route.
  public var route: RouteDeclaration { RouteDeclaration(method: "GET", path: card) }
}

/// A page of the web app.
public struct PageDeclaration: Sendable, Hashable, Decodable {
  /// The path below `/<area>`.
  public let path: String
  /// The key of its title in the text tables.
  public let title: String
  /// The JavaScript module that draws it.
  public let script: String
  /// Whether the app's navigation shows it.
  public let navigation: Bool
  /// Whether the side menu of the app leads to it.
  public let menu: Bool
  /// The key of what the app's first tour says of its entry in the navigation; nil where it says nothing.
  public let tour: String?
  /// The colour of play as `#0a7d3c`, of which the app derives all that it paints in it; nil for the app's own.
  public let accent: String?
  /// The name of one of the app's icons; nil where the navigation shows the first letter of the title.
  public let icon: String?

  private enum CodingKeys: String, CodingKey { case path, title, script, navigation, menu, tour, accent, icon }

  /// Reads a declaration.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    path = try values.decode(String.self, forKey: .path)
    title = try values.decode(String.self, forKey: .title)
    script = try values.decode(String.self, forKey: .script)
    navigation = try values.decodeIfPresent(Bool.self, forKey: .navigation) ?? false
    menu = try values.decodeIfPresent(Bool.self, forKey: .menu) ?? false
    tour = try values.decodeIfPresent(String.self, forKey: .tour)
    accent = try values.decodeIfPresent(String.self, forKey: .accent)
    icon = try values.decodeIfPresent(String.self, forKey: .icon)
  }
}

/// What a plugin shows on the web app's page of today.
public struct HomeDeclaration: Sendable, Hashable, Codable {
  /// Who has cards.
  public enum Audience: String, Sendable, Hashable, Codable {
    /// Anybody.
    case everyone
    /// Anybody who is signed in, guests included.
    case account
  }

  /// The JavaScript module that says which cards there are.
  public let script: String
  /// Who has cards; for nobody else the script is fetched.
  public let access: Audience

  private enum CodingKeys: String, CodingKey { case script, access }

  /// Reads a declaration.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    script = try values.decode(String.self, forKey: .script)
    access = try values.decodeIfPresent(Audience.self, forKey: .access) ?? .everyone
  }
}

/// A game type.
public struct GameTypeDeclaration: Sendable, Hashable, Codable {
  /// The name in the interface.
  public let id: String
  /// What people read.
  public let title: String
}
