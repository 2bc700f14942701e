import FieldhouseAccounts
import FieldhouseHTTP
import FieldhouseKernel
import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseNotifications
import FieldhouseRuntime
import FieldhouseStorage
import FieldhouseSupervision

/// Gives each plugin its own services and keeps its namespace.
actor PluginFactory: HostFactory {
  private let core: HostCore
  private var namespaces: [String: any NamespaceStorage] = [:]
  private var rights: [String: PluginRights] = [:]

  init(core: HostCore) { self.core = core }

  /// The namespace of a plugin that was given its host.
  func storage(of plugin: String) -> (any NamespaceStorage)? { namespaces[plugin] }

  /// The rights of a plugin that was given its host.
  func rights(of plugin: String) -> PluginRights? { rights[plugin] }

  func host(for plugin: CheckedPlugin) async throws -> PluginHost {
    let manifest = plugin.manifest
    let storage = try await namespace(of: plugin)
    let rights = PluginRights(manifest.contributions.rights, storage)
    self.rights[plugin.id] = rights
    let texts = TextTables(plugin.texts)
    core.texts.set(texts, of: plugin.id)
    let log = core.log.with(["plugin": plugin.id])
    let mark = PluginMark(plugin.id)
    return PluginHost(
      pluginID: plugin.id, folder: plugin.folder, clock: core.clock, storage: storage, authentication: core.accounts,
      rights: rights,
      notifications: DeclaredNotifications(
        notifications: core.inbox.notifications(of: plugin.id), names: storage.namespace.names),
      leaderboards: core.boards.leaderboards(of: plugin.id),
      events: MarkedEvents(
        events: core.bus.events(of: plugin.id, declared: manifest.contributions.subscriptions, storage: storage),
        mark: mark),
      schedules: MarkedSchedules(
        schedules: DeclaredSchedules(
          schedules: core.scheduler.schedules(of: plugin.id), names: Set(manifest.contributions.schedules)), mark: mark),
      http: CurlHTTP(origins: Set(manifest.grants.http.compactMap { HTTPOrigin(grant: $0) }), pool: core.outgoing),
      media: manifest.grants.media ? core.media : DeniedMedia(), texts: texts,
      settings: PluginSettings(values: plugin.settings), rules: try RuleFunctions.loading(plugin.rules), log: log,
      metrics: core.metrics.metrics(of: plugin.id))
  }

  func migrate(_ plugin: CheckedPlugin) async throws {
    guard let storage = namespaces[plugin.id] else { return }
    try await storage.migrate()
    await core.replies.attach(storage)
    try await openBoards(of: plugin, storage)
    try await eraseAgain(from: plugin.id, storage)
    await core.publish(from: storage, in: plugin.manifest.area)
    try await core.bus.attach(
      plugin.id, to: plugin.manifest.contributions.subscriptions, log: core.log.with(["plugin": plugin.id]))
    core.carrier.attach(storage)
  }

  private func openBoards(of plugin: CheckedPlugin, _ storage: any NamespaceStorage) async throws {
    let boards = plugin.manifest.contributions.boards
    guard !boards.isEmpty else { return }
    let mark = try await core.boards.open(plugin.id, boards, storage: storage)
    await core.follower.follow(plugin.id, storage, since: mark)
  }

  /// Takes everybody who was erased, also while the plugin was off, out of its rights and off its boards.
  private func eraseAgain(from plugin: String, _ storage: any NamespaceStorage) async throws {
    let erased = try await core.accounts.erased()
    try await storage.eraseGrants(of: erased)
    for account in try await core.boards.known(erased, to: plugin) {
      try await core.boards.erase(account, of: plugin, storage: storage)
    }
  }

  /// Takes every role from a person who was erased, in all plugins that run.
  /// - Throws: ``StorageError``; then nothing is lost by calling it again.
  func eraseGrants(of account: AccountID) async throws {
    for storage in namespaces.values { try await storage.eraseGrants(of: [account]) }
  }

  /// Takes a person who was erased off the boards of all plugins.
  /// - Throws: ``StorageError``; then nothing is lost by calling it again.
  func eraseFromBoards(_ account: AccountID) async throws {
    for plugin in core.boards.plugins {
      guard let storage = namespaces[plugin] else { continue }
      try await core.boards.erase(account, of: plugin, storage: storage)
    }
  }

  private func namespace(of plugin: CheckedPlugin) async throws -> any NamespaceStorage {
    if let storage = namespaces[plugin.id] { return storage }
    let storage = try await core.engine.open(try Namespace(plugin, queryLimits: core.configuration.queryLimits))
    namespaces[plugin.id] = storage
    return storage
  }
}
