import FieldhouseHTTP
import FieldhouseKernel
import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseNotifications
import FieldhouseRuntime
import FieldhouseStorage

/// Gives each plugin its own services and keeps its namespace.
actor PluginFactory: HostFactory {
  private let core: HostCore
  private let media: any Media
  private var namespaces: [String: any NamespaceStorage] = [:]

  init(core: HostCore) throws {
    self.core = core
    media = try MediaFolder(folder: "\(core.configuration.data)/media", digest: { SHA256.hex(of: $0) })
  }

  /// The namespace of a plugin that was given its host.
  func storage(of plugin: String) -> (any NamespaceStorage)? { namespaces[plugin] }

  func host(for plugin: CheckedPlugin) async throws -> PluginHost {
    let manifest = plugin.manifest
    let storage = try await namespace(of: plugin)
    let texts = TextTables(plugin.texts)
    core.texts.set(texts, of: plugin.id)
    let log = core.log.with(["plugin": plugin.id])
    return PluginHost(
      pluginID: plugin.id, folder: plugin.folder, clock: core.clock, storage: storage, authentication: core.accounts,
      notifications: core.inbox.notifications(of: plugin.id),
      leaderboards: core.boards.leaderboards(of: plugin.id),
      live: PluginLive(hub: core.live, area: manifest.area, log: log),
      events: core.bus.events(of: plugin.id, storage: storage),
      schedules: core.scheduler.schedules(of: plugin.id),
      http: CurlHTTP(hosts: Self.hosts(manifest.grants.http), pool: core.outgoing),
      media: manifest.grants.media ? media : DeniedMedia(), texts: texts,
      settings: PluginSettings(values: plugin.settings), rules: try RuleFunctions.loading(plugin.rules), log: log,
      metrics: core.metrics.metrics(of: plugin.id))
  }

  func migrate(_ plugin: CheckedPlugin) async throws {
    guard let storage = namespaces[plugin.id] else { return }
    try await storage.migrate()
    try await core.boards.open(plugin.id, plugin.manifest.contributions.boards, storage: storage)
    await core.carrier.attach(storage)
  }

  private func namespace(of plugin: CheckedPlugin) async throws -> any NamespaceStorage {
    if let storage = namespaces[plugin.id] { return storage }
    let migrations = plugin.migrations.map { Migration(id: $0.name, sql: $0.sql) }
    let storage = try await core.engine.open(
      Namespace(id: plugin.id, migrations: migrations, boards: plugin.manifest.contributions.boards))
    namespaces[plugin.id] = storage
    return storage
  }

  private static func hosts(_ grants: [String]) -> Set<String> {
    Set(grants.map { ($0.split(separator: "/").last.map(String.init) ?? $0).lowercased() })
  }
}
