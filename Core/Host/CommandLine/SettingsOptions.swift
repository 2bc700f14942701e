public import ArgumentParser
import Foundation

/// The settings as flags; each is explained by `fieldhouse config explain KEY`.
public struct SettingsOptions: ParsableArguments {
  @Option(help: "The settings file.") var config: String?
  @Option(help: "The folder for databases, installed plugins and deliveries.") var data: String?
  @Option(help: "The folder with one manifest per plugin.") var manifests: String?
  @Option(help: "Folders with the plugins' bundles, separated by colons.") var plugins: String?
  @Option(help: "The folder with what ships beside the executable.") var resources: String?
  @Option(help: "The folder with the web app.") var web: String?
  @Option(help: "The address to listen on, host:port or unix:/path.") var listen: String?
  @Option(help: "The number of an already listening socket.") var inheritFd: String?
  @Option(help: "`sqlite` or a postgresql:// address.") var database: String?
  @Option(help: "How many rows one query of a plugin may answer with.") var queryRows: String?
  @Option(help: "How much one query of a plugin may answer with, in MiB.") var queryMegabytes: String?
  @Option(help: "A redis:// address.") var redis: String?
  @Option(help: "An instant at which a simulated clock starts.") var clock: String?
  @Option(help: "Simulated seconds per second.") var clockRate: String?
  @Option(help: "Host names to answer for, separated by commas.") var hosts: String?
  @Option(help: "The address people use, for links in messages.") var publicUrl: String?
  @Option(help: "How messages leave: `file` or `gateway`.") var deliveries: String?
  @Option(help: "`debug`, `info`, `warning` or `error`.") var logLevel: String?

  public init() {}

  private var flags: [String: String] {
    [
      "data": data, "manifests": manifests, "plugins": plugins, "resources": resources, "web": web, "listen": listen,
      "inheritFd": inheritFd,
      "database": database, "redis": redis, "queryRows": queryRows,
      "queryMegabytes": queryMegabytes, "clock": clock, "clockRate": clockRate, "hosts": hosts,
      "publicUrl": publicUrl, "deliveries": deliveries, "logLevel": logLevel,
    ].compactMapValues { $0 }
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
  func configuration() throws -> HostConfiguration { try HostConfiguration(resolver()) }
}
