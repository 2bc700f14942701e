/// A parsed document that remembers where each value begins.
public struct JSONDocument: Sendable {
  /// The value of the whole document.
  public let value: JSON
  /// Where each value begins.
  public let locations: [JSONPointer: JSONLocation]

  /// Where the value at the pointer begins, or else its nearest enclosing value that exists.
  public func location(of pointer: JSONPointer) -> JSONLocation {
    var candidate: JSONPointer? = pointer
    while let current = candidate {
      if let found = locations[current] { return found }
      candidate = current.parent
    }
    return JSONLocation(line: 1, column: 1)
  }
}

/// A place in a text.
public struct JSONLocation: Sendable, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int
}

/// Turns rising byte offsets into lines and columns in one walk.
struct JSONLineCounter {
  let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var line = 1
  private var column = 1

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func location(of offset: Int) -> JSONLocation {
    while position < min(offset, bytes.count) {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      position += 1
    }
    return JSONLocation(line: line, column: column)
  }
}

/// Notes where values begin while a document is parsed.
struct JSONLocationRecorder {
  private(set) var locations: [JSONPointer: JSONLocation] = [:]
  private var path = JSONPointer.root
  private var lines: JSONLineCounter

  init(bytes: UnsafeBufferPointer<UInt8>) { lines = JSONLineCounter(bytes: bytes) }

  mutating func note(_ offset: Int) { locations[path] = lines.location(of: offset) }
  mutating func push(_ token: String) { path.append(token) }
  mutating func pop() { path.tokens.removeLast() }
}
