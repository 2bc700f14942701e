import HTTPTypes
import NIOCore

/// Writes the status line and header of a reply.
enum ResponseHead {
  /// How the client finds the end of the body.
  enum Framing: Hashable, Sendable {
    case length(Int)
    case chunked
    case untilClose
  }

  /// What is said about the connection.
  enum Connection: Hashable, Sendable {
    case implied
    case keepAlive
    case close
  }

  static func write(
    _ response: ServerResponse, _ framing: Framing, _ connection: Connection, date: [UInt8],
    into output: inout ByteBuffer
  ) {
    output.writeWithUnsafeMutableBytes(minimumWritableBytes: largestSize(of: response, date: date)) { space in
      var bytes = HeadBytes(space)
      writeStatus(response.status, into: &bytes)
      bytes.append(date)
      bytes.append(literal: response.lines)
      bytes.append(literal: response.security)
      if let id = response.requestID { bytes.append("x-request-id: ", id) }
      for field in response.headers where !isOurs(field.name.canonicalName) {
        bytes.append(field.name.rawName)
        bytes.append(": ", field.value)
      }
      writeFraming(framing, response.status, into: &bytes)
      writeConnection(connection, into: &bytes)
      bytes.append(literal: "\r\n")
      return bytes.count
    }
  }

  /// Writes the whole answer of a fault, after which the connection ends.
  static func writeProblem(
    _ fault: ListenerFault, body: [UInt8], isHead: Bool = false, date: [UInt8], into output: inout ByteBuffer
  ) {
    let response = ServerResponse(status: fault.status, headers: problemFields(fault))
    write(response, .length(body.count), .close, date: date, into: &output)
    if !isHead { output.writeBytes(body) }
  }

  /// The fields of a fault's answer.
  static func problemFields(_ fault: ListenerFault) -> HTTPFields {
    var headers: HTTPFields = [
      .contentType: "application/problem+json", .cacheControl: "no-store",
      .contentSecurityPolicy: SecurityLines.dataPolicy,
    ]
    if let seconds = fault.retryAfterSeconds { headers[.retryAfter] = String(seconds) }
    return headers
  }

  /// The bytes that are enough for a header; status, framing and connection take less than 192.
  private static func largestSize(of response: ServerResponse, date: [UInt8]) -> Int {
    let lines = response.lines.utf8CodeUnitCount + response.security.utf8CodeUnitCount
    let known = 192 + date.count + lines
    let id = response.requestID.map { $0.utf8.count + 16 } ?? 0
    return response.headers.reduce(known + id) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
  }

  private static func writeStatus(_ status: HTTPResponse.Status, into bytes: inout HeadBytes) {
    if status.code == 200 { return bytes.append(literal: "HTTP/1.1 200 OK\r\n") }
    bytes.append(literal: "HTTP/1.1 ")
    bytes.append(String(status.code))
    bytes.append(literal: " ")
    bytes.append(literal: ReasonPhrase.of(status.code))
    bytes.append(literal: "\r\n")
  }

  private static func writeFraming(_ framing: Framing, _ status: HTTPResponse.Status, into bytes: inout HeadBytes) {
    switch framing {
    case .length(let length): if status.allowsBody { bytes.append("content-length: ", String(length)) }
    case .chunked: bytes.append(literal: "transfer-encoding: chunked\r\n")
    case .untilClose: break
    }
  }

  private static func writeConnection(_ connection: Connection, into bytes: inout HeadBytes) {
    switch connection {
    case .implied: break
    case .keepAlive: bytes.append(literal: "connection: keep-alive\r\n")
    case .close: bytes.append(literal: "connection: close\r\n")
    }
  }

  /// Whether a field is the listener's own to write.
  private static func isOurs(_ name: String) -> Bool {
    switch name.utf8.count {
    case 4: name == "date"
    case 10: name == "connection"
    case 14: name == "content-length"
    case 17: name == "transfer-encoding"
    default: false
    }
  }
}

extension HTTPResponse.Status {
  /// Whether a reply of this status has a body (RFC 9112 § 6.3).
  var allowsBody: Bool { code >= 200 && code != 204 && code != 304 }
}

/// Fills a space that is large enough with the bytes of a header.
private struct HeadBytes {
  private let space: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(_ space: UnsafeMutableRawBufferPointer) { self.space = space }

  mutating func append(literal text: StaticString) { text.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) } }

  mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// A line: what it begins with, its value and its end.
  mutating func append(_ start: StaticString, _ value: String) {
    append(literal: start)
    append(value)
    append(literal: "\r\n")
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(rebasing: space[count...]).copyMemory(from: bytes)
    count += bytes.count
  }
}
