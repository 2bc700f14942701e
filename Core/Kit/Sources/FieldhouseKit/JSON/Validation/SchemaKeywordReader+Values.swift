extension SchemaKeywordReader {
  func error(_ code: String, _ path: [String], _ message: String) -> SchemaError {
    SchemaError(code: code, pointer: JSONPointer(place.pointer.tokens + path), message: message)
  }

  func wrong(_ keyword: String, _ expected: String) -> SchemaError {
    error("schema-keyword-value", [keyword], "`\(keyword)` must be \(expected).")
  }

  func number(_ value: JSON, _ keyword: String) throws(SchemaError) -> JSON {
    guard value.double != nil else { throw wrong(keyword, "a number") }
    return value
  }

  func positive(_ value: JSON, _ keyword: String) throws(SchemaError) -> JSON {
    guard let number = value.double, number > 0 else { throw wrong(keyword, "a number above 0") }
    return value
  }

  func count(_ value: JSON, _ keyword: String) throws(SchemaError) -> Int {
    guard let count = value.int, count >= 0 else { throw wrong(keyword, "a whole number from 0") }
    return count
  }

  func text(_ value: JSON, _ keyword: String) throws(SchemaError) -> String {
    guard let text = value.string else { throw wrong(keyword, "a string") }
    return text
  }

  func truth(_ value: JSON, _ keyword: String) throws(SchemaError) -> Bool {
    guard let truth = value.bool else { throw wrong(keyword, "true or false") }
    return truth
  }

  func list(_ value: JSON, _ keyword: String) throws(SchemaError) -> [JSON] {
    guard let list = value.array else { throw wrong(keyword, "a list") }
    return list
  }

  func object(_ value: JSON, _ keyword: String) throws(SchemaError) -> JSONObject {
    guard let object = value.object else { throw wrong(keyword, "an object") }
    return object
  }

  func names(_ value: JSON, _ keyword: String) throws(SchemaError) -> [String] {
    var names: [String] = []
    for item in try list(value, keyword) {
      names.append(try text(item, keyword))
      guard value.isOnce(item) else { throw wrong(keyword, "a list of names, each once") }
    }
    return names
  }

  func pattern(_ source: String, at path: [String]) throws(SchemaError) -> SchemaPattern {
    guard let pattern = SchemaPattern(source) else {
      throw error("schema-pattern", path, "`\(source)` is not a regular expression.")
    }
    return pattern
  }
}

extension JSON {
  /// Whether a value stands once in this list; true for what is no list.
  func isOnce(_ item: JSON) -> Bool { (array ?? []).count { $0 == item } <= 1 }
}
