import FieldhouseKit
import Foundation

/// The delivered texts.
struct Strings: Texts {
  let tables: [String: [String: String]]

  static func load() throws -> Strings {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Core/Services/Accounts/strings")
    var tables: [String: [String: String]] = [:]
    for language in ["en", "ar"] {
      let data = try Data(contentsOf: folder.appending(path: "\(language).json"))
      tables[language] = try JSONDecoder().decode([String: String].self, from: data)
    }
    return Strings(tables: tables)
  }

  var languages: [String] { tables.keys.sorted() }

  func text(_ key: String, language: String, arguments: [String: String]) -> String {
    arguments.reduce(tables[language]?[key] ?? tables["en"]?[key] ?? key) { text, pair in
      text.replacing("{\(pair.key)}", with: pair.value)
    }
  }
}

/// Finds the parameters of a path.
enum PathTemplate {
  static func match(_ template: String, _ path: String) -> [String: String]? {
    let (wanted, given) = (template.split(separator: "/"), path.split(separator: "/"))
    guard wanted.count == given.count else { return nil }
    var parameters: [String: String] = [:]
    for (want, have) in zip(wanted, given) {
      if want.first == "{" {
        parameters[String(want.dropFirst().dropLast())] = String(have)
      } else if want != have {
        return nil
      }
    }
    return parameters
  }
}
