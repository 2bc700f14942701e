import HTTPTypes
import NIOCore

/// Writes the status line and header of a reply.
enum ResponseHead {
  /// How the client finds the end of the body.
  enum Framing: Equatable {
    case length(Int)
    case chunked
    case untilClose
  }

  /// What is said about the connection.
  enum Connection {
    case implied
    case keepAlive
    case close
  }

  static func write(
    _ response: ServerResponse, _ framing: Framing, _ connection: Connection, date: [UInt8],
    into output: inout ByteBuffer
  ) {
    writeStatus(response.status, into: &output)
    output.writeBytes(date)
    for field in response.headers where !isOurs(field.name.canonicalName) {
      output.writeString(field.name.rawName)
      output.writeStaticString(": ")
      output.writeString(field.value)
      output.writeStaticString("\r\n")
    }
    writeFraming(framing, response.status, into: &output)
    writeConnection(connection, into: &output)
    output.writeStaticString("\r\n")
  }

  private static func writeStatus(_ status: HTTPResponse.Status, into output: inout ByteBuffer) {
    if status.code == 200 {
      output.writeStaticString("HTTP/1.1 200 OK\r\n")
    } else {
      output.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
    }
  }

  private static func writeFraming(_ framing: Framing, _ status: HTTPResponse.Status, into output: inout ByteBuffer) {
    switch framing {
    case .length(let length):
      guard status.allowsBody else { return }
      output.writeStaticString("content-length: ")
      output.writeString(String(length))
      output.writeStaticString("\r\n")
    case .chunked: output.writeStaticString("transfer-encoding: chunked\r\n")
    case .untilClose: break
    }
  }

  private static func writeConnection(_ connection: Connection, into output: inout ByteBuffer) {
    switch connection {
    case .implied: break
    case .keepAlive: output.writeStaticString("connection: keep-alive\r\n")
    case .close: output.writeStaticString("connection: close\r\n")
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
