import Foundation

/// What this host is for.
struct EnvironmentSettings: SettingGroup {
  static let declared = Self()

  let environment = HostSetting(
    "environment",
    "What this host is for: `production`, `staging` or `development`. Its data remember it, and serve in no other. Outside "
      + "production pages say so, and messages reach `testRecipients` alone.",
    .oneOf(HostEnvironment.Kind.allCases.map(\.rawValue)), default: HostEnvironment.Kind.production.rawValue,
    hasFlag: true)
  let accessPassword = HostSetting<String?>(
    "accessPassword",
    "Outside production, what everybody has to show to see anything of the host, at least 12 characters; needed where others "
      + "than this machine reach it.",
    SettingForm("An access password has at least 12 characters.") { $0.count >= 12 ? $0 : nil }, isSecret: true)
  let testRecipients = HostSetting<[String]>(
    "testRecipients",
    "Outside production, who is sent mails and text messages: addresses, @domains and numbers such as +4915112345678, separated "
      + "by commas. What is for others goes into deliveries.jsonl in the data folder.",
    .list(","), default: [])
}

/// What a host is for, as its operator decided.
struct HostEnvironment: Sendable {
  /// What it is for.
  enum Kind: String, Sendable, CaseIterable {
    /// People.
    case production
    /// Trying a version before people have it.
    case staging
    /// Working on it.
    case development
  }

  var kind: Kind
  /// What everybody has to show; nil for nothing. Always nil in production.
  var password: String?
  /// Who is sent messages outside production.
  var recipients: [String]

  /// - Parameter isPrivate: whether this machine alone reaches the host.
  /// - Throws: ``SettingsError`` for a host that others reach and that is for tests, without a password.
  init(_ settings: SettingsResolver, isPrivate: Bool) throws {
    kind = Kind(rawValue: try settings.value(\EnvironmentSettings.environment)) ?? .production
    let given = try settings.value(\EnvironmentSettings.accessPassword)
    password = kind == .production ? nil : given
    recipients = try settings.value(\EnvironmentSettings.testRecipients)
    guard kind != .production, !isPrivate, given == nil else { return }
    throw SettingsError(
      code: "settings-environment",
      message:
        "environment: others can reach this host, and it is for \(kind.rawValue) alone. Set 'accessPassword', or "
        + "listen at 127.0.0.1.")
  }

  /// Whether this machine alone reaches an address to listen at.
  static func isPrivate(_ listen: String, publicURL: String?) -> Bool {
    let isLocal = ["127.0.0.1:", "[::1]:", "localhost:"].contains { listen.hasPrefix($0) }
    let host = publicURL.flatMap { URLComponents(string: $0)?.host }
    return isLocal && (host.map { ["127.0.0.1", "[::1]", "::1", "localhost"].contains($0) } ?? true)
  }

  /// Whether somebody is sent messages.
  func reaches(_ recipient: String) -> Bool {
    kind == .production
      || recipients.contains { allowed in
        allowed.hasPrefix("@")
          ? recipient.lowercased().hasSuffix(allowed.lowercased()) : recipient.lowercased() == allowed.lowercased()
      }
  }
}
