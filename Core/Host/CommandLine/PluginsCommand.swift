import ArgumentParser
import FieldhouseKernel
import FieldhouseKit
import FieldhouseStorage
import Foundation

/// `fieldhouse plugins …`
struct PluginsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", abstract: "List, inspect, switch, release, make, package, install and remove plugins.",
    subcommands: [
      List.self, Info.self, Enable.self, Disable.self, Release.self, New.self, Package.self, Install.self,
      Uninstall.self, Prune.self,
    ])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "All plugins, whether they can serve, and what they tell and ask each other.",
      discussion: "Of a host that runs it is told as well how it finds those that serve.")
    @OptionGroup var settings: SettingsOptions
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let configuration = try settings.configuration()
      let troubles = await HostRecord.read(from: configuration.data)?.parts()?.filter { $0.severity != .ok } ?? []
      let rows = try await PluginsCommand.report(settings).rows.map { row in
        var row = row
        row.trouble = troubles.first { $0.code == row.id }?.message
        return row
      }
      if json {
        Console.print(.array(rows.map(\.json)))
      } else {
        for row in rows { Console.print(row.text) }
      }
    }
  }

  struct Info: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "What a plugin brings and what is wrong with it.")
    @OptionGroup var settings: SettingsOptions
    @Argument(help: "The plugin's id.") var id: String
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let report = try await PluginsCommand.report(settings)
      guard var members = report.document(of: id)?.object else {
        throw UnknownPlugin(id: id, known: report.rows.map(\.id))
      }
      members["settings"] = .array(try await settings.configuration().settingLines(of: id).map(JSON.string))
      let document = JSON.object(members)
      Console.print(json ? document.serialized(pretty: true) : document.listing)
    }
  }

  struct Enable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Let a plugin serve from the next start on.")
    @OptionGroup var settings: SettingsOptions
    @Argument(help: "The plugin's id.") var id: String
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws { try await PluginsCommand.set(id, enabled: true, settings, json: json) }
  }

  struct Disable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Keep a plugin from serving from the next start on.")
    @OptionGroup var settings: SettingsOptions
    @Argument(help: "The plugin's id.") var id: String
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws { try await PluginsCommand.set(id, enabled: false, settings, json: json) }
  }

  /// What the next start will find, applied migrations that have changed included, where the database can be asked.
  static func report(_ settings: SettingsOptions) async throws -> CheckReport {
    let configuration = try settings.configuration()
    guard let parts = try? await configuration.operatorParts(),
      let engine = try? await configuration.makeEngine(clock: configuration.makeClock())
    else {
      return await Checker(try configuration.checker(executable: Serve.executable, parts: OperatorParts())).run()
    }
    return try await engine.closing {
      let planner = AppliedMigrations(planner: EnginePlanner(engine: engine))
      return await Checker(try configuration.checker(executable: Serve.executable, parts: parts, planner: planner))
        .run()
    }
  }

  private static func set(_ id: String, enabled: Bool, _ settings: SettingsOptions, json: Bool) async throws {
    let affected = enabled ? [] : try await report(settings).dependents(of: id)
    let configuration = try settings.configuration()
    let file = try ManifestEditor.manifestFile(of: id, in: configuration.manifests)
    try ManifestEditor.setEnabled(enabled, inManifest: file)
    try await takeConsoleBack(id, enabled, configuration)
    let obstacles = enabled ? try await obstacles(for: id, settings) : []
    if json {
      Console.print([
        "id": .string(id), "enabled": .bool(enabled), "affected": .array(affected.map(JSON.string)),
        "problems": try JSON(encoding: obstacles),
      ])
    } else {
      Console.print("\(id) is \(enabled ? "enabled" : "disabled") from the next start on.")
      if !affected.isEmpty { Console.print("These need it and stop with it: \(affected.joined(separator: ", ")).") }
      tell(obstacles)
    }
  }

  /// What is said last counts: the console has no say in it any more.
  private static func takeConsoleBack(_ id: String, _ enabled: Bool, _ configuration: HostConfiguration) async throws {
    do {
      try await configuration.takeBack(id, enabled ? "plugin.enabled" : "plugin.disabled") { $0.enabled = nil }
    } catch let error as StorageError where error.code == .unavailable {
      Console.complain("The database cannot be asked what the console says of it, which counts: \(error.message)")
    }
  }

  /// What keeps an enabled plugin from serving as it is now: settings that do not fit, a plugin that it needs and is not
  /// there; and what it asks for and is not granted.
  static func obstacles(for id: String, _ settings: SettingsOptions) async throws -> [ManifestProblem] {
    let report = try await report(settings)
    return report.problems.filter {
      ($0.severity == .error || $0.code == .permissionNotGranted) && $0.file == report.file(of: id)
    }
  }

  /// Tells people of obstacles.
  static func tell(_ obstacles: [ManifestProblem]) {
    tell("As it is now it will be left out:", obstacles.filter { $0.severity == .error })
    tell("As it is now it does without:", obstacles.filter { $0.severity != .error })
  }

  private static func tell(_ title: String, _ obstacles: [ManifestProblem]) {
    guard !obstacles.isEmpty else { return }
    Console.print(title)
    for problem in obstacles { Console.print("  \(problem.message) \(problem.remedy)") }
  }
}

extension HostConfiguration {
  /// A plugin's settings, each with what it is and who said so, without secrets.
  fileprivate func settingLines(of id: String) async -> [String] {
    let part = await decidedParts().part(of: id)
    let manifest = ManifestFolder(path: manifests).read().first { $0.id == id }?.manifest
    return manifest.map { SettingsSheet($0, part).settings.map(\.line) } ?? []
  }
}

extension PluginSetting {
  fileprivate var line: String {
    let isHidden = isSecret && value == nil && source != .unset
    return "\(pointer) = \(isHidden ? "(secret)" : value?.serialized() ?? "(not set)") (\(source.rawValue))"
  }
}

/// A plugin that is not there.
struct UnknownPlugin: Error, CustomStringConvertible {
  let id: String
  let known: [String]

  var description: String {
    let hint = closestMatch(to: id, in: known).map { " Did you mean '\($0)'?" } ?? ""
    return "There is no plugin '\(id)'.\(hint)"
  }
}
