import ArgumentParser
import FieldhouseKernel
import FieldhouseKit
import FieldhouseRuntime

/// `fieldhouse trial`: tries one plugin; started by the host itself.
struct TrialCommand: AsyncParsableCommand {
  static let name = "trial"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Try a plugin in this process.", shouldDisplay: false)
  @OptionGroup var settings: SettingsOptions

  func run() async throws {
    let output = TrialOutput()
    do {
      let request = try TrialRequest.received()
      let configuration = try settings.configuration()
      // The plugin's files are where they are, its data is not.
      var checker = try configuration.checker(executable: nil, parts: OperatorParts())
      checker.parts = request.parts
      guard let plugin = CheckedPlugin(manifest: request.manifest, checker) else {
        output.fail("its files have changed meanwhile")
      }
      let watch = TrialGuard(request.limits, output: output).watch
      let trial = configuration.ofTrial(request)
      let core = try await HostCore.make(trial, log: JSONLog(descriptor: 2, threshold: .error))
      let run = PluginTrial(factory: TrialHost(core: core), limits: request.limits.lifecycle, watch: watch)
      output.finish(
        request.isOfMigrationsOnly ? await run.problemsOfMigrations(of: plugin) : await run.problems(of: plugin))
    } catch {
      output.fail("\(error)")
    }
  }
}
