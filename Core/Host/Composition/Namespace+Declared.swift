import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseContent
import FieldhouseKernel
import FieldhouseKit
import FieldhouseNotifications
import FieldhouseRuntime
import FieldhouseStorage

extension Namespace {
  /// The host's own state: what its schedules have done, events that wait, and pages.
  static let host = Namespace(
    id: "host",
    steps: [Scheduler.migration] + LaneStore.migrations
      + (Content.migrations + DataEnvironment.migrations).sorted { $0.id < $1.id })
  /// Accounts, sessions and roles.
  static let accounts = Namespace(id: "accounts", steps: AccountsSchema.steps.map { ($0.id, $0.sql) })
  /// The inboxes.
  static let notifications = Namespace(id: "notifications", steps: Inbox.migrations)

  /// The host's own: every installation that has been started has them.
  static let ofHost = [host, accounts, notifications]

  private init(id: String, steps: [(id: String, sql: String)]) {
    self.init(id: id, migrations: steps.map { Migration(id: $0.id, sql: $0.sql) }, queryLimits: .unlimited)
  }

  /// The namespace of a plugin that has been checked.
  /// - Parameter groups: what changes its groups; where nobody does, its tables are there all the same.
  /// - Throws: ``SchemaError``, which the check of the manifest has found before.
  init(
    _ plugin: CheckedPlugin, groups: PluginGroups? = nil, queryLimits: QueryLimits = QueryLimits()
  ) throws(SchemaError) {
    self.init(
      id: plugin.id, migrations: plugin.migrations.map { Migration(id: $0.name, sql: $0.sql) },
      boards: plugin.manifest.contributions.boards, rights: plugin.manifest.contributions.rights,
      names: try DeclaredNames(plugin.manifest),
      groups: GroupService(plugin.manifest.contributions, groups), queryLimits: queryLimits)
  }
}

extension DeclaredNames {
  /// What a plugin declares.
  /// - Throws: ``SchemaError``, which the check of the manifest has found before.
  init(_ manifest: Manifest) throws(SchemaError) {
    let contributions = manifest.contributions
    let ofGroups = contributions.hasCommunities ? PluginGroups.notifications : []
    let heard: [(String, Schema?)] =
      contributions.groups.isEmpty
      ? [] : [(GroupArrival.name, nil), (GroupFarewell.name, nil), (GroupResponsible.name, nil)]
    try self.init(
      area: manifest.area,
      topics: contributions.topics.map(\.name) + contributions.groups.map { PluginGroups.topic(of: $0) }
        + contributions.groups.flatMap { [PluginGroups.chatTopic(of: $0), PluginGroups.feedTopic(of: $0)] }.compactMap {
          $0
        }
        + contributions.feeds.map { PluginGroups.feedTopic(of: $0.kind) },
      notifications: Set(contributions.notifications.map(\.kind) + ofGroups),
      events: Dictionary(
        contributions.events.map { ($0.name, $0.payload) } + heard, uniquingKeysWith: { first, _ in first }))
  }
}

extension HostConfiguration {
  /// The namespaces of the host and of every plugin whose manifest and migrations can be read.
  /// - Parameter parts: what operators decided apart from the manifests.
  func declaredNamespaces(_ parts: OperatorParts) async throws -> [Namespace] { try await declared(parts).namespaces }

  /// The same with the plugins themselves.
  func declared(_ parts: OperatorParts) async throws -> (namespaces: [Namespace], plugins: [CheckedPlugin]) {
    var checker = try checker(executable: nil, parts: parts)
    // What a plugin keeps is there whether it is kept out or not.
    checker.quarantined = [:]
    let report = await Checker(checker).run()
    return (Namespace.ofHost + (try report.plugins.map { try Namespace($0) }), report.plugins)
  }
}
