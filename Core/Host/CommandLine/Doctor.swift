import ArgumentParser
import FieldhouseKit

/// `fieldhouse doctor`
struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Every known problem of this installation with its remedy, within five seconds; exit 1 if there is any.")
  @OptionGroup var settings: SettingsOptions
  @Flag(help: "Answer as JSON.") var json = false

  func run() async throws {
    let findings = await Examination(configuration: try settings.configuration()).findings()
    if json {
      Console.print(.array(findings.map(\.document)))
    } else {
      for finding in findings { Console.print(finding.text) }
    }
    if findings.contains(where: { $0.severity == .problem }) { throw ExitCode(1) }
  }
}
