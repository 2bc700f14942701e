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
import FieldhouseStorage
import Foundation

/// The host's own services, before any plugin.
struct HostCore: Sendable {
  let configuration: HostConfiguration
  let log: JSONLog
  let clock: any HostClock
  let engine: any StorageEngine
  let scheduler: Scheduler
  let accounts: Accounts
  let accountsStorage: any NamespaceStorage
  let inbox: Inbox
  /// What people can switch off of what they are told.
  let kinds = KindCatalogue()
  let outbound: Outbound
  let audiences: AudienceDesk
  let announcer: Announcer
  let chats: ChatBells
  let content: Content
  let boards: Boards
  let follower: BoardFollower
  let people: PeopleFollower
  let repeated: RepeatedCalls
  let replies: StoredReplies
  let bus: EventBus
  let carrier: EffectCarrier
  let reminders: ReminderCarrier
  let desk: QuestionDesk
  let live: LiveHub
  let liveUpkeep: LiveUpkeep
  let metrics = MetricRegistry()
  /// In which reports are counted.
  let reportTurns = Turns()
  let outgoing: OutgoingPool
  /// How messages leave.
  let deliveries: DeliveryWatch
  let texts: TextCatalog
  /// What plugins keep.
  let media: PluginMedia
  /// Profile pictures, apart from what plugins keep.
  let pictures: MediaFolder
  /// The same, made small before they are kept.
  let shownPictures: Pictures
  let films: FilmFolder

  /// Opens the database and the host's namespaces and puts the services on them.
  /// - Throws: what keeps the host from starting, with a sentence for the operator.
  static func make(_ configuration: HostConfiguration, log: JSONLog) async throws -> HostCore {
    let clock = configuration.makeClock()
    try FileManager.default.createDirectory(
      atPath: configuration.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    configuration.mendModes()
    let engine = try await configuration.makeEngine(clock: clock)
    do {
      async let ownHost = engine.migrated(.host)
      async let ownAccounts = engine.migrated(.accounts)
      async let ownInbox = engine.migrated(.notifications)
      let (host, accounts, inbox) = try await (ownHost, ownAccounts, ownInbox)
      try await DataEnvironment.check(configuration.environment.kind, host: host, accounts: accounts)
      let core = try HostCore(
        configuration: configuration, log: log, clock: clock, engine: engine, host: host, accounts: accounts,
        inbox: inbox)
      for storage in [host, accounts, inbox] { await core.replies.attach(storage) }
      try await core.people.attach(host, .content, before: core.forgetting)
      try await core.people.attach(accounts, .none)
      try await core.people.attach(inbox, .inbox)
      await core.publish(from: inbox, in: Inbox.area)
      return core
    } catch {
      await engine.close()
      throw error
    }
  }

  private init(
    configuration: HostConfiguration, log: JSONLog, clock: any HostClock, engine: any StorageEngine,
    host: any NamespaceStorage, accounts storage: any NamespaceStorage, inbox inboxStorage: any NamespaceStorage
  ) throws {
    self.configuration = configuration
    self.log = log
    self.clock = clock
    self.engine = engine
    let texts = try TextCatalog.shipped(with: configuration)
    self.texts = texts
    scheduler = Scheduler(clock: clock, storage: host, log: log.with(["part": "schedules"]))
    repeated = RepeatedCalls(storage: host)
    replies = StoredReplies(age: configuration.replyAge, log: log.with(["part": "replies"]))
    accountsStorage = storage
    outgoing = OutgoingPool()
    media = try PluginMedia(data: configuration.data)
    pictures = try MediaFolder(folder: "\(configuration.data)/pictures", digest: { SHA256.hex(of: $0) })
    films = FilmFolder(folder: "\(configuration.data)/pictures/films")
    shownPictures = configuration.makePictures(in: pictures)
    deliveries = try configuration.makeDeliveries(clock: clock)
    accounts = try configuration.makeAccounts(
      AccountsTables(storage), clock: clock, texts: texts.texts(of: AccountsSchema.namespace), pictures: shownPictures,
      deliveries: deliveries, log: log.with(["part": "accounts"]), published: Content.publishedVersions(in: host))
    content = Content(
      storage: host, texts: texts, pictures: Self.contentPictures(pictures, shownPictures),
      films: Self.contentFilms(films, maximumBytes: configuration.filmBytes),
      limit: { [accounts] call in try await accounts.count([.inquiriesPerAddress, .inquiriesPerAccount], by: call) },
      crashLimit: { [accounts] call in try await accounts.count([.crashesPerAddress], by: call) })
    live = LiveHub(log: log.with(["part": "live"]))
    liveUpkeep = LiveUpkeep(log: log.with(["part": "live"]))
    inbox = Inbox(
      storage: inboxStorage, clock: clock,
      audience: Audience(accounts: accounts), kinds: kinds, push: try configuration.makePush(),
      render: { plugin, key, language, arguments in
        let owner = key.hasPrefix(PluginGroups.textPrefix) ? PluginGroups.texts : plugin
        guard texts.knows(owner) else {
          return texts.text(
            AccountsSchema.namespace, key: "accounts.notification.gone", language: language, arguments: [:])
        }
        return texts.text(owner, key: key, language: language, arguments: arguments)
      })
    outbound = Outbound(
      inbox: inbox, people: PushRecipients(accounts: accounts), pace: configuration.accounts.clockRate,
      log: log.with(["part": "notifications"]))
    audiences = AudienceDesk(accounts: accounts)
    announcer = Announcer(
      inbox: inbox, source: audiences, pace: configuration.accounts.clockRate,
      log: log.with(["part": "notifications"]))
    chats = ChatBells(clock: clock, log: log.with(["part": "chats"]))
    boards = Boards(
      accounts: accounts, clock: clock, redis: configuration.redis.flatMap(RedisAddress.init),
      freshen: { [accounts] in try await accounts.freshen() })
    accounts.onChange { [boards] in boards.peopleChanged($0) }
    follower = BoardFollower(boards: boards, log: log.with(["part": "leaderboards"]))
    bus = EventBus(storage: host, rules: configuration.laneRules, clock: clock, log: log.with(["part": "events"]))
    reminders = ReminderCarrier(clock: clock, log: log.with(["part": "reminders"]))
    people = PeopleFollower(accounts: accounts, boards: boards, log: log.with(["part": "people"]))
    desk = QuestionDesk(log: log.with(["part": "questions"])) { [accounts] in try await accounts.isGiven($0, by: $1) }
    carrier = EffectCarrier(inbox: inbox, bus: bus, log: log.with(["part": "effects"])) { [accounts, inbox] event in
      if let farewell = GroupFarewell(event) {
        return { try await inbox.takeBack(from: farewell.account, leadingTo: farewell.link) }
      }
      if let responsible = GroupResponsible(event) {
        return { try await accounts.tellHowToSignIn(responsible) }
      }
      guard let arrival = GroupArrival(event) else { return nil }
      return {
        try await accounts.noteArrival(
          of: arrival.account, through: arrival.maker, kind: "group", subject: arrival.subject, link: arrival.link,
          at: arrival.at)
      }
    }
  }
}

extension HostCore {
  /// Takes what events carry of somebody who has left out of what waits.
  fileprivate var forgetting: PersonalLane.Step {
    { [bus] change in
      if change.kind == .erased { try await bus.store.forget(carrying: change.account.text) }
    }
  }
}

extension StorageEngine {
  /// Opens one of the host's own namespaces with its tables in place.
  func migrated(_ namespace: Namespace) async throws -> any NamespaceStorage {
    let storage = try await open(namespace)
    try await storage.migrate()
    return storage
  }
}
