/// A recursive descent parser over bytes; its depth is bounded by the limits.
struct JSONParser {
  let base: UnsafePointer<UInt8>
  let end: Int
  let limits: JSONLimits
  var position = 0
  var depth = 0
  var recorder: JSONLocationRecorder?
  private let buffer: UnsafeBufferPointer<UInt8>

  init(_ buffer: UnsafeBufferPointer<UInt8>, limits: JSONLimits, recorder: JSONLocationRecorder?) {
    self.buffer = buffer
    self.limits = limits
    self.recorder = recorder
    end = buffer.count
    base = buffer.baseAddress ?? JSONParser.nothing
  }

  private static var nothing: UnsafePointer<UInt8> { UnsafePointer(bitPattern: 1)! }

  mutating func run() -> Result<JSON, JSONParseError> {
    do throws(JSONFault) {
      return .success(try document())
    } catch {
      return .failure(error.error(in: buffer))
    }
  }

  private mutating func document() throws(JSONFault) -> JSON {
    guard end <= limits.maxBytes else {
      throw fault("json-too-large", "The document has \(end) bytes; at most \(limits.maxBytes) are accepted.").outside
    }
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw expected("JSON text", found: "a byte order mark; save the text without it").outside
    }
    skipWhitespace()
    let value = try parseValue()
    skipWhitespace()
    guard position == end else { throw expected("the end of the document").outside }
    return value
  }

  /// The byte at the position, or 0 at the end; no JSON token begins with a zero byte.
  @inline(__always)
  var current: UInt8 { position < end ? base[position] : 0 }

  @inline(__always)
  mutating func skipWhitespace() {
    while position < end {
      let byte = base[position]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  mutating func parseValue() throws(JSONFault) -> JSON {
    recorder?.note(position)
    switch current {
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "{"): return .object(try parseObject())
    case UInt8(ascii: "["): return .array(try parseArray())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
    default: throw expected("a value")
    }
  }

  private mutating func parseWord(_ word: StaticString, _ value: JSON) throws(JSONFault) -> JSON {
    let length = word.utf8CodeUnitCount
    for index in 0..<length {
      guard position + index < end, base[position + index] == word.utf8Start[index] else {
        position += index
        throw expected("`\(word)`")
      }
    }
    position += length
    return value
  }

  func fault(_ code: String, _ message: String, at offset: Int? = nil) -> JSONFault {
    JSONFault(code: code, message: message, offset: offset ?? position)
  }

  func expected(_ what: String, found: String? = nil) -> JSONFault {
    fault("json-syntax", "Expected \(what), found \(found ?? foundHere).")
  }

  private var foundHere: String {
    guard position < end else { return "the end of the document" }
    let byte = base[position]
    guard byte > 0x20, byte < 0x7F else { return "the byte 0x" + String(byte, radix: 16, uppercase: true) }
    return "`\(Character(UnicodeScalar(byte)))`"
  }
}
