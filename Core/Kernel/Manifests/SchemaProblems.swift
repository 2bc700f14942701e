internal import FieldhouseKit

/// Puts what the schema refuses into words.
struct SchemaProblems {
  let source: ManifestSource

  func all() -> [ManifestProblem] {
    ManifestSchema.compiled.validate(source.json).map(problem)
  }

  private func problem(_ violation: SchemaViolation) -> ManifestProblem {
    let pointer = violation.pointer
    let key = pointer.tokens.last ?? ""
    switch violation.code {
    case "required": return missing(pointer, key)
    case "unknown-key": return unknown(pointer, key)
    case "type": return wrongType(pointer, key)
    case "key-name": return wrongName(pointer, key)
    case "enum", "pattern": return invalid(pointer, "\(subject(pointer)) is not allowed.")
    default: return invalid(pointer, "\(subject(pointer)) is not allowed: \(violation.detail)")
    }
  }

  private func missing(_ pointer: JSONPointer, _ key: String) -> ManifestProblem {
    source.problem(
      .keyMissing, at: pointer.parent ?? pointer, "The key \"\(key)\" is missing.", found: "no \"\(key)\"",
      expected: expectation(pointer), remedy: "Add \"\(key)\".")
  }

  private func unknown(_ pointer: JSONPointer, _ key: String) -> ManifestProblem {
    let names = ManifestSchema.part(at: pointer.parent ?? pointer)?["properties"]?.object?.keys ?? []
    let nearest = closestMatch(to: key, in: names)
    return source.problem(
      .keyUnknown, at: pointer, "There is no key \"\(key)\" here.", found: "\"\(key)\"",
      expected: names.isEmpty ? "no such key" : "one of \(names.joined(separator: ", "))",
      remedy: nearest.map { "Did you mean \"\($0)\"?" } ?? "Remove it.")
  }

  private func wrongName(_ pointer: JSONPointer, _ key: String) -> ManifestProblem {
    let names = ManifestSchema.part(at: pointer.parent ?? pointer)?["propertyNames"].flatMap(ManifestSchema.resolved)
    let expected = names?["x-expected"]?.string ?? "another name"
    return source.problem(
      .valueInvalid, at: pointer, "The key \"\(key)\" is not allowed here.", found: "\"\(key)\"", expected: expected,
      remedy: "Write \(expected).")
  }

  private func wrongType(_ pointer: JSONPointer, _ key: String) -> ManifestProblem {
    let kind = source.json[pointer: pointer]?.kind ?? "nothing"
    let expected = expectation(pointer)
    return source.problem(
      .valueType, at: pointer, "\(subject(pointer)) is of the wrong type.",
      found: "\(kind) \(source.found(pointer))", expected: expected, remedy: "Write \(expected).")
  }

  private func invalid(_ pointer: JSONPointer, _ message: String) -> ManifestProblem {
    let expected = expectation(pointer)
    return source.problem(
      .valueInvalid, at: pointer, message, found: source.found(pointer),
      expected: expected, remedy: nearest(pointer).map { "Did you mean \"\($0)\"?" } ?? "Write \(expected).")
  }

  /// What the pointer leads to, in words: a member by its name, an item with its list's.
  private func subject(_ pointer: JSONPointer) -> String {
    guard let last = pointer.tokens.last else { return "The manifest" }
    guard let position = Int(last), let list = pointer.tokens.dropLast().last else { return "The value of \"\(last)\"" }
    return "Item \(position + 1) of \"\(list)\""
  }

  private func nearest(_ pointer: JSONPointer) -> String? {
    guard let value = source.json[pointer: pointer]?.string else { return nil }
    return closestMatch(to: value, in: values(pointer))
  }

  private func values(_ pointer: JSONPointer) -> [String] {
    ManifestSchema.part(at: pointer)?["enum"]?.array?.compactMap(\.string) ?? []
  }

  /// What the schema asks for, in words.
  private func expectation(_ pointer: JSONPointer) -> String {
    guard let part = ManifestSchema.part(at: pointer) else { return "nothing" }
    if let words = part["x-expected"]?.string { return words }
    let values = values(pointer)
    if !values.isEmpty { return "one of \(values.joined(separator: ", "))" }
    return ExpectedKind.words(for: part)
  }
}

/// A JSON type with its limits, in words.
enum ExpectedKind {
  static func words(for schema: JSON) -> String {
    switch schema["type"]?.string {
    case "string": "text\(range(schema["minLength"], schema["maxLength"], " characters"))"
    case "array": "a list\(range(schema["minItems"], schema["maxItems"], " items"))"
    case "integer": "a whole number\(range(schema["minimum"], schema["maximum"], ""))"
    case "number": "a number\(range(schema["minimum"], schema["maximum"], ""))"
    case "boolean": "true or false"
    case "object": "an object"
    default: "another value"
    }
  }

  private static func range(_ lowest: JSON?, _ highest: JSON?, _ unit: String) -> String {
    switch (lowest, highest) {
    case (let lowest?, let highest?): " of \(lowest) to \(highest)\(unit)"
    case (let lowest?, nil): " of at least \(lowest)\(unit)"
    case (nil, let highest?): " of at most \(highest)\(unit)"
    case (nil, nil): ""
    }
  }
}
