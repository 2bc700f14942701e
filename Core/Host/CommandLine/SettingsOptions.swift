public import ArgumentParser
import Foundation

/// The settings as flags; each is explained by `fieldhouse config explain KEY`.
public struct SettingsOptions: ParsableArguments, Sendable {
  @Option(help: "The settings file.") var config: String?
  @Option(of: \GeneralSettings.data) var data: String?
  @Option(of: \GeneralSettings.manifests) var manifests: String?
  @Option(of: \GeneralSettings.plugins) var plugins: String?
  @Option(of: \GeneralSettings.resources) var resources: String?
  @Option(of: \GeneralSettings.web) var web: String?
  @Option(of: \GeneralSettings.listen) var listen: String?
  @Option(of: \GeneralSettings.inheritFd) var inheritFd: String?
  @Option(of: \GeneralSettings.database) var database: String?
  @Option(of: \GeneralSettings.queryRows) var queryRows: String?
  @Option(of: \GeneralSettings.queryMegabytes) var queryMegabytes: String?
  @Option(of: \GeneralSettings.redis) var redis: String?
  @Option(of: \GeneralSettings.clock) var clock: String?
  @Option(of: \GeneralSettings.clockRate) var clockRate: String?
  @Option(of: \GeneralSettings.hosts) var hosts: String?
  @Option(of: \GeneralSettings.publicUrl) var publicUrl: String?
  @Option(of: \GeneralSettings.logLevel) var logLevel: String?
  @Option(of: \ListenerSettings.trustedProxies) var trustedProxies: String?
  @Option(of: \MessageSettings.deliveries) var deliveries: String?
  @Option(of: \EnvironmentSettings.environment) var environment: String?

  public init() {}

  /// What was given, by key: each property with a setting's key is its option.
  private var flags: [String: String] {
    let given = Mirror(reflecting: self).children.compactMap { child -> (String, String)? in
      guard let key = child.label?.dropFirst(), Setting.named(String(key))?.hasFlag == true,
        let value = (child.value as? Option<String?>)?.wrappedValue
      else { return nil }
      return (String(key), value)
    }
    return Dictionary(uniqueKeysWithValues: given)
  }

  /// What gives another call of the command the same settings, its environment being the same.
  private var arguments: [String] {
    (config.map { ["--config=\($0)"] } ?? [])
      + flags.sorted { $0.key < $1.key }.compactMap { key, value in
        Setting.named(key).map { "--\($0.flagName)=\(value)" }
      }
  }

  /// The resolver of this call.
  /// - Throws: ``SettingsError``.
  func resolver() throws -> SettingsResolver {
    try SettingsResolver(
      flags: flags, environment: ProcessInfo.processInfo.environment, path: config ?? "fieldhouse.json",
      isRequired: config != nil)
  }

  /// The configuration of this call.
  /// - Throws: ``SettingsError``.
  func configuration() throws -> HostConfiguration {
    var configuration = try HostConfiguration(resolver())
    configuration.arguments = arguments
    return configuration
  }
}

extension Option where Value == String? {
  /// The option of a setting.
  init<Group: SettingGroup, Kind>(of setting: KeyPath<Group, HostSetting<Kind>>) {
    let setting = Setting.of(setting)
    self.init(name: .customLong(setting.flagName), help: ArgumentHelp(setting.help))
  }
}
