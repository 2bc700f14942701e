internal import FieldhouseKit

/// A manifest as a text whose values are known with their lines; it makes the problems about itself.
struct ManifestSource: Sendable {
  /// The path, as people gave the folder.
  let file: String
  let document: JSONDocument
  /// What the document says with what operators decided apart from it; nil for nothing.
  var overlaid: JSON?
  /// The settings with secrets that do not stand in the manifest.
  var sealed: Set<JSONPointer> = []

  init(file: String, document: JSONDocument) {
    self.file = file
    self.document = document
  }

  var json: JSON { overlaid ?? document.value }

  /// The id as it is written, well-formed or not.
  var id: String? { json["id"]?.string }

  func problem(
    _ code: ProblemCode, at pointer: JSONPointer, severity: ManifestProblem.Severity = .error, _ message: String,
    found: String, expected: String, remedy: String
  ) -> ManifestProblem {
    ManifestProblem(
      code: code, severity: severity, plugin: id, file: file, pointer: pointer,
      line: document.location(of: pointer).line, found: found, expected: expected, remedy: remedy, message: message)
  }

  /// The value at the pointer as short JSON text; `nothing` where there is none. Of all settings together only the kind
  /// is told, because there may be secrets among them.
  func found(_ pointer: JSONPointer) -> String {
    guard let value = json[pointer: pointer] else { return "nothing" }
    return pointer == ["settings"] || pointer == .root ? "\(value.kind)" : value.excerpt
  }
}

extension JSON {
  /// The value as JSON text of at most 80 characters.
  var excerpt: String {
    let text = serialized()
    return text.count <= 80 ? text : text.prefix(79) + "…"
  }
}
