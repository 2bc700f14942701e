import FieldhouseKernel
import FieldhouseKit
import FieldhouseStorage
import Foundation

/// Tries plugins one after another, each in a process of its own on a copy of its data.
struct DeepTrials: PluginTrials {
  let configuration: HostConfiguration
  let engine: any StorageEngine
  /// What names the same settings to the process.
  let arguments: [String]
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
      let process = TrialProcess(
        executable: Serve.executable, arguments: [TrialCommand.name] + arguments,
        environment: ProcessInfo.processInfo.environment)
      return try await copy.with(try Namespace(plugin)) { [limits] place in
        let request = TrialRequest(
          manifest: plugin.file, folder: place.folder, schemaPrefix: place.schemaPrefix, limits: limits)
        return await process.problems(of: plugin, request)
      }
    } catch {
      return [plugin.notTried("\(error)")]
    }
  }
}

extension HostConfiguration {
  /// The same host on a copy, with nobody to write or to send to.
  func ofTrial(_ request: TrialRequest) -> HostConfiguration {
    var trial = self
    trial.data = request.folder
    trial.embedding.schemaPrefix = request.schemaPrefix
    trial.redis = nil
    trial.deliveries = .file
    return trial
  }
}
