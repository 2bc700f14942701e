/// A violation on its way out; the path grows from the innermost token to the outermost.
struct SchemaFinding {
  var reversedPath: [String] = []
  let code: String
  var detail: String
  var values: [String: JSON] = [:]

  /// Whether this is about the value of the schema that reports it, not about a part of that value.
  var isOwn: Bool { reversedPath.isEmpty }

  var violation: SchemaViolation {
    SchemaViolation(pointer: JSONPointer(reversedPath.reversed()), code: code, detail: detail, values: values)
  }
}

extension [SchemaFinding] {
  mutating func report(_ code: String, _ detail: String, _ values: [String: JSON] = [:], at path: String...) {
    append(SchemaFinding(reversedPath: path, code: code, detail: detail, values: values))
  }

  /// Puts the token before the paths of all findings from that position on.
  mutating func prefix(from start: Int, _ token: @autoclosure () -> String) {
    guard start < count else { return }
    let token = token()
    for position in start..<count { self[position].reversedPath.append(token) }
  }

  /// Replaces the texts of the findings about the value itself by the schema's own, each once.
  mutating func apply(_ messages: SchemaMessages, from start: Int) {
    guard start < count, !messages.isEmpty else { return }
    var seen: Set<String> = []
    let replaced = self[start...].compactMap { finding -> SchemaFinding? in
      guard finding.isOwn, let text = messages.text(for: finding.code) else { return finding }
      guard seen.insert(text).inserted else { return nil }
      return SchemaFinding(code: finding.code, detail: text, values: finding.values)
    }
    replaceSubrange(start..., with: replaced)
  }
}
