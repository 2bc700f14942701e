extension SchemaValidator {
  func check(_ members: JSONObject, _ rules: SchemaObjectRules, _ depth: Int, _ findings: inout [SchemaFinding]) {
    if let least = rules.minProperties, members.count < least {
      findings.report(
        "too-few-keys", "Found \(members.count) members; at least \(least) are needed.",
        .least(least, found: members.count))
    }
    if let most = rules.maxProperties, members.count > most {
      findings.report(
        "too-many-keys", "Found \(members.count) members; at most \(most) are allowed.",
        .most(most, found: members.count))
    }
    for name in rules.required where !members.contains(key: name) { reportMissing(name, members, rules, &findings) }
    for (name, value) in members {
      guard findings.count < Self.most else { return }
      check(name, value, rules, depth, &findings)
    }
  }

  private func check(
    _ name: String, _ value: JSON, _ rules: SchemaObjectRules, _ depth: Int, _ findings: inout [SchemaFinding]
  ) {
    let start = findings.count
    checkName(name, rules, depth, &findings)
    var isKnown = false
    if let schema = rules.properties[name] {
      isKnown = true
      check(value, schema, depth, &findings)
    }
    for (pattern, schema) in rules.patterns where pattern.matches(name) {
      isKnown = true
      check(value, schema, depth, &findings)
    }
    if !isKnown { checkAdditional(name, value, rules, depth, &findings) }
    findings.prefix(from: start, name)
  }

  private func checkName(_ name: String, _ rules: SchemaObjectRules, _ depth: Int, _ findings: inout [SchemaFinding]) {
    guard let schema = rules.names else { return }
    var problems: [SchemaFinding] = []
    check(.string(name), schema, depth, &problems)
    for problem in problems { findings.report("key-name", "The member's name is not allowed: \(problem.detail)") }
  }

  private func checkAdditional(
    _ name: String, _ value: JSON, _ rules: SchemaObjectRules, _ depth: Int, _ findings: inout [SchemaFinding]
  ) {
    if rules.refusesAdditional {
      let near = findings.count < Self.mostHints ? closestMatch(to: name, in: rules.properties.keys.sorted()) : nil
      let remedy = near.map { "Did you mean `\($0)`?" } ?? "Remove it."
      findings.report("unknown-key", "The member `\(name.nameExcerpt)` is unknown. \(remedy)")
    } else if let schema = rules.additional {
      check(value, schema, depth, &findings)
    }
  }

  private func reportMissing(
    _ name: String, _ members: JSONObject, _ rules: SchemaObjectRules, _ findings: inout [SchemaFinding]
  ) {
    let own = rules.properties[name].flatMap { nodes[$0].rules.messages.text(for: "required") }
    findings.report("required", own ?? "The member `\(name)` is missing; add it.", at: name)
  }
}
