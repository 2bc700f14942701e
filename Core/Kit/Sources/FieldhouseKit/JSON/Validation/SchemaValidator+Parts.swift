extension SchemaValidator {
  func checkParts(_ value: JSON, _ parts: SchemaParts, _ depth: Int, _ findings: inout [SchemaFinding]) {
    if let reference = parts.reference { check(value, reference, depth, &findings) }
    for schema in parts.all { check(value, schema, depth, &findings) }
    if !parts.any.isEmpty { checkAny(value, parts.any, depth, &findings) }
    if !parts.one.isEmpty { checkOne(value, parts.one, depth, &findings) }
    if let not = parts.not, satisfies(value, not, depth) {
      findings.report("not", "The value has the one form that is not allowed here.")
    }
    if let condition = parts.condition {
      let next = satisfies(value, condition, depth) ? parts.then : parts.otherwise
      if let next { check(value, next, depth, &findings) }
    }
  }

  private func satisfies(_ value: JSON, _ schema: Int, _ depth: Int) -> Bool { problems(value, schema, depth).isEmpty }

  private func problems(_ value: JSON, _ schema: Int, _ depth: Int) -> [SchemaFinding] {
    var problems: [SchemaFinding] = []
    check(value, schema, depth, &problems)
    return problems
  }

  private func checkAny(_ value: JSON, _ schemas: [Int], _ depth: Int, _ findings: inout [SchemaFinding]) {
    var failures: [[SchemaFinding]] = []
    for schema in schemas {
      let problems = problems(value, schema, depth)
      if problems.isEmpty { return }
      failures.append(problems)
    }
    reportNone(failures, "any-of", &findings)
  }

  private func checkOne(_ value: JSON, _ schemas: [Int], _ depth: Int, _ findings: inout [SchemaFinding]) {
    let results = schemas.map { problems(value, $0, depth) }
    let matches = results.count { $0.isEmpty }
    if matches == 0 { reportNone(results, "one-of", &findings) }
    if matches > 1 {
      findings.report("one-of", "The value has \(matches) of the possible forms; exactly one is allowed.")
    }
  }

  /// When only one form has the right type, what is wrong with that one helps; otherwise only that none fits does.
  private func reportNone(_ failures: [[SchemaFinding]], _ code: String, _ findings: inout [SchemaFinding]) {
    let candidates = failures.filter {
      !$0.contains { $0.isOwn && ["type", "const", "not-allowed"].contains($0.code) }
    }
    if candidates.count == 1 { return findings.append(contentsOf: candidates[0]) }
    let reasons = failures.compactMap { $0.first?.detail }.prefix(3).joined(separator: " Or: ")
    findings.report(code, "The value has none of the \(failures.count) possible forms. \(reasons)")
  }
}
