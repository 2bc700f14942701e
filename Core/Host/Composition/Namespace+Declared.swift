import FieldhouseAccounts
import FieldhouseKernel
import FieldhouseNotifications
import FieldhouseRuntime
import FieldhouseStorage

extension Namespace {
  /// The host's own state: what its schedules have done.
  static let host = Namespace(id: "host", steps: [Scheduler.migration])
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
  init(_ plugin: CheckedPlugin, queryLimits: QueryLimits = QueryLimits()) {
    self.init(
      id: plugin.id, migrations: plugin.migrations.map { Migration(id: $0.name, sql: $0.sql) },
      boards: plugin.manifest.contributions.boards, rights: plugin.manifest.contributions.rights,
      queryLimits: queryLimits)
  }
}

extension HostConfiguration {
  /// The namespaces of the host and of every plugin whose manifest and migrations can be read.
  func declaredNamespaces() async throws -> [Namespace] { try await declared().namespaces }

  /// The same with the plugins themselves.
  func declared() async throws -> (namespaces: [Namespace], plugins: [CheckedPlugin]) {
    var checker = try checker(executable: nil)
    // What a plugin keeps is there whether it is kept out or not.
    checker.quarantined = [:]
    let report = await Checker(checker).run()
    return (Namespace.ofHost + report.plugins.map { Namespace($0) }, report.plugins)
  }
}
