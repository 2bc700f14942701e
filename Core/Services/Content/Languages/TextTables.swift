public import FieldhouseKit

/// The texts that came with one plugin or with a part of the host, a table a language.
public struct TextTables: Texts {
  private let tables: [String: [String: String]]

  /// Texts from tables by language; each maps keys to texts with placeholders `{name}`.
  public init(_ tables: [String: [String: String]]) { self.tables = tables }

  public var languages: [String] { tables.keys.sorted { $0 == "en" || ($1 != "en" && $0 < $1) } }

  public func text(_ key: String, language: String, arguments: [String: String]) -> String {
    guard let text = tables[language]?[key] ?? tables["en"]?[key] else { return key }
    return arguments.isEmpty ? text : Self.fill(text, arguments)
  }

  /// All texts of a language, in English where it lacks them, with their placeholders.
  public func all(in language: String) -> [String: String] {
    (tables["en"] ?? [:]).merging(tables[language] ?? [:]) { $1 }
  }

  /// What there is in a language and no other.
  func texts(in language: String) -> [String: String] { tables[language] ?? [:] }

  /// Whether there is such a key: English has all that there are.
  func has(_ key: String) -> Bool { tables[TextCatalog.source]?[key] != nil }

  static func fill(_ text: String, _ arguments: [String: String]) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      result += rest[..<open]
      result += arguments[name] ?? "{\(name)}"
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
