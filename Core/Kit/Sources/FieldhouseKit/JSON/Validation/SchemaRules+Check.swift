extension SchemaNumberRules {
  func check(_ value: JSON, _ findings: inout [SchemaFinding]) {
    if let bound = minimum, value.isLess(than: bound) {
      findings.report("minimum", "Found \(value); at least \(bound) is allowed.", ["least": bound])
    }
    if let bound = exclusiveMinimum, !bound.isLess(than: value) {
      findings.report("minimum", "Found \(value); more than \(bound) is needed.")
    }
    if let bound = maximum, bound.isLess(than: value) {
      findings.report("maximum", "Found \(value); at most \(bound) is allowed.", ["most": bound])
    }
    if let bound = exclusiveMaximum, !value.isLess(than: bound) {
      findings.report("maximum", "Found \(value); less than \(bound) is needed.")
    }
    if let step = multipleOf, !value.isMultiple(of: step) {
      findings.report("multiple-of", "Found \(value); a multiple of \(step) is needed.", ["step": step])
    }
    if let format, !format.matches(value) {
      findings.report("format", "Found \(value); expected \(format.expectation).")
    }
  }
}

extension SchemaStringRules {
  func check(_ text: String, _ findings: inout [SchemaFinding]) {
    if minLength != nil || maxLength != nil { checkLength(text.unicodeScalars.count, &findings) }
    if let pattern, !pattern.matches(text) {
      findings.report("pattern", "The text does not match the pattern `\(pattern.source)`.")
    }
    if let format, !format.matches(text) { findings.report("format", "Expected \(format.expectation).") }
  }

  private func checkLength(_ length: Int, _ findings: inout [SchemaFinding]) {
    if let least = minLength, length < least {
      findings.report(
        "too-short", "The text has \(length) characters; at least \(least) are needed.", .least(least, found: length))
    }
    if let most = maxLength, length > most {
      findings.report(
        "too-long", "The text has \(length) characters; at most \(most) are allowed.", .most(most, found: length))
    }
  }
}

extension [String: JSON] {
  /// What is said of a count that is too small.
  static func least(_ least: Int, found: Int) -> Self {
    ["least": .integer(Int64(least)), "found": .integer(Int64(found))]
  }
  /// What is said of a count that is too large.
  static func most(_ most: Int, found: Int) -> Self {
    ["most": .integer(Int64(most)), "found": .integer(Int64(found))]
  }
}

extension JSON {
  fileprivate func isLess(than other: JSON) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a < b
    case (.integer(let a), .number(let b)): b >= 0x1p63 || b >= -0x1p63 && a < Int64(b.rounded(.up))
    case (.number(let a), .integer(let b)): a < -0x1p63 || a < 0x1p63 && Int64(a.rounded(.down)) < b
    default: (double ?? 0) < (other.double ?? 0)
    }
  }

  /// Whole numbers exactly; others when the quotient is whole but for the rounding of both and of itself.
  fileprivate func isMultiple(of step: JSON) -> Bool {
    if let a = int, let b = step.int { return a.isMultiple(of: b) }
    let quotient = (double ?? 0) / (step.double ?? 1)
    guard quotient.isFinite else { return false }
    return abs(quotient - quotient.rounded()) <= quotient.ulp * 4
  }
}
