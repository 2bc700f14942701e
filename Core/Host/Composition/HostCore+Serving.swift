import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseContent
import FieldhouseHTTP
import FieldhouseKernel
import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseMachine
import FieldhouseNotifications
import FieldhouseRuntime
import Foundation

extension HostCore {
  /// The account that stands for the operator's token in the log and in records.
  private static let `operator` = Account(id: AccountID("operator"), kind: .user, name: "Operator")

  /// The routes of the host's services at their places. They need no plugin, so that they can be made while plugins start.
  func serviceRoutes() -> [MountedRoute] {
    let transact = MountedRoute.transact(in: accountsStorage, attending: accounts)
    let own = Self.declared(accounts.routes).map {
      MountedRoute(owner: "accounts", prefix: "/v1", route: $0, transact: transact, mayUseCookies: true)
    }
    return own + MountedRoute.plain("media", "/v1/media", MediaRoutes(media: media).routes)
      + MountedRoute.plain("notifications", "/v1", inbox.routes)
      + MountedRoute.plain("notifications", "/v1", announcer.routes)
      + MountedRoute.plain("content", "/v1/content", content.routes)
      + MountedRoute.plain("leaderboards", "/v1/leaderboards", boards.routes)
      + MountedRoute.plain("host", "/v1", PingRoute.routes)
  }

  /// The routes that tell of plugins at their places.
  func pluginRoutes(
    running: [RunningPlugin], plugins: @escaping @Sendable () async -> [PluginStatus]
  ) -> [MountedRoute] {
    let console = ConsoleRoutes(
      clock: clock, scheduler: scheduler,
      settle: { [accounts, replies, outbound, announcer, reminders, chats] in
        try await accounts.settle()
        try await reminders.carryDue()
        try await announcer.tellDue()
        await chats.ringDue()
        try await outbound.sendDue()
        try await replies.expire()
      }, plugins: plugins)
    let advertising = advertising(beside: running)
    let app = AppRoutes(
      clock: clock, texts: texts, plugins: running, publicURL: configuration.accounts.publicURL,
      environment: configuration.environment.kind == .production ? nil : configuration.environment.kind.rawValue,
      countsUsage: configuration.countsUsage, shows: { advertising.shows(in: $0) })
    let usage = Usage(
      content: content, isOn: configuration.countsUsage,
      pages: SitePages.patterns(beside: running.map(\.checked.manifest)),
      limit: { [accounts] call in try await accounts.count([.advertisementsPerAddress], by: call) })
    return MountedRoute.plain("host", "/v1", app.routes) + MountedRoute.plain("host", "/v1", app.pictures)
      + MountedRoute.plain("content", "/v1/content", advertising.routes)
      + MountedRoute.plain("content", "/v1/content", usage.routes)
      + MountedRoute.plain("console", "/v1/console", console.routes)
      + MountedRoute.plain("console", "/v1/console", EventRoutes(bus: bus).routes)
  }

  private func advertising(beside plugins: [RunningPlugin]) -> Advertising {
    let places = plugins.map(\.checked.manifest).map {
      Advertising.Place(area: $0.area, name: $0.name, isAccepting: $0.acceptsAdvertisements)
    }
    return Advertising(content: content, places: places) { [accounts] call in
      try await accounts.count([.advertisementsPerAddress], by: call)
    }
  }

  private static func declared(_ declare: (inout Routes) -> Void) -> [Route] {
    var routes = Routes()
    declare(&routes)
    return routes.all
  }

  /// What is shown of pages that people share.
  /// - Parameter door: the groups of the plugins.
  func sharing(_ running: [RunningPlugin], _ door: GroupDoor) -> ShareService {
    let manifests = running.map(\.checked.manifest)
    let shares = Shares(
      site: configuration.accounts.siteName,
      things: running.flatMap { plugin in
        plugin.checked.manifest.contributions.shares.compactMap { SharedThing($0, of: plugin) }
      }, door: door,
      groups: Dictionary(
        manifests.filter { !$0.contributions.groups.isEmpty }.map { ($0.area, $0.id) },
        uniquingKeysWith: { first, _ in first }),
      accounts: accounts, texts: texts, log: log.with(["part": "shares"]))
    return ShareService(
      shares: shares, cards: configuration.makeCards(), publicURL: configuration.accounts.publicURL,
      languages: { [texts] in texts.languages }, logo: configuration.makeLogo(), pictures: pictures, accounts: accounts,
      site: site(manifests))
  }

  /// The pages that are for everybody.
  private func site(_ manifests: [Manifest]) -> SitePages {
    let games = manifests.flatMap { manifest in
      manifest.contributions.pages.filter(\.navigation).map { page in
        let below = page.path == "/" ? "" : page.path
        return SitePages.Game(id: manifest.id, path: "/\(manifest.area)\(below)", title: page.title, said: page.tour)
      }
    }
    return SitePages(
      site: configuration.accounts.siteName, publicURL: configuration.accounts.publicURL, texts: texts,
      content: content, games: games)
  }

  /// What the HTTP room needs of the host.
  func services(
    topics: [LiveTopicAccess], preview: PagePreview, site: SiteFiles, _ requests: RequestMetrics,
    readiness: @escaping @Sendable () async -> [Readiness]
  ) -> HTTPServices {
    let accounts = self.accounts
    let token = configuration.consoleToken
    let metrics = self.metrics
    let clock = self.clock
    var services = HTTPServices(
      authenticate: { offered in
        if let token, Self.isEqual(offered, token) {
          return Principal(account: Self.operator, session: nil, roles: ["super-admin"], isOperator: true)
        }
        return try await accounts.account(forToken: offered)
      },
      permits: { principal, permission, scope in
        try await accounts.permits(principal, permission, scope: scope ?? "") ? .holder : .stranger
      },
      now: { clock.now }, languages: { [texts] in texts.languages }, topics: topics, readiness: readiness,
      metrics: { metrics.text }, log: log)
    services.requests = requests
    services.preview = preview
    services.site = site
    services.films = shownFilms
    services.sessionCookie = Accounts.sessionCookie
    services.once = { [repeated] in try await repeated.once($0, $1) }
    services.isSecure = configuration.hasPublicURL && configuration.accounts.publicURL.hasPrefix("https://")
    return services
  }

  /// Who may see anything of the host: everybody, or those who show its password.
  func gated(_ responder: HostResponder) -> any ServerResponder {
    guard let password = configuration.environment.password else { return responder }
    let secret = FileManager.default.contents(atPath: "\(configuration.data)/secret.key") ?? Data()
    let proof = SHA256.hex(of: Array("access".utf8) + Array(secret) + Array(password.utf8))
    return AccessGate(responder, password: password, proof: proof) { [texts] language in
      let say = { (word: String) in
        texts.text("accounts", key: "accounts.access.\(word)", language: language, arguments: [:])
      }
      return AccessGate.Words(title: say("title"), label: say("label"), button: say("button"), wrong: say("wrong"))
    }
  }

  /// The web app: the shell and each plugin's pages.
  func files(_ plugins: [RunningPlugin]) throws -> [StaticFiles] {
    var folders = [(configuration.web, "/")]
    folders += plugins.map { ("\($0.checked.folder)/web", "/plugins/\($0.checked.manifest.area)/") }
    let present = folders.filter { FileManager.default.fileExists(atPath: $0.0) }
    return try present.map { try StaticFiles(folder: $0.0, prefix: $0.1) }
  }

  /// Compares in a time that does not depend on where the texts differ.
  private static func isEqual(_ left: String, _ right: String) -> Bool {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
