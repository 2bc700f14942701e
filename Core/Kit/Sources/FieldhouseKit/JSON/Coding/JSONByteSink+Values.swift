import Foundation

extension JSONByteSink {
  /// Writes any value; the types that JSON writes in a way of its own are told apart first.
  func write<T: Encodable>(_ value: T) throws {
    if T.self == String.self {
      append(string: unsafeBitCast(value, to: String.self))
    } else if T.self == Int.self {
      append(integer: Int64(unsafeBitCast(value, to: Int.self)))
    } else if T.self == Double.self {
      try writeFinite(unsafeBitCast(value, to: Double.self))
    } else if T.self == Bool.self {
      append(bool: unsafeBitCast(value, to: Bool.self))
    } else if T.self == Date.self {
      try write(date: unsafeBitCast(value, to: Date.self))
    } else if plainTypes.contains(ObjectIdentifier(T.self)) {
      try writePlain(value)
    } else {
      try writeUncommon(value)
    }
  }

  private func writeUncommon<T: Encodable>(_ value: T) throws {
    switch value {
    case let value as any DirectlyWritten: try value.write(into: self)
    case let value as JSON: JSONTreeWriter(sink: self).write(value, depth: 0)
    case let value as JSONObject: JSONTreeWriter(sink: self).write(.object(value), depth: 0)
    case let value as URL: append(string: value.absoluteString)
    case let value as Data: append(string: value.base64EncodedString())
    case let value as any JSONKeyedByString where T.self is any JSONKeyedByString.Type:
      try value.writeSorted(into: self)
    default:
      plainTypes.insert(ObjectIdentifier(T.self))
      try writePlain(value)
    }
  }

  /// Lets the value encode itself, then closes what it opened.
  private func writePlain<T: Encodable>(_ value: T) throws {
    let level = containers.count
    let start = count
    containers.append(.none)
    try value.encode(to: JSONByteEncoder(sink: self, level: level))
    let kind = containers[level]
    containers.removeLast(containers.count - level)
    if let bracket = kind.closing {
      append(bracket)
    } else if kind == .none {
      append("{}")
    } else if count == start {
      throw JSONEncodingError(detail: "A value of type \(T.self) encoded nothing.")
    }
  }

  func writeFinite(_ value: Double) throws {
    guard value.isFinite else { throw JSONEncodingError(detail: "\(value) is not a number that JSON can express.") }
    append(double: value)
  }

  func writeFinite(_ value: Float) throws {
    guard value.isFinite else { throw JSONEncodingError(detail: "\(value) is not a number that JSON can express.") }
    append(decimal: value.description)
  }

  private func write(date: Date) throws {
    let out = reserve(RFC3339.maximumLength + 2)
    out[0] = UInt8(ascii: "\"")
    guard let length = RFC3339.write(date, to: out + 1) else {
      throw JSONEncodingError(detail: "The date lies outside the years 0 to 9999.")
    }
    out[length + 1] = UInt8(ascii: "\"")
    advance(length + 2)
  }

  /// Writes the comma that is due and the member's name.
  @inline(__always)
  func key(_ name: String) {
    if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
    append(string: name)
    append(UInt8(ascii: ":"))
  }

  /// Writes the comma that is due before an item.
  @inline(__always)
  func item() {
    if last != UInt8(ascii: "[") { append(UInt8(ascii: ",")) }
  }

  /// Runs a write and undoes it when it fails; the error gets the token in front of its pointer.
  @inline(__always)
  func undoing(_ token: @autoclosure () -> String, _ write: () throws -> Void) throws {
    do {
      try undoing(write)
    } catch {
      throw (error as? JSONEncodingError)?.under(token()) ?? error
    }
  }

  /// Runs a write and undoes it when it fails.
  @inline(__always)
  func undoing(_ write: () throws -> Void) throws {
    let length = count
    let depth = containers.count
    do {
      try write()
    } catch {
      rewind(to: length, containers: depth)
      throw error
    }
  }
}

/// A dictionary with text keys, which is written sorted by key.
private protocol JSONKeyedByString {
  func writeSorted(into sink: JSONByteSink) throws
}

extension Dictionary: JSONKeyedByString where Key == String, Value: Encodable {
  fileprivate func writeSorted(into sink: JSONByteSink) throws {
    sink.append(UInt8(ascii: "{"))
    for (name, value) in sorted(by: { $0.key < $1.key }) {
      try sink.undoing(name) {
        sink.key(name)
        try sink.write(value)
      }
    }
    sink.append(UInt8(ascii: "}"))
  }
}
