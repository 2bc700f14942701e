import FieldhouseKernel
import FieldhouseKit
import FieldhouseStorage

/// Tries a plugin with what an operator would decide: made, validated and started in a process of its own. It gets no data, since
/// that is not what changes, so that a trial takes a moment whatever the plugin keeps.
struct SettingsTrial {
  /// Seconds for each step.
  private static let step = 10.0
  /// Seconds for the migrations, which run on nothing.
  private static let migrations = 60.0

  let configuration: HostConfiguration
  let executable: String

  func problems(of plugin: CheckedPlugin, _ part: OperatorPart) async -> [ManifestProblem] {
    do {
      return try await TrialCopy.ofNothing(in: configuration.data) { place in
        var request = TrialRequest(
          manifest: plugin.file, folder: place.folder, schemaPrefix: nil,
          limits: TrialLimits(step: Self.step, migrations: Self.migrations))
        request.parts = [plugin.id: part]
        request.isOfSettings = true
        return await configuration.trialProcess(executable).problems(of: plugin, request)
      }
    } catch {
      return [plugin.notTried("\(error)")]
    }
  }
}
