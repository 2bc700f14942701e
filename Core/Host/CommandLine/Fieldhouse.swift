public import ArgumentParser
import Foundation

/// The `fieldhouse` command.
public struct Fieldhouse: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "fieldhouse", abstract: "The host for sports communities.", version: HostVersion.text,
    subcommands: [
      Serve.self, Check.self, PluginsCommand.self, EventsCommand.self, Setup.self, Doctor.self, BackupCommand.self,
      RestoreCommand.self, MigrateDatabase.self, ConfigCommand.self, OpenAPICommand.self, VersionCommand.self,
      ProbeCommand.self, TrialCommand.self,
    ])

  public init() {}

  /// Parses and runs a call, or runs one that was prepared.
  /// - Returns: the exit code: 0 done, 1 a problem found, 2 wrong usage, 75 try again later.
  public static func exitCode(of arguments: [String], _ prepared: PreparedServe? = nil) async -> Int32 {
    do {
      if let prepared {
        try await prepared.command.run(prepared.configuration)
        return 0
      }
      var command = try parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return 0
    } catch let code as ExitCode {
      return code.rawValue
    } catch let error as SettingsError {
      Console.complain(error.message)
      return 2
    } catch {
      return report(error)
    }
  }

  private static func report(_ error: any Error) -> Int32 {
    let message = fullMessage(for: error)
    switch exitCode(for: error) {
    case .success:
      Console.print(message)
      return 0
    case .validationFailure:
      Console.complain(message)
      return 2
    default:
      Console.complain(message)
      return (error as? any ExitCoded)?.exitCode ?? 1
    }
  }
}

/// An error that decides the exit code itself.
protocol ExitCoded: Error {
  var exitCode: Int32 { get }
}

/// The version of the host.
public enum HostVersion {
  /// Semantic version.
  public static let text = "0.1.0"
}
