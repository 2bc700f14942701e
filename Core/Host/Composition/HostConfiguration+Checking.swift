import FieldhouseKernel
import FieldhouseKit
import FieldhouseSupervision
import Foundation

extension HostConfiguration {
  /// The least level that is logged.
  var threshold: LogLevel {
    switch logLevel {
    case "debug": .debug
    case "warning": .warning
    case "error": .error
    default: .info
    }
  }

  /// What the checks need to know.
  /// - Parameters:
  ///   - executable: the program that can run `probe`; nil leaves probing out.
  ///   - parts: what operators decided apart from the manifests.
  func checker(executable: String?, parts: OperatorParts, planner: (any MigrationPlanner)? = nil) throws
    -> CheckerConfiguration
  {
    var checker = CheckerConfiguration(
      manifestsFolder: manifests, pluginsFolders: pluginFolders, hostVersion: try SemanticVersion(HostVersion.text),
      environment: ProcessInfo.processInfo.environment,
      probe: executable.map { Probe(executable: $0, cacheFile: "\(data)/probe-cache.json") }, migrationPlanner: planner)
    checker.linked = embedding.plugins.mapValues(\.folder)
    checker.parts = parts.parts
    checker.quarantined = FaultBookFile(data: data).read().quarantinedVersions
    return checker
  }
}
