internal import FieldhouseKit
internal import Foundation

/// Makes the settings a plugin gets: the operator's values over the schema's defaults, with secrets filled in.
///
/// A secret is marked `"x-secret": true` in the schema. Its value is `{"env": "NAME"}`, `{"file": "PATH"}` (absolute, or
/// relative to the manifest's folder; one newline at the end is dropped) or the text itself.
struct PluginSettingsReader {
  let source: ManifestSource
  let environment: [String: String]
  private(set) var secrets: Set<JSONPointer> = []
  private(set) var problems: [ManifestProblem] = []

  init(source: ManifestSource, environment: [String: String]) {
    self.source = source
    self.environment = environment
  }

  /// The settings under a schema of an object.
  mutating func resolve(_ value: JSON, _ schema: JSON) -> JSON {
    resolve(value, schema, at: ["settings"])
  }

  private mutating func resolve(_ value: JSON, _ schema: JSON, at pointer: JSONPointer) -> JSON {
    if schema["x-secret"]?.bool == true { return secret(value, at: pointer) }
    if let items = value.array, let part = schema["items"], part.marksSecret {
      return .array(items.enumerated().map { resolve($0.element, part, at: pointer.appending($0.offset)) })
    }
    guard var members = value.object else { return value }
    let properties = schema["properties"]?.object ?? [:]
    for (key, part) in properties {
      if let value = members[key] ?? part.defaultValue {
        members[key] = resolve(value, part, at: pointer.appending(key))
      }
    }
    if let part = schema["additionalProperties"], part.marksSecret {
      for (key, value) in members where properties[key] == nil {
        members[key] = resolve(value, part, at: pointer.appending(key))
      }
    }
    return .object(members)
  }

  private mutating func secret(_ value: JSON, at pointer: JSONPointer) -> JSON {
    secrets.insert(pointer)
    switch value {
    case .string(let text):
      if !text.isEmpty, !isSealed(pointer) { problems.append(inClear(pointer)) }
      return value
    case .object(let members) where members.count == 1: return .string(read(members, at: pointer))
    default: return value
    }
  }

  /// Whether it was set in the console, which keeps secrets sealed.
  private func isSealed(_ pointer: JSONPointer) -> Bool {
    source.sealed.contains { pointer.tokens.dropFirst().starts(with: $0.tokens) }
  }

  private mutating func read(_ reference: JSONObject, at pointer: JSONPointer) -> String {
    if let name = reference["env"]?.string {
      if let text = environment[name], !text.isEmpty { return text }
      problems.append(missing(pointer, "environment variable \(name)", "Set \(name) in the host's environment."))
    } else if let path = reference["file"]?.string {
      if let text = contents(of: path) { return text }
      problems.append(missing(pointer, "readable file \(path)", "Create \(path), readable by the host alone."))
    } else {
      problems.append(
        missing(pointer, "reference of a known kind", "Write {\"env\": \"NAME\"} or {\"file\": \"PATH\"}."))
    }
    return ""
  }

  private func contents(of path: String) -> String? {
    let folder = URL(fileURLWithPath: source.file).deletingLastPathComponent()
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path, relativeTo: folder)),
      let text = String(data: data, encoding: .utf8)
    else { return nil }
    return text.hasSuffix("\n") || text.hasSuffix("\r\n") ? String(text.dropLast()) : text
  }

  private func inClear(_ pointer: JSONPointer) -> ManifestProblem {
    source.problem(
      .secretInClear, at: pointer, severity: .warning, "A secret is written in the manifest itself.",
      found: "a secret in clear", expected: "{\"env\": \"NAME\"} or {\"file\": \"PATH\"}",
      remedy: "Move it into the environment or into a file, and refer to it.")
  }

  private func missing(_ pointer: JSONPointer, _ what: String, _ remedy: String) -> ManifestProblem {
    source.problem(
      .secretMissing, at: pointer, "The secret \"\(pointer.tokens.last ?? "")\" is not there.", found: "no \(what)",
      expected: "the secret", remedy: remedy)
  }
}

extension JSON {
  /// Whether a schema marks a secret, itself or in what it is made of.
  var marksSecret: Bool {
    switch self {
    case .object(let members): members["x-secret"]?.bool == true || members.contains { $0.value.marksSecret }
    case .array(let parts): parts.contains(where: \.marksSecret)
    default: false
    }
  }

  /// What a missing member counts as: its default, or an object that collects the defaults of its own members.
  fileprivate var defaultValue: JSON? {
    if let value = self["default"] { return value }
    guard let properties = self["properties"]?.object else { return nil }
    return properties.values.contains { $0.defaultValue != nil } ? .object([:]) : nil
  }
}
