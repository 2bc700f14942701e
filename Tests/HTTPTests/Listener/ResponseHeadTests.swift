import HTTPTypes
import NIOCore
import Testing

@testable import FieldhouseHTTP

@Suite struct `The header of a reply` {
  private static func written(
    _ response: ServerResponse, _ framing: ResponseHead.Framing, _ connection: ResponseHead.Connection
  ) -> [String] {
    var output = ByteBuffer()
    var response = response
    response.security = ""
    ResponseHead.write(response, framing, connection, date: HTTPDate.line(for: 784_111_777), into: &output)
    let text = String(buffer: output)
    let lines = text.replacing("\r\n", with: "\n")
    #expect(lines.hasSuffix("\n\n") && !lines.dropLast(2).contains("\n\n"))
    return lines.split(separator: "\n").map(String.init)
  }

  private static let date = "date: Sun, 06 Nov 1994 08:49:37 GMT"

  @Test(arguments: [
    (200, "HTTP/1.1 200 OK", true), (201, "HTTP/1.1 201 Created", true), (204, "HTTP/1.1 204 No Content", false),
    (304, "HTTP/1.1 304 Not Modified", false), (404, "HTTP/1.1 404 Not Found", true), (799, "HTTP/1.1 799 ", true),
    (100, "HTTP/1.1 100 Continue", false), (422, "HTTP/1.1 422 Unprocessable Content", true),
    (431, "HTTP/1.1 431 Request Header Fields Too Large", true), (505, "HTTP/1.1 505 HTTP Version Not Supported", true),
    (299, "HTTP/1.1 299 ", true), (499, "HTTP/1.1 499 ", true), (599, "HTTP/1.1 599 ", true),
  ])
  func `has a length where its status allows a body`(code: Int, line: String, hasLength: Bool) {
    let lines = Self.written(ServerResponse(status: .init(code: code)), .length(5), .implied)
    #expect(lines == [line, Self.date] + (hasLength ? ["content-length: 5"] : []))
  }

  @Test(arguments: [
    (ResponseHead.Framing.chunked, ResponseHead.Connection.implied, ["transfer-encoding: chunked"]),
    (.untilClose, .close, ["connection: close"]),
    (.length(0), .keepAlive, ["content-length: 0", "connection: keep-alive"]),
    (.length(.max), .close, ["content-length: 9223372036854775807", "connection: close"]),
  ])
  func `says where the body ends and whether the connection goes on`(
    framing: ResponseHead.Framing, connection: ResponseHead.Connection, lines: [String]
  ) {
    #expect(Self.written(ServerResponse(status: .ok), framing, connection).dropFirst(2).map { $0 } == lines)
  }

  @Test func `leaves out fields that are the listener's own to write`() {
    let headers: HTTPFields = [
      .date: "x", .connection: "upgrade", .contentLength: "99", .transferEncoding: "gzip", .contentType: "text/plain",
      .retryAfter: "3",
    ]
    let lines = Self.written(ServerResponse(status: .ok, headers: headers), .length(1), .implied)
    #expect(Array(lines.dropFirst(2)) == ["Content-Type: text/plain", "Retry-After: 3", "content-length: 1"])
  }

  @Test func `carries whole lines and the id of the request`() {
    var response = ServerResponse(status: .ok)
    response.lines = "x-a: 1\r\nx-b: 2\r\n"
    response.requestID = "id-7"
    #expect(Array(Self.written(response, .chunked, .implied)[2...4]) == ["x-a: 1", "x-b: 2", "x-request-id: id-7"])
  }

  @Test func `carries the lines that protect every answer`() {
    var output = ByteBuffer()
    let response = ServerResponse(status: .ok)
    ResponseHead.write(response, .length(0), .implied, date: HTTPDate.line(for: 0), into: &output)
    let text = String(buffer: output)
    for name in SecurityLines.names.subtracting(["strict-transport-security", "set-cookie"]) {
      #expect(text.contains("\r\n\(name): "))
    }
    #expect(!text.contains("strict-transport-security"))
  }

  @Test(arguments: [
    HTTPResponse.Status.continue, .switchingProtocols, .ok, .created, .accepted, .nonAuthoritativeInformation,
    .noContent,
    .resetContent, .partialContent, .multipleChoices, .movedPermanently, .found, .seeOther, .notModified,
    .temporaryRedirect, .permanentRedirect, .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed,
    .notAcceptable, .proxyAuthenticationRequired, .requestTimeout, .conflict, .gone, .lengthRequired,
    .preconditionFailed, .contentTooLarge, .uriTooLong, .unsupportedMediaType, .rangeNotSatisfiable,
    .expectationFailed, .misdirectedRequest, .unprocessableContent, .upgradeRequired, .preconditionRequired,
    .tooManyRequests, .requestHeaderFieldsTooLarge, .internalServerError, .notImplemented, .badGateway,
    .serviceUnavailable, .gatewayTimeout, .networkAuthenticationRequired,
  ])
  func `says its status in the registered words`(status: HTTPResponse.Status) {
    let line = Self.written(ServerResponse(status: .init(code: status.code)), .length(0), .implied)[0]
    #expect(line == "HTTP/1.1 \(status.code) \(status.reasonPhrase)")
  }

  @Test(arguments: 0...999) func `has a status line whatever the status`(code: Int) {
    let line = Self.written(ServerResponse(status: .init(code: code)), .length(0), .close)[0]
    #expect(line.hasPrefix("HTTP/1.1 \(code) ") && line.utf8.count < 64)
  }

  @Test func `of any size is written whole`() {
    var headers = HTTPFields()
    for number in 0..<500 {
      headers.append(HTTPField(name: .setCookie, value: "\(number)=" + String(repeating: "é", count: number)))
    }
    let lines = Self.written(ServerResponse(status: .ok, headers: headers), .length(1), .close)
    #expect(lines.count == 504)
    #expect(lines[501] == "Set-Cookie: 499=" + String(repeating: "é", count: 499))
  }

  @Test(arguments: ListenerFault.allCases) func `of a fault says what is wrong and when to come again`(
    fault: ListenerFault
  ) {
    var output = ByteBuffer()
    ResponseHead.writeProblem(
      fault, body: fault.problemDocument, date: HTTPDate.line(for: 0), into: &output)
    let text = String(buffer: output)
    #expect(text.hasPrefix("HTTP/1.1 \(fault.status.code) ") && text.contains("\r\nconnection: close\r\n"))
    #expect(text.contains("\"code\":\"\(fault.code)\"") && text.contains("application/problem+json"))
    #expect(text.contains("Retry-After: ") == [429, 503].contains(fault.status.code))
    #expect(fault.detail.hasSuffix(".") && fault.code.hasPrefix("http.") && fault.code == fault.code.lowercased())
  }
}
