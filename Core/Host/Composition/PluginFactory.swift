import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseContent
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
  /// The namespaces of plugins that were not given their host yet.
  private var opened: [String: any NamespaceStorage] = [:]
  private var rights: [String: PluginRights] = [:]
  private var hosts: [String: PluginHost] = [:]
  private var hooks: [String: LateHooks] = [:]
  private var groups: [String: PluginGroups] = [:]
  private var feeds: [String: FeedMemory] = [:]
  /// The plugins that have kept nothing before this start.
  private var newcomers: Set<String> = []

  init(core: HostCore) { self.core = core }

  /// The namespace of a plugin that was given its host.
  func storage(of plugin: String) -> (any NamespaceStorage)? { namespaces[plugin] }

  /// The rights of a plugin that was given its host.
  func rights(of plugin: String) -> PluginRights? { rights[plugin] }

  /// The services of a plugin that was given its host.
  func services(of plugin: String) -> PluginHost? { hosts[plugin] }

  /// Opens the namespaces of plugins side by side, before each is given its host: where their tables are not there yet that
  /// takes its time. What cannot be opened is told then.
  func open(_ plugins: [CheckedPlugin]) async {
    await withDiscardingTaskGroup { group in
      for plugin in plugins { group.addTask { await self.open(plugin) } }
    }
  }

  private func open(_ plugin: CheckedPlugin) async {
    opened[plugin.id] = try? await newNamespace(of: plugin)
  }

  private func newNamespace(of plugin: CheckedPlugin) async throws -> any NamespaceStorage {
    try await core.engine.open(
      try Namespace(plugin, groups: groups(of: plugin), queryLimits: core.configuration.queryLimits))
  }

  private func hooks(of plugin: CheckedPlugin) -> LateHooks {
    if let hooks = hooks[plugin.id] { return hooks }
    let made = LateHooks(PluginMark(plugin.id))
    hooks[plugin.id] = made
    return made
  }

  private func groups(of plugin: CheckedPlugin) -> PluginGroups {
    if let groups = groups[plugin.id] { return groups }
    let (manifest, hooks) = (plugin.manifest, hooks(of: plugin))
    let made = PluginGroups(
      manifest.contributions.groups,
      feeds: manifest.contributions.feeds.map { FeedKind($0.kind, page: $0.page) }, area: manifest.area,
      name: manifest.name, rights: manifest.contributions.rights, demand: demand(of: manifest), clock: core.clock,
      hook: { try await hooks($0, in: $1) })
    groups[plugin.id] = made
    return made
  }

  func host(for plugin: CheckedPlugin) async throws -> PluginHost {
    let manifest = plugin.manifest
    let mark = PluginMark(plugin.id)
    let (hooks, groups) = (hooks(of: plugin), groups(of: plugin))
    let storage = try await namespace(of: plugin)
    let rights = rights(of: plugin, storage)
    core.texts.set(TextTables(plugin.texts), of: plugin.id)
    let log = core.log.with(["plugin": plugin.id])
    let events = SiftedEvents(
      events: core.bus.events(of: plugin.id, declared: manifest.contributions.subscriptions, storage: storage),
      accounts: core.accounts, hooks: hooks)
    var host = PluginHost(
      pluginID: plugin.id, folder: plugin.folder, clock: core.clock,
      storage: manifest.contributions.asks.isEmpty ? storage : ObservedStorage(storage: storage),
      authentication: core.accounts,
      rights: rights,
      notifications: DeclaredNotifications(
        notifications: core.inbox.notifications(of: plugin.id), names: storage.namespace.names),
      leaderboards: core.boards.leaderboards(of: plugin.id),
      events: MarkedEvents(events: events, mark: mark),
      schedules: MarkedSchedules(
        schedules: DeclaredSchedules(
          schedules: core.scheduler.schedules(of: plugin.id), names: Set(manifest.contributions.schedules)), mark: mark),
      http: CurlHTTP(origins: Set(manifest.grants.http.compactMap { HTTPOrigin(grant: $0) }), pool: core.outgoing),
      media: manifest.grants.media ? try core.media.place(of: plugin.id) : DeniedMedia(),
      texts: core.texts.texts(of: plugin.id),
      settings: PluginSettings(values: plugin.settings), rules: try RuleFunctions.loading(plugin.rules), log: log,
      metrics: core.metrics.metrics(of: plugin.id), questions: DeclaredQuestions(manifest, desk: core.desk))
    host.groups = groups.reader(StoredGroups(storage: storage), isMember: rights.holdsSomething)
    hosts[plugin.id] = host
    return host
  }

  /// The routes of a plugin's groups, and of reports of what people write there and in its feeds; nil when it declares
  /// neither groups nor feeds.
  func groupRoutes(of plugin: RunningPlugin) -> GroupRoutes? {
    guard plugin.checked.manifest.contributions.hasCommunities, let storage = namespaces[plugin.id],
      let groups = groups[plugin.id]
    else { return nil }
    return GroupRoutes(
      groups, storage: storage, rows: StoredGroups(storage: storage), people: core.accounts,
      services: core.groupServices, sees: plugin.showsThing)
  }

  /// The routes of a plugin's feeds; nil when it declares neither groups nor feeds.
  func feedRoutes(of plugin: RunningPlugin) -> FeedRoutes? {
    guard plugin.checked.manifest.contributions.hasCommunities, let storage = namespaces[plugin.id],
      let groups = groups[plugin.id]
    else { return nil }
    return FeedRoutes(
      groups, storage: storage, rows: StoredGroups(storage: storage), people: core.accounts,
      pictures: core.groupPictures, memory: feedMemory(of: plugin.id, groups, storage), sees: plugin.showsThing)
  }

  /// What is remembered of a plugin's feeds, which follows the commits of its namespace that this process makes.
  private func feedMemory(
    of plugin: String, _ groups: PluginGroups, _ storage: any NamespaceStorage
  ) -> FeedMemory {
    if let memory = feeds[plugin] { return memory }
    let memory = FeedMemory(groups, news: StoredFeedNews(storage: storage))
    storage.onCommit { effects in
      for effect in effects {
        switch effect {
        case .published(let topic): memory.forget(topic: topic)
        case .grants(let part): memory.forget(part: part)
        default: break
        }
      }
    }
    feeds[plugin] = memory
    return memory
  }

  /// The routes of the organisations among a plugin's groups; nil when it declares no groups.
  func organisationRoutes(of plugin: RunningPlugin) -> OrganisationRoutes? {
    guard !plugin.checked.manifest.contributions.groups.isEmpty, let storage = namespaces[plugin.id],
      let groups = groups[plugin.id]
    else { return nil }
    return OrganisationRoutes(
      groups, rows: StoredGroups(storage: storage), people: core.accounts, services: core.organisationServices)
  }

  /// The groups and feeds of a plugin as the host asks those of all plugins; nil when it declares neither.
  func groupSource(of plugin: RunningPlugin) -> GroupDoor.Source? {
    guard plugin.checked.manifest.contributions.hasCommunities, let storage = namespaces[plugin.id],
      let groups = groups[plugin.id]
    else { return nil }
    return GroupDoor.Source(groups, rows: StoredGroups(storage: storage))
  }

  /// What the plugins that run remind people of.
  func reminders(of running: [RunningPlugin]) -> [ReminderSource] {
    running.compactMap { namespaces[$0.id].map { ReminderSource($0) } }
  }

  /// The namespaces of all plugins that were given their host.
  var inUse: [any NamespaceStorage] { Array(namespaces.values) }

  func migrate(_ plugin: CheckedPlugin) async throws {
    let storage = try await namespace(of: plugin)
    if try await storage.plan().applied.isEmpty { newcomers.insert(plugin.id) }
    try await storage.migrate()
    await core.replies.attach(storage)
    try await openBoards(of: plugin, storage)
    await core.publish(from: storage, in: plugin.manifest.area, rights: rights(of: plugin, storage))
    try await core.bus.attach(
      plugin.id, to: plugin.manifest.contributions.subscriptions, log: core.log.with(["plugin": plugin.id]))
    core.carrier.attach(storage)
    core.reminders.attach(storage)
    core.configuration.embedding.opened(storage)
  }

  private func openBoards(of plugin: CheckedPlugin, _ storage: any NamespaceStorage) async throws {
    let boards = plugin.manifest.contributions.boards
    guard !boards.isEmpty else { return }
    let mark = try await core.boards.open(plugin.id, boards, storage: storage)
    await core.follower.follow(plugin.id, storage, since: mark)
  }

  func catchUp(_ plugin: RunningPlugin) async throws {
    guard let storage = namespaces[plugin.id] else { return }
    let hooks = PersonalHooks(plugin.plugin, PluginMark(plugin.id))
    self.hooks[plugin.id]?.set(hooks, plugin.plugin)
    try await core.people.attach(storage, isNew: newcomers.contains(plugin.id), hooks)
    await Bounded.run(Self.patience) { [core] in await core.people.catchUp(plugin.id) }
  }

  /// How long a plugin waits with serving for what it has to catch up with; the rest is done while it serves.
  private static let patience = Duration.seconds(60)

  func began(_ plugin: RunningPlugin) async {
    guard let rights = rights[plugin.id] else { return }
    let log = core.log.with(["plugin": plugin.id])
    do {
      core.desk.serve(try AnsweringPlugin(plugin, rights: rights, log: log))
    } catch {
      log.error("the plugin cannot be asked", ["cause": "\(error)"])
    }
  }

  /// Says which plugins have come to life: others do not follow any more what happens to people.
  func keep(_ running: Set<String>) async {
    for plugin in namespaces.keys where !running.contains(plugin) { await core.people.detach(plugin) }
  }

  /// What is kept of people in the inbox and by the plugins that run.
  func export(of running: [RunningPlugin]) -> PersonalExport {
    PersonalExport(
      inbox: core.inbox, content: core.content, engine: core.engine, boards: core.boards,
      language: TextCatalog.source,
      plugins: running.compactMap { plugin in namespaces[plugin.id].map { (plugin, $0) } })
  }

  private func rights(of plugin: CheckedPlugin, _ storage: any NamespaceStorage) -> PluginRights {
    if let rights = rights[plugin.id] { return rights }
    let made = PluginRights(plugin.manifest.contributions.rights, demand: demand(of: plugin.manifest), storage)
    rights[plugin.id] = made
    return made
  }

  private func demand(of manifest: Manifest) -> SecondFactorDemand {
    SecondFactorDemand(permissions: manifest.contributions.guardedPermissions) { [accounts = core.accounts] caller in
      try await accounts.isStrongEnough(caller)
    }
  }

  private func namespace(of plugin: CheckedPlugin) async throws -> any NamespaceStorage {
    if let storage = namespaces[plugin.id] { return storage }
    let early = opened.removeValue(forKey: plugin.id)
    let storage = if let early { early } else { try await newNamespace(of: plugin) }
    namespaces[plugin.id] = storage
    return storage
  }
}
