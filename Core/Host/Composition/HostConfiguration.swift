import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseKit
public import FieldhouseStorage
import FieldhouseSupervision
public import Foundation

/// Everything the operator decided, checked.
public struct HostConfiguration: Sendable {
  /// The folder for databases, installed plugins and deliveries.
  public var data: String
  /// The folder with what ships beside the executable: plugins, web app and texts.
  public var resources: String
  /// The folder with the manifests.
  public var manifests: String
  /// The folders with plugin bundles, in the order they are looked through.
  public var pluginFolders: [String]
  /// The folder with the web app.
  public var web: String
  /// The address to listen on.
  public var listen: String
  /// An already listening socket.
  public var inheritedSocket: Int32?
  /// `sqlite` or a PostgreSQL address.
  public var database: String
  /// How much one query of a plugin may answer with.
  public var queryLimits: QueryLimits
  /// How long the answer to a request with an `Idempotency-Key` is kept.
  var replyAge: Duration
  /// How events reach those who subscribed.
  var laneRules: LaneRules
  /// A Redis address.
  public var redis: String?
  /// Where a simulated clock starts; nil for real time.
  public var clock: Date?
  /// Simulated seconds per second.
  public var clockRate: Double
  /// How long a plugin may hold a thread, in seconds; 0 for ever.
  public var hangSeconds: Double
  /// How much memory a worker may hold.
  var memoryLimit: MemoryLimit
  /// When a plugin is kept out.
  var faultRule: FaultBook.Rule
  /// The host names to answer for, in lower case; empty for all.
  public var hosts: Set<String>
  /// Whom the listener believes and how much it takes.
  var listening: ListeningSettings
  /// Whether the operator said which address people use.
  public var hasPublicURL: Bool
  /// How messages leave.
  var deliveries: DeliverySettings
  /// The address that mails come from; nil for none.
  var mailFrom: String?
  /// Push services in the operator's own network.
  var pushServices: [String]
  /// Whether the use of the app is counted.
  var countsUsage: Bool
  /// What this host is for.
  var environment: HostEnvironment
  /// How operators are told that something is out of order.
  var alerts: AlertSettings.Chosen
  /// Who may come in and how.
  var accounts: AccountsSettings
  /// After how many reports something is hidden.
  var reportLimits: ReportLimits
  /// The largest film that operators may upload, in bytes.
  var filmBytes: Int
  /// The least level that is logged.
  public var logLevel: String
  /// The operator's token for automation.
  public var consoleToken: String?
  /// What gives another call of the program the same settings, its environment being the same.
  var arguments: [String] = []
  /// What a process decides that runs its host itself.
  package var embedding = Embedding()

  /// The configuration that a resolver finds.
  /// - Throws: ``SettingsError``.
  public init(_ settings: SettingsResolver) throws {
    let data = try settings.value(\GeneralSettings.data)
    let resources = try settings.value(\GeneralSettings.resources) ?? Self.executableFolder
    self.data = data
    self.resources = resources
    manifests = try settings.value(\GeneralSettings.manifests)
    pluginFolders = try settings.value(\GeneralSettings.plugins) + ["\(resources)/plugins", "\(data)/plugins"]
    web = try settings.value(\GeneralSettings.web) ?? "\(resources)/web"
    listen = try settings.value(\GeneralSettings.listen)
    inheritedSocket = try settings.value(\GeneralSettings.inheritFd).map { Int32($0) }
    database = try settings.value(\GeneralSettings.database)
    queryLimits = QueryLimits(
      rows: try settings.value(\GeneralSettings.queryRows),
      bytes: try settings.value(\GeneralSettings.queryMegabytes) << 20)
    replyAge = .seconds(3600 * (try settings.value(\GeneralSettings.replyHours)))
    laneRules = LaneRules(
      subscriptionAge: .seconds(86_400 * (try settings.value(\EventSettings.subscriptionDays))),
      tries: try settings.value(\EventSettings.eventTries))
    redis = try settings.value(\GeneralSettings.redis)
    clock = try settings.value(\GeneralSettings.clock)
    clockRate = try settings.value(\GeneralSettings.clockRate)
    hangSeconds = try settings.value(\SupervisionSettings.hangSeconds)
    memoryLimit = try settings.value(\SupervisionSettings.memoryLimit)
    faultRule = FaultBook.Rule(
      faults: try settings.value(\SupervisionSettings.pluginFaults),
      seconds: Double(try settings.value(\SupervisionSettings.pluginFaultSeconds)))
    hosts = Set(try settings.value(\GeneralSettings.hosts).map { $0.lowercased() })
    listening = try ListeningSettings(settings)
    hasPublicURL = try settings.value(\GeneralSettings.publicUrl) != nil
    logLevel = try settings.value(\GeneralSettings.logLevel)
    consoleToken = try settings.value(\GeneralSettings.consoleToken)
    accounts = try AccountsSettings(settings)
    accounts.clockRate = clock == nil ? 1 : max(1, clockRate)
    reportLimits = try ReportLimits(settings)
    filmBytes = try settings.value(\GeneralSettings.filmMegabytes) << 20
    deliveries = try DeliverySettings(settings, methods: accounts.methods)
    mailFrom = try settings.value(\MessageSettings.mailFrom)
    pushServices = try settings.value(\MessageSettings.pushServices)
    countsUsage = try settings.value(\GeneralSettings.pageTracking) == "on"
    let isPrivate = HostEnvironment.isPrivate(listen, publicURL: try settings.value(\GeneralSettings.publicUrl))
    environment = try HostEnvironment(settings, isPrivate: isPrivate)
    alerts = try AlertSettings.Chosen(settings)
    try deliveries.check(alerts)
  }

  /// The folder that holds the running executable.
  static var executableFolder: String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
  }
}
