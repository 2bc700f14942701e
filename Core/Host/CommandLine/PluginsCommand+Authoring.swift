import ArgumentParser
import FieldhouseKernel
import FieldhouseKit
import Foundation

extension PluginsCommand {
  struct New: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a plugin: a package with a route, a stored value, a leaderboard and tests.")
    @Argument(help: "The plugin's name, e.g. CornerQuiz.") var name: String
    @Option(help: "The folder to make; the plugin's id without.") var folder: String?
    @Option(
      help: """
        The folder of FieldhouseKit's package, from here. A plugin in its checkout or beside it names it by the way there, \
        else by the full path.
        """)
    var kit: String = "Core/Kit"
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let template = try PluginTemplate(name: name, kitPath: kit)
      let target = folder ?? template.id
      let files = try template.create(in: target)
      if json {
        Console.print(["id": .string(template.id), "folder": .string(target), "files": .array(files.map(JSON.string))])
      } else {
        Console.print("Made \(target): \(files.joined(separator: ", ")).")
        Console.print("Next: cd \(target) && swift test && swift build && fieldhouse plugins package .")
      }
    }
  }

  struct Package: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Pack a built plugin into one file.")
    @Argument(help: "The plugin's folder.") var folder: String
    @Option(help: "Where to put the file.") var output: String = "."
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let file = try PluginPackage.package(folder, into: output)
      Console.print(json ? JSON.object(["file": .string(file)]).serialized() : file)
    }
  }

  struct Install: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Install a packed plugin; a new one is disabled, a new version keeps the operator's part.")
    @OptionGroup var settings: SettingsOptions
    @Argument(help: "The packed plugin.") var file: String
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let configuration = try settings.configuration()
      let installer = PackageInstaller(dataFolder: configuration.data, manifestsFolder: configuration.manifests)
      let result = try installer.install(file)
      let obstacles = result.isEnabled ? try await PluginsCommand.obstacles(for: result.id, settings) : []
      if json {
        var document = try JSON(encoding: result).object ?? [:]
        document["problems"] = try JSON(encoding: obstacles)
        Console.print(.object(document))
      } else {
        let before = result.previous.map { " (before: \($0))" } ?? ""
        let isRunning = await PluginsCommand.Release.isAnswering(configuration.data)
        Console.print("Installed \(result.id) \(result.version)\(before). \(Self.next(result, isRunning: isRunning))")
        PluginsCommand.tell(obstacles)
      }
    }

    /// What is left to do.
    private static func next(_ result: PackageInstaller.Result, isRunning: Bool) -> String {
      guard result.isEnabled else { return "Enable it with: fieldhouse plugins enable \(result.id)" }
      return isRunning ? "Restart the host: it is used from then on." : "It is enabled: the next start uses it."
    }
  }
}
