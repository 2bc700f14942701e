public import FieldhouseKit

/// What a plugin adds to the host.
public struct Contributions: Sendable, Hashable {
  /// Routes below `/v1/<area>`.
  public var routes: [RouteDeclaration] = []
  /// Leaderboards.
  public var boards: [BoardDeclaration] = []
  /// Live topics below `<area>/`.
  public var topics: [TopicDeclaration] = []
  /// Events the plugin emits.
  public var events: [EventDeclaration] = []
  /// Full names of events it receives.
  public var subscriptions: [String] = []
  /// Names of its schedules.
  public var schedules: [String] = []
  /// Kinds of notifications it sends.
  public var notifications: [NotificationDeclaration] = []
  /// What it answers to other plugins.
  public var questions: [QuestionDeclaration] = []
  /// What it asks other plugins.
  public var asks: [AskDeclaration] = []
  /// Who can be allowed to do what, with which things.
  public var rights = RightsDeclaration()
  /// The permissions for which the second factor is asked where the operator wants it of those who look after something: what
  /// roles with `secondFactor` bring and no other role.
  public var guardedPermissions: Set<String> = []
  /// The kinds of groups that people found and join.
  public var groups: [GroupKind] = []
  /// The kinds of its things that people post about.
  public var feeds: [FeedDeclaration] = []
  /// The pages of its things that people share.
  public var shares: [ShareDeclaration] = []
  /// Pages of the web app below `/<area>`.
  public var pages: [PageDeclaration] = []
  /// What it shows on the web app's page of today; nil where it shows nothing there.
  public var home: HomeDeclaration?
  /// The table of texts of each language (BCP 47), as a path.
  public var texts: [String: String] = [:]
  /// Game types.
  public var gameTypes: [GameTypeDeclaration] = []
  /// Libraries of C functions.
  public var rules: [RuleModuleDeclaration] = []

  /// No contributions.
  public init() {}

  /// Whether people write to one another: whether there are groups or feeds.
  public var hasCommunities: Bool { !groups.isEmpty || !feeds.isEmpty }

  /// The JavaScript modules with which the web app begins.
  var scripts: [String] { pages.map(\.script) + [home?.script].compactMap(\.self) }

  /// The question of this name; nil when the plugin answers none.
  public func question(_ name: String) -> QuestionDeclaration? { questions.first { $0.name == name } }
}

extension Contributions: Decodable {
  private enum Key: String, CodingKey {
    case routes, boards, topics, events, subscriptions, schedules, notifications, scopes, permissions, roles
    case pages, home, texts, gameTypes, rules, questions, asks, groups, feeds, shares
  }

  /// Reads what is there.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    routes = try values.list(.routes)
    boards = try values.list(.boards)
    topics = try values.list(.topics)
    events = try values.list(.events)
    subscriptions = try values.list(.subscriptions)
    schedules = try values.list(.schedules)
    notifications = try values.list(.notifications)
    questions = try values.list(.questions)
    asks = try values.list(.asks)
    rights = RightsDeclaration(
      scopes: try values.list(.scopes), permissions: try values.list(.permissions), roles: try values.list(.roles))
    let guards: [RoleGuard] = try values.list(.roles)
    let open = guards.filter { $0.secondFactor != true }.flatMap(\.permissions)
    guardedPermissions = Set(guards.filter { $0.secondFactor == true }.flatMap(\.permissions)).subtracting(open)
    groups = try values.list(.groups)
    feeds = try values.list(.feeds)
    shares = try values.list(.shares)
    pages = try values.list(.pages)
    home = try values.decodeIfPresent(HomeDeclaration.self, forKey: .home)
    texts = try values.decodeIfPresent([String: String].self, forKey: .texts) ?? [:]
    gameTypes = try values.list(.gameTypes)
    rules = try values.list(.rules)
  }
}

/// What a role says of the second factor.
private struct RoleGuard: Decodable {
  let permissions: [String]
  let secondFactor: Bool?
}
