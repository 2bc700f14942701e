import ArgumentParser
import FieldhouseKit

/// `fieldhouse config …`
struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "The host's settings.", subcommands: [Explain.self])

  struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "What a setting does, what it is and where that comes from; all settings without a key.")
    @OptionGroup var settings: SettingsOptions
    @Argument(help: "The setting's key.") var key: String?
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let resolver = try settings.resolver()
      let resolved = try key.map { [try resolver.resolve($0)] } ?? Setting.all.map { try resolver.resolve($0.key) }
      if json {
        Console.print(key == nil ? .array(resolved.map(\.document)) : resolved[0].document)
      } else {
        for setting in resolved { Console.print(setting.text) }
      }
    }
  }
}

extension SettingsResolver.Resolved {
  private var shown: String? { setting.isSecret && value != nil ? "(secret)" : value }

  private var origin: String {
    switch source {
    case .flag(let name): "flag \(name)"
    case .environment(let name): "environment \(name)"
    case .secretFile: "file named by \(setting.environmentName)_FILE"
    case .file(let path): "file \(path)"
    case .fallback: "default"
    case .unset: "not set"
    }
  }

  var document: JSON {
    [
      "key": .string(setting.key), "value": shown.map(JSON.string) ?? .null, "source": .string(origin),
      "help": .string(setting.help), "flag": setting.hasFlag ? .string(setting.flag) : .null,
      "environment": .string(setting.environmentName),
      "default": setting.fallback.map(JSON.string) ?? .null,
    ]
  }

  var text: String {
    "\(setting.key) = \(shown ?? "(not set)")   from \(origin)\n    \(setting.help) Set it with \(setting.ways)."
  }
}
