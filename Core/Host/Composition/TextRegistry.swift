import FieldhouseKit
import FieldhouseRuntime
import Synchronization

/// The texts of all plugins, for parts of the host that speak for them.
final class TextRegistry: Sendable {
  private let tables = Mutex<[String: TextTables]>([:])

  func set(_ texts: TextTables, of plugin: String) { tables.withLock { $0[plugin] = texts } }

  func text(plugin: String, key: String, language: String, arguments: [String: String]) -> String {
    tables.withLock { $0[plugin] }?.text(key, language: language, arguments: arguments) ?? key
  }

  /// All texts of a plugin, in English where the language lacks them.
  func all(of plugin: String, in language: String) -> [String: String] {
    tables.withLock { $0[plugin] }?.all(in: language) ?? [:]
  }

  /// All languages that some plugin has texts in, English first.
  var languages: [String] {
    let all = Set(tables.withLock { $0.values.flatMap(\.languages) }).subtracting(["en"])
    return ["en"] + all.sorted()
  }
}
