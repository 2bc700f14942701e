import FieldhouseKit

/// JSON Schema 2020-12 read a second time: each keyword as the validation vocabulary (§ 6) and the core (§ 10) define
/// it, straight from the document, for whole numbers and plain texts.
struct SecondReading {
  let root: JSON

  func fits(_ value: JSON, _ schema: JSON) -> Bool {
    if let verdict = schema.bool { return verdict }
    guard let keywords = schema.object else { return true }
    return keywords.allSatisfy { holds($0.key, $0.value, keywords, value) }
  }

  private func holds(_ keyword: String, _ rule: JSON, _ all: JSONObject, _ value: JSON) -> Bool {
    switch keyword {
    case "type": (rule.array ?? [rule]).contains { isOf($0.string!, value) }
    case "enum": rule.array!.contains(value)
    case "const": rule == value
    case "$ref": fits(value, root[pointer: try! JSONPointer(parsing: String(rule.string!.dropFirst()))]!)
    case "allOf": rule.array!.allSatisfy { fits(value, $0) }
    case "anyOf": rule.array!.contains { fits(value, $0) }
    case "oneOf": rule.array!.count { fits(value, $0) } == 1
    case "not": !fits(value, rule)
    case "if": fits(value, rule) ? fits(value, all["then"] ?? true) : fits(value, all["else"] ?? true)
    default: holdsForKind(keyword, rule, all, value)
    }
  }

  private func isOf(_ type: String, _ value: JSON) -> Bool {
    value.kind == type || type == "number" && value.kind == "integer"
  }

  private func holdsForKind(_ keyword: String, _ rule: JSON, _ all: JSONObject, _ value: JSON) -> Bool {
    switch value {
    case .integer(let number): number.holds(keyword, rule)
    case .string(let text): text.unicodeScalars.count.isWithin(keyword, rule, "minLength", "maxLength")
    case .array(let items): holds(keyword, rule, all, items)
    case .object(let members): holds(keyword, rule, all, members)
    default: true
    }
  }

  private func holds(_ keyword: String, _ rule: JSON, _ all: JSONObject, _ items: [JSON]) -> Bool {
    switch keyword {
    case "prefixItems": zip(items, rule.array!).allSatisfy { fits($0, $1) }
    case "items": items.dropFirst(all["prefixItems"]?.array?.count ?? 0).allSatisfy { fits($0, rule) }
    case "uniqueItems": items.indices.allSatisfy { index in !items[..<index].contains(items[index]) } || rule == false
    default: items.count.isWithin(keyword, rule, "minItems", "maxItems")
    }
  }

  private func holds(_ keyword: String, _ rule: JSON, _ all: JSONObject, _ members: JSONObject) -> Bool {
    switch keyword {
    case "properties": members.allSatisfy { fits($0.value, rule[$0.key] ?? true) }
    case "patternProperties":
      members.allSatisfy { member in
        rule.object!.allSatisfy { !member.key.contains($0.key) || fits(member.value, $0.value) }
      }
    case "additionalProperties":
      members.allSatisfy { member in
        all["properties"]?[member.key] != nil
          || all["patternProperties"]?.object?.keys.contains { member.key.contains($0) } == true
          || fits(member.value, rule)
      }
    case "propertyNames": members.keys.allSatisfy { fits(.string($0), rule) }
    case "required": rule.array!.allSatisfy { members[$0.string!] != nil }
    default: members.count.isWithin(keyword, rule, "minProperties", "maxProperties")
    }
  }
}

extension Int {
  fileprivate func isWithin(_ keyword: String, _ rule: JSON, _ least: String, _ most: String) -> Bool {
    switch keyword {
    case least: self >= rule.int!
    case most: self <= rule.int!
    default: true
    }
  }
}

extension Int64 {
  fileprivate func holds(_ keyword: String, _ rule: JSON) -> Bool {
    switch keyword {
    case "minimum": self >= rule.int!
    case "maximum": self <= rule.int!
    case "exclusiveMinimum": self > rule.int!
    case "exclusiveMaximum": self < rule.int!
    case "multipleOf": self % Int64(rule.int!) == 0
    default: true
    }
  }
}
