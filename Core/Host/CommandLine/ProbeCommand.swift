import ArgumentParser
import FieldhouseKernel

/// `fieldhouse probe`: tries libraries; started by the host itself.
struct ProbeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Try libraries in this process.", shouldDisplay: false)

  func run() async throws { ProbeMain.run() }
}
