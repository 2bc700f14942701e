internal import FieldhouseKit
internal import Foundation

/// What the checks need to know of this installation.
public struct CheckerConfiguration: Sendable {
  /// The folder with one manifest for each plugin.
  public var manifestsFolder: String
  /// Where plugins' bundle folders are looked for, first match first; the loader needs full paths.
  public var pluginsFolders: [String]
  /// The host's version.
  public var hostVersion: SemanticVersion
  /// The version of the Kit this host runs.
  public var kitVersion: SemanticVersion
  /// The number of the binary contract.
  public var contract: Int
  /// Major and minor number of the Swift this host was built with.
  public var swiftVersion: String
  /// The processor libraries must be made for.
  public var machine: ELFMachine
  /// Where secrets that name an environment variable are looked up.
  public var environment: [String: String]
  /// Runs libraries in a process of their own; nil leaves that step out.
  public var probe: Probe?
  /// Plans migrations; nil leaves that step out.
  public var migrationPlanner: (any MigrationPlanner)?
  /// Tries plugins on copies of their data, those that are switched off too; nil leaves that step out.
  public var trials: (any PluginTrials)?

  /// The bundle folders of plugins that are part of this process, by id: no library of theirs is looked for.
  public var linked: [String: String] = [:]
  /// What operators decided apart from the manifests, by plugin.
  public var parts: [String: OperatorPart] = [:]
  /// The plugins that are kept out, by id.
  public var quarantined: [String: QuarantinedVersion] = [:]

  /// A configuration for this host.
  public init(
    manifestsFolder: String, pluginsFolders: [String], hostVersion: SemanticVersion,
    environment: [String: String] = [:], probe: Probe? = nil, migrationPlanner: (any MigrationPlanner)? = nil
  ) {
    self.manifestsFolder = manifestsFolder
    self.pluginsFolders = pluginsFolders.map { URL(fileURLWithPath: $0).path }
    self.hostVersion = hostVersion
    self.environment = environment
    self.probe = probe
    self.migrationPlanner = migrationPlanner
    kitVersion = HostFacts.kitVersion
    contract = Kit.contract
    swiftVersion = HostFacts.swiftVersion
    machine = .host
  }
}

/// A version of a plugin that is kept out.
public struct QuarantinedVersion: Sendable, Hashable {
  /// The version; any other one may run.
  public var version: String
  /// What it did, as a sentence.
  public var reason: String

  /// A version with the reason.
  public init(version: String, reason: String) {
    self.version = version
    self.reason = reason
  }
}

/// What this build of the host is.
public enum HostFacts {
  /// Major and minor number of the compiler. Libraries of another one are refused: on Linux, Swift's binary interface
  /// is not stable between them.
  public static let swiftVersion: String = {
    #if compiler(>=6.5)
      "6.5"
    #elseif compiler(>=6.4)
      "6.4"
    #else
      "6.3"
    #endif
  }()

  /// The version of the Kit this process runs.
  public static let kitVersion: SemanticVersion = {
    do { return try SemanticVersion(Kit.version) } catch { preconditionFailure("\(error)") }
  }()
}
