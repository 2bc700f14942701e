extension JSON {
  /// The value as JSON text.
  ///
  /// Doubles are written as the shortest decimal that reads back the same, whole ones without a fraction;
  /// infinities and NaN, which a parsed value never holds, as `null`.
  ///
  /// - Parameters:
  ///   - pretty: Whether to break lines and indent by two spaces.
  ///   - sortedKeys: Whether to sort members by name, by Unicode scalars, instead of keeping their order.
  public func serialized(pretty: Bool = false, sortedKeys: Bool = false) -> String {
    var bytes: [UInt8] = []
    append(to: &bytes, pretty: pretty, sortedKeys: sortedKeys)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as JSON text to UTF-8 bytes; the parameters are those of `serialized`.
  public func append(to bytes: inout [UInt8], pretty: Bool = false, sortedKeys: Bool = false) {
    let sink = JSONByteSink()
    JSONTreeWriter(sink: sink, isPretty: pretty, sortsKeys: sortedKeys).write(self, depth: 0)
    sink.flush(into: &bytes)
  }
}

/// Writes a tree of values into a sink.
struct JSONTreeWriter {
  let sink: JSONByteSink
  var isPretty = false
  var sortsKeys = false

  func write(_ value: JSON, depth: Int) {
    switch value {
    case .null: sink.append("null")
    case .bool(let value): sink.append(bool: value)
    case .integer(let value): sink.append(integer: value)
    case .number(let value): sink.append(double: value)
    case .string(let value): sink.append(string: value)
    case .array(let items): write(items, depth: depth)
    case .object(let members): write(members, depth: depth)
    }
  }

  private func write(_ items: [JSON], depth: Int) {
    sink.append(UInt8(ascii: "["))
    for (position, item) in items.enumerated() {
      separate(position, depth + 1)
      write(item, depth: depth + 1)
    }
    if !items.isEmpty { breakLine(depth) }
    sink.append(UInt8(ascii: "]"))
  }

  private func write(_ members: JSONObject, depth: Int) {
    sink.append(UInt8(ascii: "{"))
    var entries = members.storage.entries
    if sortsKeys { entries.sort { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) } }
    for (position, entry) in entries.enumerated() {
      separate(position, depth + 1)
      sink.append(string: entry.key)
      sink.append(UInt8(ascii: ":"))
      if isPretty { sink.append(UInt8(ascii: " ")) }
      write(entry.value, depth: depth + 1)
    }
    if !entries.isEmpty { breakLine(depth) }
    sink.append(UInt8(ascii: "}"))
  }

  private func separate(_ position: Int, _ depth: Int) {
    if position > 0 { sink.append(UInt8(ascii: ",")) }
    breakLine(depth)
  }

  private func breakLine(_ depth: Int) {
    guard isPretty else { return }
    sink.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { sink.append("  ") }
  }
}
