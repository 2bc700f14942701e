import FieldhouseKernel
import FieldhouseKit
import FieldhouseStorage
import Foundation

/// Tries plugins one after another, each in a process of its own on a copy of its data.
struct DeepTrials: PluginTrials {
  let configuration: HostConfiguration
  /// What operators decided apart from the manifests.
  let parts: OperatorParts
  let engine: any StorageEngine
  let limits: TrialLimits
  let progress: @Sendable (StorageProgress) -> Void

  func problems(of plugin: CheckedPlugin) async -> [ManifestProblem] {
    let ticking = Task { [progress] in
      while !Task.isCancelled {
        progress(StorageProgress(step: "trying \(plugin.id)", done: 0, total: 1))
        try await Task.sleep(for: .milliseconds(250))
      }
    }
    defer { ticking.cancel() }
    do {
      let copy = TrialCopy(of: engine, in: configuration.data, progress: progress)
      let process = configuration.trialProcess(Serve.executable)
      return try await copy.with(try Namespace(plugin)) { [limits, parts] place in
        var request = TrialRequest(
          manifest: plugin.file, folder: place.folder, schemaPrefix: place.schemaPrefix, limits: limits)
        request.parts = parts.parts.filter { $0.key == plugin.id }
        return await process.problems(of: plugin, request)
      }
    } catch {
      return [plugin.notTried("\(error)")]
    }
  }
}

extension HostConfiguration {
  /// A process in which a plugin is tried with the same settings of the host.
  func trialProcess(_ executable: String) -> TrialProcess {
    TrialProcess(
      executable: executable, arguments: [TrialCommand.name] + arguments,
      environment: ProcessInfo.processInfo.environment)
  }

  /// The same host on a copy, with nobody to write or to send to.
  func ofTrial(_ request: TrialRequest) -> HostConfiguration {
    var trial = self
    trial.data = request.folder
    trial.embedding.schemaPrefix = request.schemaPrefix
    if request.isOfSettings { trial.database = "sqlite" }
    trial.redis = nil
    trial.deliveries = .file
    return trial
  }
}
