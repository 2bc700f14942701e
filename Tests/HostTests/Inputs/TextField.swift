import FieldhouseKit
import Foundation

/// A text that a route takes, at its place.
struct TextField: Sendable {
  let method: String
  let path: String
  /// `path`, `query` or `body`.
  let place: String
  /// Where in the input: `*` stands for an item of a list.
  let pointer: [String]
  /// `line`, `lines` or `opaque`.
  let form: String

  var name: String { "\(method) \(path) \(place) /\(pointer.joined(separator: "/"))" }
  /// The pointer as a mistake names it.
  var mistake: String { "/" + pointer.map { $0 == "*" ? "0" : $0 }.joined(separator: "/") }

  /// The body with a value, written as JSON, in this place.
  func body(_ value: String) -> String {
    pointer.reversed().reduce(value) { inner, token in
      token == "*" ? "[\(inner)]" : "{\"\(token)\": \(inner)}"
    }
  }

  /// The path with a text, percent-encoded, in this place.
  func target(_ text: String) -> String {
    let filled = path.replacing(/\{(\w+)\}/) {
      place == "path" && String($0.1) == pointer[0] ? text : "unknown"
    }
    return place == "query" ? "\(filled)?\(pointer[0])=\(text)" : filled
  }
}

extension TextField {
  /// Every text of every operation of a description.
  static func all(of document: JSON) -> [TextField] {
    (document["paths"]?.object ?? [:]).flatMap { path, item in
      (item.object ?? [:]).flatMap { method, operation in
        parameters(operation, method.uppercased(), path)
          + body(operation, method.uppercased(), path)
      }
    }
  }

  private static func parameters(_ operation: JSON, _ method: String, _ path: String) -> [TextField] {
    (operation["parameters"]?.array ?? []).flatMap { parameter -> [TextField] in
      guard let name = parameter["name"]?.string, let place = parameter["in"]?.string,
        place != "header",
        let schema = parameter["schema"]
      else { return [] }
      return texts(schema, [name]).map {
        TextField(method: method, path: path, place: place, pointer: $0, form: $1)
      }
    }
  }

  private static func body(_ operation: JSON, _ method: String, _ path: String) -> [TextField] {
    guard let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"] else {
      return []
    }
    return texts(schema, []).map {
      TextField(method: method, path: path, place: "body", pointer: $0, form: $1)
    }
  }

  /// The places of the texts that a schema describes, with their forms.
  private static func texts(_ schema: JSON, _ pointer: [String]) -> [([String], String)] {
    let types = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? ""]
    let own = types.contains("string") ? [(pointer, schema["x-text"]?.string ?? "line")] : []
    let members = (schema["properties"]?.object ?? [:]).flatMap {
      texts($0.value, pointer + [$0.key])
    }
    let items = schema["items"].map { texts($0, pointer + ["*"]) } ?? []
    return own + members + items + (schema["anyOf"]?.array ?? []).flatMap { texts($0, pointer) }
  }
}
