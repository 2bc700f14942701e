import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseContent
package import FieldhouseHTTP
import FieldhouseKernel
package import FieldhouseKit
import FieldhouseNotifications
import FieldhouseRuntime
import FieldhouseStorage
import FieldhouseSupervision
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// The whole host, put together: the command line and the tests both call ``start(_:executable:)``.
public final class HostApplication: Sendable {
  let core: HostCore
  let factory: PluginFactory
  private let lifecycle: PluginLifecycle
  private let report: CheckReport
  private let parts: OperatorParts
  private let started: StartReport
  package let responder: HostResponder
  private let watch: HealthWatch
  private let outages: OutageWatch

  /// The plugins that serve, by their ids.
  package var running: [String] { started.running.map(\.id) }

  /// A plugin that serves; nil when there is none of that id.
  package func plugin(_ id: String) -> (any Plugin)? { started.running.first { $0.id == id }?.plugin }

  /// The problems that keep plugins from serving.
  public var problems: [String] { (report.problems + started.problems).map(\.description) }

  /// Opens the database, checks all manifests, starts the plugins that pass and makes the routes.
  /// - Parameter executable: the program that can run `probe`; nil leaves probing out.
  /// - Throws: what keeps the host from starting at all.
  public static func start(_ configuration: HostConfiguration, executable: String?) async throws -> HostApplication {
    let log = JSONLog(descriptor: configuration.embedding.logDescriptor, threshold: configuration.threshold)
    let core = try await HostCore.make(configuration, log: log)
    let factory = PluginFactory(core: core)
    let lifecycle = PluginLifecycle(factory: factory, watch: .supervision) { [loader = PluginLoader()] plugin in
      try configuration.embedding.plugins[plugin.id]?.entry ?? loader.load(plugin)
    }
    do {
      return try await start(core, factory, lifecycle, executable: executable)
    } catch {
      await lifecycle.stop()
      await core.engine.close()
      throw error
    }
  }

  private static func start(
    _ core: HostCore, _ factory: PluginFactory, _ lifecycle: PluginLifecycle,
    executable: String?
  ) async throws -> HostApplication {
    let (configuration, log) = (core.configuration, core.log)
    async let own = core.serviceRoutes()
    let parts = try OperatorParts(try await core.accounts.operatorRecords.state())
    let aftermath = Aftermath(configuration: configuration, parts: parts, log: log)
    let deaths = WorkerDeath.unread()
    let report = try await aftermath.check(executable: executable, deaths: deaths)
    try await core.people.begin()
    // Before the plugins come to life, which follow it before they serve.
    try await core.accounts.eraseAgain()
    core.desk.know(report.listing.compactMap(\.id))
    for (plugin, texts) in report.texts { core.texts.set(TextTables(texts), of: plugin) }
    try await core.content.readTexts()
    await factory.open(report.plugins)
    let started = await lifecycle.start(report.plugins)
    await factory.keep(Set(started.running.map(\.id)))
    for plugin in started.running { core.kinds.set(KindCatalogue.Group(plugin.checked.manifest)) }
    core.carrier.attach(core.accountsStorage)
    await core.accompany()
    core.bus.serve(started.running.map(\.id))
    for problem in report.problems + started.problems {
      log.write(
        problem.severity == .error ? .error : .warning, problem.message,
        ["code": problem.code.rawValue, "file": problem.file])
    }
    let kept = await core.keptData(report)
    let outages = core.outageWatch()
    outages.begin(deaths: deaths)
    let host = try await HostApplication(
      core, outages, factory, lifecycle, Decided(parts: parts, report: report, executable: executable), started, kept,
      await own)
    configuration.mendModes()
    await host.watch.look()
    return host
  }

  private init(
    _ core: HostCore, _ outages: OutageWatch, _ factory: PluginFactory, _ lifecycle: PluginLifecycle,
    _ decided: Decided,
    _ started: StartReport, _ kept: [KeptData], _ serviceRoutes: [MountedRoute]
  ) async throws {
    self.core = core
    self.outages = outages
    self.factory = factory
    self.lifecycle = lifecycle
    let report = decided.report
    (self.report, parts) = (report, decided.parts)
    self.started = started
    let requests = RequestMetrics()
    let status = PluginStates(
      report: report, started: started, boards: core.boards, people: core.people, kept: kept, requests: requests,
      faults: FaultBookFile(data: core.configuration.data).read())
    var routes = serviceRoutes + core.pluginRoutes(running: started.running, plugins: { await status.all() })
    let desk = PluginDesk(
      configuration: core.configuration, records: core.accounts.operatorRecords, started: decided.parts, status: status,
      executable: decided.executable, rows: { [factory] in try await factory.storage(of: $0)?.countRows() })
    routes += MountedRoute.plain("console", "/v1/console", PluginRoutes(desk: desk).routes)
    routes += MountedRoute.plain("console", "/v1/console", UptimeRoutes(watch: outages).routes)
    var topics = [LiveTopicAccess.inbox]
    var roles: [String: PluginRights] = [:]
    var sources: [MyGroups.Source] = []
    var (doors, reported): ([GroupDoor.Source], [GroupDoor.Source]) = ([], [])
    for plugin in started.running {
      let storage = await factory.storage(of: plugin.id)
      let rights = await factory.rights(of: plugin.id)
      topics += plugin.topics(permits: rights?.permits) + plugin.communityTopics(rights, core.accounts)
      roles[plugin.id] = rights
      let mark = PluginMark(plugin.id)
      let limit = HoldLimit(mark)
      let transact = storage.map(MountedRoute.transact)
      let around = MountedRoute.around(mark, limit)
      routes += plugin.routes.map { route in
        MountedRoute(
          owner: plugin.id, prefix: "/v1/\(plugin.checked.manifest.area)",
          route: route.handler.plain == nil ? route.marked(mark, limit) : route,
          transact: transact.map { rights?.asking(route.access, $0) ?? $0 }, permits: rights?.permits, around: around)
      }
      if let storage, let feeds = await factory.feedRoutes(of: plugin) {
        routes += MountedRoute.feeds(feeds, of: plugin, storage)
      }
      if let storage, let groups = await factory.groupRoutes(of: plugin) {
        routes += MountedRoute.moderation(groups, of: plugin, storage)
        let (manifest, source) = (plugin.checked.manifest, await factory.groupSource(of: plugin))
        if let source { reported.append(source) }
        try await core.clearGroups(of: plugin.id, storage)
        guard !manifest.contributions.groups.isEmpty else { continue }
        routes += MountedRoute.groups(groups, of: plugin, storage, core.accounts)
        if let organisations = await factory.organisationRoutes(of: plugin) {
          routes += MountedRoute.organisations(organisations, of: plugin, storage)
        }
        if manifest.contributions.groups.contains(where: \.hasChat) { core.chats.attend(storage) }
        if let source { doors.append(source) }
        sources.append(
          MyGroups.Source(
            area: manifest.area, kinds: manifest.contributions.groups, rows: StoredGroups(storage: storage)))
      }
    }
    let reminded = await factory.reminders(of: started.running)
    routes += MountedRoute.plain("notifications", "/v1", Reminders(core.inbox, reminded).routes)
    routes += MountedRoute.plain("communities", "/v1", MyGroups(sources, people: core.accounts).routes)
    routes += MountedRoute.plain("communities", "/v1", AllReports(reported, people: core.accounts).routes)
    routes += MountedRoute.plain("communities", "/v1", core.organisations(doors, of: started.running).routes)
    let door = GroupDoor(doors, services: core.groupServices)
    core.audiences.attach(door)
    let sharing = core.sharing(started.running, door)
    routes += MountedRoute.plain("shares", "/v1/shares", sharing.routes)
    routes += MountedRoute.plain("communities", "/v1", door.routes)
      .map { [core] in $0.limited(by: core.accounts) }
    core.accounts.attach(RunningRoles(roles))
    core.accounts.attach(SharingOffers(started.running, texts: core.texts))
    let export = await factory.export(of: started.running)
    core.accounts.attach(export: { try await export.parts(of: $0) })
    routes += report.heldBack.flatMap(\.mountedRoutes)
    let generation = try HostGeneration(routes: routes, version: HostVersion.text)
    let watch = core.watch(status)
    self.watch = watch
    responder = HostResponder(
      generation: generation,
      services: core.services(
        topics: topics, preview: sharing.preview, site: sharing.site.files, requests,
        readiness: { watch.parts.map(Readiness.init) }),
      live: core.live, files: try core.files(started.running), limits: core.configuration.listening.live)
  }

  /// Makes the one-time link for the first administrator; nil when there is one.
  /// - Returns: what the link is, once the host has come to listen at an address; a public address goes before that one.
  /// - Throws: ``StorageError``.
  public func setUpLink() async throws -> (@Sendable (_ bound: String) -> String)? {
    guard let path = try await core.accounts.setUpPath() else { return nil }
    let configuration = core.configuration
    return { bound in
      let local = configuration.hasPublicURL ? nil : PublicAddress.local(bound)
      return (local ?? configuration.accounts.publicURL) + path
    }
  }

  /// What a listener of this host is told.
  package func listening(at address: ListenAddress) -> ListenerConfiguration {
    var listening = ListenerConfiguration(address: address)
    listening.allowedHosts = core.configuration.hosts
    listening.trustedProxies = core.configuration.listening.trustedProxies
    listening.limits = core.configuration.listening.limits
    listening.problem = { ProblemDocument.body($0) }
    return listening
  }

  /// The description of the interface.
  public var openAPI: [UInt8] { responder.openAPI }

  /// Serves until the process is asked to end (SIGTERM or SIGINT), the task is cancelled, or the next worker of its supervisor is
  /// to start with something else: a plugin that was released, or what operators decided about plugins meanwhile.
  /// - Parameter bound: told the address once connections are accepted.
  /// - Throws: when the address cannot be used.
  public func run(bound: @escaping @Sendable (String) -> Void) async throws {
    var listening = listening(at: try core.configuration.makeAddress())
    listening.events = { [log = core.log.with(["part": "http"]), configuration = core.configuration] event in
      log.write(event) { address in
        configuration.record(address)
        bound(address)
      }
    }
    var services: [any Service] = background.map(BackgroundService.init)
    services.append(Listener(configuration: listening, responder: core.gated(responder)))
    if let releases = ReleaseWatch(report, data: core.configuration.data, log: core.log) {
      services.append(BackgroundService { await releases.run() })
    }
    if let watch = PartsWatch(core.accounts.operatorRecords, since: parts.change, log: core.log) {
      services.append(BackgroundService { await watch.run() })
    }
    var configuration = ServiceGroupConfiguration(
      services: services.map { .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup) },
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: Logger(label: "services", factory: { _ in SwiftLogNoOpLogHandler() }))
    configuration.maximumGracefulShutdownDuration = .seconds(30)
    let result: Result<Void, any Error>
    do { result = .success(try await ServiceGroup(configuration: configuration).run()) } catch {
      result = .failure(error)
    }
    await stop()
    HostRecord.remove(from: core.configuration.data, process: getpid())
    try result.get()
  }

  /// The work beside requests, each until its task is cancelled.
  private var background: [@Sendable () async -> Void] {
    [
      { [core] in await core.carrier.run() }, { [core] in await core.bus.run() },
      { [core] in await core.scheduler.run() }, { [core] in await core.accounts.run() },
      { [core] in await core.replies.run() }, { [core] in await core.follower.run() },
      { [core] in await TextFollower(content: core.content, log: core.log.with(["part": "content"])).run() },
      { [core] in await core.reminders.run() }, { [core] in await core.outbound.run() },
      { [core] in await core.announcer.run() }, { [core] in await core.chats.run() },
      { [core] in await core.people.run() }, { [watch] in await watch.run() },
      { [outages, watch] in await outages.run { watch.parts } },
      { [core] in await core.live.run() },
      { [core] in await core.liveUpkeep.run() }, { [responder] in await responder.tendStreams() },
      { [responder] in await responder.askAboutStreams() },
    ]
  }

  /// Does the work beside requests until the task is cancelled, for a process that calls the responder itself.
  package func work() async {
    await withDiscardingTaskGroup { group in
      for body in background { group.addTask { await body() } }
    }
  }

  /// Ends the plugins and closes the database.
  public func stop() async {
    outages.end()
    await lifecycle.stop()
    do { try await core.accounts.flush() } catch {
      core.log.error("sessions could not be saved", ["cause": "\(error)"])
    }
    await core.engine.close()
  }
}

/// What a host starts with.
private struct Decided {
  /// What operators decided apart from the manifests.
  let parts: OperatorParts
  let report: CheckReport
  /// The program that can run `probe`; nil leaves probing out.
  let executable: String?
}

/// Work beside requests that ends when the host shuts down.
struct BackgroundService: Service, CustomStringConvertible {
  /// The group of services writes each down when it is made; without words of its own everything it holds is written.
  let description = "work beside requests"
  let body: @Sendable () async -> Void

  func run() async throws {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await body() }
      group.addTask { try? await gracefulShutdown() }
      await group.next()
      group.cancelAll()
    }
  }
}
