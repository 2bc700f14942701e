/// Everything a plugin gets from its host. Each service belongs to this plugin: its own storage, boards and texts.
public struct PluginHost: Sendable {
  /// The plugin's id.
  public let pluginID: String
  /// The folder with the plugin's own read-only files.
  public let folder: String
  /// Time.
  public let clock: any HostClock
  /// The plugin's store.
  public let storage: any Storage
  /// Who people are.
  public let authentication: any Authentication
  /// Who may do what in the plugin's scopes.
  public let rights: any Rights
  /// Messages to people.
  public let notifications: any Notifications
  /// The plugin's boards.
  public let leaderboards: any Leaderboards
  /// Events of other plugins.
  public let events: any Events
  /// What other plugins know.
  public let questions: any Questions
  /// The plugin's groups; without any where it declares none.
  public var groups: any Groups = NoGroups()
  /// Work at an instant.
  public let schedules: any Schedules
  /// HTTP to the outside.
  public let http: any OutgoingHTTP
  /// Files.
  public let media: any Media
  /// The plugin's texts.
  public let texts: any Texts
  /// The plugin's settings.
  public let settings: any Settings
  /// The functions of the plugin's rule modules.
  public let rules: any RuleModules
  /// The plugin's log.
  public let log: any Log
  /// The plugin's metrics.
  public let metrics: any Metrics

  /// A host from its services. The real host makes them; tests run one with the product FieldhouseKitTesting.
  ///
  /// These are the services of Kit 1.0, whose plugins call this initializer as it is. Those that came later are properties
  /// that are set afterwards: each has a value that does nothing.
  public init(
    pluginID: String, folder: String, clock: any HostClock, storage: any Storage, authentication: any Authentication,
    rights: any Rights, notifications: any Notifications, leaderboards: any Leaderboards, events: any Events,
    schedules: any Schedules, http: any OutgoingHTTP, media: any Media, texts: any Texts, settings: any Settings,
    rules: any RuleModules, log: any Log, metrics: any Metrics, questions: any Questions = NoQuestions()
  ) {
    self.pluginID = pluginID
    self.folder = folder
    self.clock = clock
    self.storage = storage
    self.authentication = authentication
    self.rights = rights
    self.notifications = notifications
    self.leaderboards = leaderboards
    self.events = events
    self.schedules = schedules
    self.http = http
    self.media = media
    self.texts = texts
    self.settings = settings
    self.rules = rules
    self.log = log
    self.metrics = metrics
    self.questions = questions
  }
}
