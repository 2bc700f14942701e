public import Foundation

/// What plugins have done to the host, and which are kept out for it. The rule is here alone; nothing reads a clock.
public struct FaultBook: Sendable, Hashable, Codable {
  /// How many faults within how many seconds keep a plugin out.
  public struct Rule: Sendable, Hashable {
    /// At least 1.
    public var faults: Int
    /// At least 1.
    public var seconds: Double

    /// A rule; three faults within a minute unless told.
    public init(faults: Int = 3, seconds: Double = 60) {
      self.faults = max(1, faults)
      self.seconds = max(1, seconds)
    }
  }

  /// One fault.
  public struct Fault: Sendable, Hashable, Codable {
    /// The plugin's id.
    public var plugin: String
    /// When, by the system's clock.
    public var date: Date
  }

  /// What a plugin did last.
  public struct Incident: Sendable, Hashable, Codable {
    /// The version that did it.
    public var version: String
    /// When, by the system's clock.
    public var date: Date
    /// What it did, as a sentence.
    public var reason: String
  }

  /// A plugin that is kept out.
  public struct Quarantine: Sendable, Hashable, Codable {
    /// The version that is kept out; another one may try.
    public var version: String
    /// Since when.
    public var since: Date
    /// What it did, as a sentence.
    public var reason: String

    /// A plugin that is kept out.
    public init(version: String, since: Date, reason: String) {
      self.version = version
      self.since = since
      self.reason = reason
    }
  }

  /// The faults that still count.
  public private(set) var faults: [Fault] = []
  /// The plugins that are kept out, by id.
  public private(set) var quarantined: [String: Quarantine] = [:]
  // Books of earlier hosts have none.
  private var incidents: [String: Incident]?

  /// An empty book.
  public init() {}

  /// What a plugin's installed version did last, also where it is not kept out for it; nil when that is a day ago.
  public func incident(of plugin: String, at now: Date) -> Incident? {
    incidents?[plugin].flatMap { abs(now.timeIntervalSince($0.date)) < 86_400 ? $0 : nil }
  }

  /// Notes the death of a worker.
  ///
  /// A plugin is kept out from its first fault on the way to serving on, since the next start would end the same way, and
  /// from as many faults within as many seconds as the rule says. A clock that was set back makes no fault count twice.
  /// - Parameter version: the plugin's version; nil when it is not installed any more.
  /// - Returns: whether the plugin is kept out because of it.
  @discardableResult
  public mutating func note(_ death: WorkerDeath, version: String?, rule: Rule) -> Bool {
    faults.removeAll { abs(death.date.timeIntervalSince($0.date)) >= rule.seconds }
    guard let plugin = death.plugin, let version else { return false }
    faults.append(Fault(plugin: plugin, date: death.date))
    incidents = (incidents ?? [:]).filter { abs(death.date.timeIntervalSince($0.value.date)) < 86_400 }
    incidents?[plugin] = Incident(version: version, date: death.date, reason: "\(death)")
    let count = faults.count { $0.plugin == plugin }
    let isStarting = death.step?.isStarting == true
    guard isStarting || count >= rule.faults else { return false }
    faults.removeAll { $0.plugin == plugin }
    let often = isStarting || count == 1 ? "" : " It was fault \(count) within \(Int(rule.seconds)) s."
    quarantined[plugin] = Quarantine(version: version, since: death.date, reason: "\(death)\(often)")
    return true
  }

  /// Lets a plugin try again, as if it had done nothing.
  /// - Returns: whether it was kept out.
  @discardableResult
  public mutating func release(_ plugin: String) -> Bool {
    faults.removeAll { $0.plugin == plugin }
    incidents?[plugin] = nil
    if incidents?.isEmpty == true { incidents = nil }
    return quarantined.removeValue(forKey: plugin) != nil
  }

  /// Forgets what plugins did of which another version is installed now.
  /// - Parameter versions: the installed version of each id; those that are not there stay.
  public mutating func forgetReplaced(_ versions: [String: String]) {
    let culprits = quarantined.mapValues(\.version).merging((incidents ?? [:]).mapValues(\.version)) { kept, _ in kept }
    for (plugin, version) in culprits where versions[plugin].map({ $0 != version }) == true { release(plugin) }
  }
}
