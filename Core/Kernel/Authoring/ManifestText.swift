internal import FieldhouseKit

/// The text of a JSON object whose members can be changed one by one; everything else stays as it is written.
struct ManifestText {
  private struct Member {
    let key: String
    let start: Int
    let value: Range<Int>
  }

  private(set) var bytes: [UInt8]

  /// The text of an object.
  /// - Throws: `JSONParseError` when the text is not JSON.
  init(_ bytes: [UInt8]) throws(JSONParseError) {
    _ = try JSON(parsing: bytes)
    self.bytes = bytes
  }

  /// The text of a member's value; nil without that member.
  func value(_ key: String) -> [UInt8]? {
    members.first { $0.key == key }.map { Array(bytes[$0.value]) }
  }

  /// Replaces a member's value, or adds the member at the end in the style of the others.
  mutating func set(_ key: String, _ value: [UInt8]) {
    let members = members
    if let member = members.first(where: { $0.key == key }) {
      bytes.replaceSubrange(member.value, with: value)
    } else if let last = members.last {
      bytes.insert(contentsOf: [UInt8(ascii: ",")] + indent(members[0]) + pair(key, value), at: last.value.upperBound)
    } else if let brace = bytes.firstIndex(of: UInt8(ascii: "{")) {
      bytes.insert(contentsOf: pair(key, value), at: brace + 1)
    }
  }

  /// Removes a member with its comma.
  mutating func remove(_ key: String) {
    let members = members
    guard let index = members.firstIndex(where: { $0.key == key }) else { return }
    if index > 0 {
      bytes.removeSubrange(members[index - 1].value.upperBound..<members[index].value.upperBound)
    } else {
      let end = members.count > 1 ? members[1].start : members[0].value.upperBound
      bytes.removeSubrange(members[0].start..<end)
    }
  }

  private func pair(_ key: String, _ value: [UInt8]) -> [UInt8] {
    Array("\(JSON.string(key).serialized()): ".utf8) + value
  }

  /// The white space before the first member, at least a blank.
  private func indent(_ first: Member) -> [UInt8] {
    let space = bytes[..<first.start].reversed().prefix { JSONScanner.isSpace($0) }.reversed()
    return space.isEmpty ? [UInt8(ascii: " ")] : Array(space)
  }

  private var members: [Member] {
    var scanner = JSONScanner(bytes: bytes)
    var members: [Member] = []
    scanner.skipSpace()
    scanner.position += 1
    while true {
      scanner.skipSpace()
      guard scanner.position < bytes.count, bytes[scanner.position] == UInt8(ascii: "\"") else { return members }
      let key = scanner.skipValue()
      scanner.skipSpace()
      scanner.position += 1
      scanner.skipSpace()
      let value = scanner.skipValue()
      let name = (try? JSON(parsing: bytes[key]))?.string ?? ""
      members.append(Member(key: name, start: key.lowerBound, value: value))
      scanner.skipSpace()
      if scanner.position < bytes.count, bytes[scanner.position] == UInt8(ascii: ",") { scanner.position += 1 }
    }
  }
}

/// Walks over the values of a text that is known to be JSON.
private struct JSONScanner {
  let bytes: [UInt8]
  var position = 0

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
  }

  mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  /// Goes past a value and returns where it stands.
  mutating func skipValue() -> Range<Int> {
    let start = position
    var depth = 0
    repeat {
      switch bytes[position] {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["): enter(&depth)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): leave(&depth)
      case UInt8(ascii: ","), UInt8(ascii: ":"): position += 1
      case let byte where Self.isSpace(byte): position += 1
      default: skipWord()
      }
    } while depth > 0
    return start..<position
  }

  private mutating func enter(_ depth: inout Int) {
    depth += 1
    position += 1
  }

  private mutating func leave(_ depth: inout Int) {
    depth -= 1
    position += 1
  }

  private mutating func skipString() {
    position += 1
    while bytes[position] != UInt8(ascii: "\"") { position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1 }
    position += 1
  }

  private mutating func skipWord() {
    let ends: [UInt8] = Array(",]}".utf8)
    while position < bytes.count, !ends.contains(bytes[position]), !Self.isSpace(bytes[position]) { position += 1 }
  }
}
