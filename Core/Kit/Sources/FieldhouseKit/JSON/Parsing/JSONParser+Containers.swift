extension JSONParser {
  mutating func parseArray() throws(JSONFault) -> [JSON] {
    try open()
    var items: [JSON] = []
    if current == UInt8(ascii: "]") { close(); return items }
    while true {
      do throws(JSONFault) {
        items.append(try located(String(items.count)))
      } catch {
        throw error.under(String(items.count))
      }
      if try isLast(before: UInt8(ascii: "]"), "an item") { return items }
    }
  }

  mutating func parseObject() throws(JSONFault) -> JSONObject {
    try open()
    let object = JSONObject(minimumCapacity: current == UInt8(ascii: "}") ? 0 : 8)
    if current == UInt8(ascii: "}") { close(); return object }
    while true {
      try parseMember(into: object.storage)
      if try isLast(before: UInt8(ascii: "}"), "a member name in double quotes") { return object }
    }
  }

  private mutating func parseMember(into storage: JSONObjectStorage) throws(JSONFault) {
    let start = position
    guard current == UInt8(ascii: "\"") else { throw expected("a member name in double quotes") }
    guard storage.entries.count < limits.maxKeysPerObject else {
      throw fault("json-too-many-keys", "An object may have at most \(limits.maxKeysPerObject) members.")
    }
    let key = try parseString()
    skipWhitespace()
    guard current == UInt8(ascii: ":") else { throw expected("`:` after the member name") }
    position += 1
    skipWhitespace()
    let value: JSON
    do throws(JSONFault) { value = try located(key) } catch { throw error.under(key) }
    guard storage.insertNew(key, value) else {
      throw fault("json-duplicate-key", "The member `\(key)` appears twice; keep one of them.", at: start).under(key)
    }
  }

  @inline(__always)
  private mutating func located(_ token: @autoclosure () -> String) throws(JSONFault) -> JSON {
    guard recorder != nil else { return try parseValue() }
    recorder?.push(token())
    let value = try parseValue()
    recorder?.pop()
    return value
  }

  @inline(__always)
  private mutating func open() throws(JSONFault) {
    guard depth < limits.maxDepth else {
      throw fault("json-too-deep", "Arrays and objects may be nested at most \(limits.maxDepth) deep.")
    }
    depth += 1
    position += 1
    skipWhitespace()
  }

  @inline(__always)
  private mutating func close() {
    depth -= 1
    position += 1
  }

  /// Steps over a comma, or over the closing bracket, after which it returns true.
  private mutating func isLast(before bracket: UInt8, _ next: String) throws(JSONFault) -> Bool {
    skipWhitespace()
    if current == bracket {
      close()
      return true
    }
    guard current == UInt8(ascii: ",") else {
      throw expected("`,` or `\(Character(UnicodeScalar(bracket)))`")
    }
    position += 1
    skipWhitespace()
    guard current != bracket else { throw expected("\(next) after the comma") }
    return false
  }
}
