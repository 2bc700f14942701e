import ArgumentParser
import FieldhouseKit
import FieldhouseSupervision
import Foundation

/// `fieldhouse serve`
struct Serve: AsyncParsableCommand, Sendable {
  static let configuration = CommandConfiguration(abstract: "Start the host.")
  @OptionGroup var settings: SettingsOptions

  func run() async throws {
    defer { Worker.leaves() }
    try await run(try settings.configuration())
  }

  func run(_ configuration: HostConfiguration) async throws {
    defer { Worker.leaves() }
    let start = ContinuousClock.now
    Worker.watch(
      hangSeconds: configuration.hangSeconds,
      memoryBytes: configuration.memoryLimit.bytes(of: MemoryLimit.available()))
    let host = try await HostApplication.start(configuration, executable: Self.executable)
    for problem in host.problems { Console.complain(problem) }
    let link = try await host.setUpLink()
    let spare = Task {
      var spare = SpareMemory()
      await spare.run()
    }
    defer { spare.cancel() }
    try await host.run { address in
      Worker.isReady()
      if let link { Console.complain("Make the first administrator at \(link(address))") }
      let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
      Console.complain("Fieldhouse is ready at http://\(address)/ after \(Int(milliseconds)) ms.")
    }
  }

  /// This program, for processes it starts.
  static var executable: String { "/proc/self/exe" }
}
