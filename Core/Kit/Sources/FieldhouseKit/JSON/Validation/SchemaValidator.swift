/// Checks values against prepared schemas and gathers everything that is wrong.
struct SchemaValidator {
  let nodes: [SharedSchemaNode]
  private static let deepest = 1500
  /// After how many findings no further parts are looked at: what is wrong with a value of very many parts costs no more than that.
  static let most = 200
  /// Up to how many findings tell what was probably meant.
  static let mostHints = 20

  /// Checks a value against the schema at that position. Every step inwards, into a part of the value or to another
  /// schema for the same value, is one of depth.
  func check(_ value: JSON, _ position: Int, _ depth: Int, _ findings: inout [SchemaFinding]) {
    guard depth < Self.deepest else { return findings.report("too-deep", "The value is nested too deeply.") }
    let start = findings.count
    let node = nodes[position]
    checkOwn(value, node, &findings)
    checkContents(value, node, depth + 1, &findings)
    if node.hasParts { checkParts(value, node.rules.parts, depth + 1, &findings) }
    if findings.count > start { findings.apply(node.rules.messages, from: start) }
  }

  private func checkOwn(_ value: JSON, _ node: SharedSchemaNode, _ findings: inout [SchemaFinding]) {
    if node.rules.verdict == false { findings.report("not-allowed", "No value is allowed here; remove it.") }
    if let types = node.rules.types, !node.rules.takesType(of: value) {
      return findings.report("type", "Found \(value.article); expected \(types.names.joined(separator: " or ")).")
    }
    if let constant = node.rules.constant, constant != value {
      findings.report("const", "Expected \(constant.excerpt).")
    }
    if let values = node.rules.values, !values.contains(value) { findings.reportChoice(value, values) }
  }

  private func checkContents(_ value: JSON, _ node: SharedSchemaNode, _ depth: Int, _ findings: inout [SchemaFinding]) {
    switch value {
    case .integer, .number: if node.rules.takesType(of: value) { node.rules.numbers?.check(value, &findings) }
    case .string(let text): node.rules.strings?.check(text, &findings)
    case .array(let items): if let rules = node.rules.arrays { check(items, rules, depth, &findings) }
    case .object(let members): if let rules = node.rules.objects { check(members, rules, depth, &findings) }
    case .null, .bool: break
    }
  }

  private func check(_ items: [JSON], _ rules: SchemaArrayRules, _ depth: Int, _ findings: inout [SchemaFinding]) {
    if let least = rules.minItems, items.count < least {
      findings.report(
        "too-few-items", "Found \(items.count) items; at least \(least) are needed.", .least(least, found: items.count))
    }
    if let most = rules.maxItems, items.count > most {
      findings.report(
        "too-many-items", "Found \(items.count) items; at most \(most) are allowed.", .most(most, found: items.count))
    }
    if rules.isUnique { reportDuplicates(items, &findings) }
    for (index, item) in items.enumerated() {
      guard findings.count < Self.most else { return }
      guard let schema = index < rules.prefix.count ? rules.prefix[index] : rules.items else { continue }
      let start = findings.count
      check(item, schema, depth, &findings)
      findings.prefix(from: start, String(index))
    }
  }

  private func reportDuplicates(_ items: [JSON], _ findings: inout [SchemaFinding]) {
    var seen: Set<JSON> = []
    for (index, item) in items.enumerated() where !seen.insert(item).inserted {
      guard findings.count < Self.most else { return }
      findings.report("duplicate-item", "The same item stands earlier in the list; remove one.", at: String(index))
    }
  }
}

extension JSON {
  /// The JSON text, cut short.
  var excerpt: String {
    let text = serialized()
    return text.unicodeScalars.count <= 60 ? text : String(text.unicodeScalars.prefix(59)) + "…"
  }
}

extension [SchemaFinding] {
  fileprivate mutating func reportChoice(_ value: JSON, _ values: [JSON]) {
    let isHinting = count < SchemaValidator.mostHints
    let near = isHinting ? value.string.flatMap { closestMatch(to: $0, in: values.compactMap(\.string)) } : nil
    let hint = near.map { " Did you mean `\($0)`?" } ?? ""
    let shown = values.prefix(20).map(\.excerpt).joined(separator: ", ") + (values.count > 20 ? ", …" : "")
    report("enum", "Found \(value.excerpt); expected one of \(shown).\(hint)")
  }
}
