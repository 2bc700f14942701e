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

  private init(id: String, steps: [(id: String, sql: String)]) {
    self.init(id: id, migrations: steps.map { Migration(id: $0.id, sql: $0.sql) })
  }

  /// The namespace of a plugin that has been checked.
  init(_ plugin: CheckedPlugin) {
    self.init(
      id: plugin.id, migrations: plugin.migrations.map { Migration(id: $0.name, sql: $0.sql) },
      boards: plugin.manifest.contributions.boards)
  }
}

extension HostConfiguration {
  /// The namespaces of the host and of every plugin whose manifest and migrations can be read.
  func declaredNamespaces() async throws -> [Namespace] {
    let report = await Checker(try checker(executable: nil)).run()
    return [.host, .accounts, .notifications] + report.plugins.map { Namespace($0) }
  }
}
