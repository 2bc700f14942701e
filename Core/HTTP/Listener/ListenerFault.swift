public import HTTPTypes

/// Everything that the listener itself answers, with its status and stable code.
public enum ListenerFault: String, Error, Sendable, CaseIterable {
  case malformed, hostMissing, hostRepeated, hostInvalid, hostNotServed, framingAmbiguous
  case targetInvalid, targetTooLong, headerTooLarge, bodyTooLarge, bodyIncomplete, requestTooSlow
  case expectationUnknown, methodUnknown, versionUnsupported, responderFailed
  case forwardedInvalid, forwardedContradictory
  case tooManyConnections, connectionsFull, tooManyRequests, overloaded, tooManyBodies, bodiesFull

  /// The status of the answer.
  public var status: HTTPResponse.Status {
    switch self {
    case .malformed, .hostMissing, .hostRepeated, .hostInvalid, .framingAmbiguous, .targetInvalid, .bodyIncomplete,
      .forwardedInvalid, .forwardedContradictory:
      .badRequest
    case .hostNotServed: .misdirectedRequest
    case .targetTooLong: .uriTooLong
    case .headerTooLarge: .requestHeaderFieldsTooLarge
    case .bodyTooLarge: .contentTooLarge
    case .requestTooSlow: .requestTimeout
    case .expectationUnknown: .expectationFailed
    case .methodUnknown: .notImplemented
    case .versionUnsupported: .init(code: 505, reasonPhrase: "HTTP Version Not Supported")
    case .responderFailed: .internalServerError
    case .tooManyConnections, .tooManyRequests, .tooManyBodies: .tooManyRequests
    case .connectionsFull, .overloaded, .bodiesFull: .serviceUnavailable
    }
  }

  /// After how many seconds the same request may be answered; nil where waiting does not help.
  public var retryAfterSeconds: Int? {
    switch self {
    case .tooManyConnections, .connectionsFull: 5
    case .tooManyRequests, .overloaded, .tooManyBodies, .bodiesFull: 1
    default: nil
    }
  }

  /// The stable code, such as `http.host-missing`.
  public var code: String {
    rawValue.reduce(into: "http.") { code, letter in
      code += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }

  /// One sentence that says what to change.
  public var detail: String {
    switch self {
    case .malformed: "The request is not valid HTTP/1.1."
    case .hostMissing: "The request names no host; send exactly one Host field."
    case .hostRepeated: "The request has more than one Host field; send exactly one."
    case .hostInvalid: "The Host field is not a host name with an optional port."
    case .hostNotServed: "This server does not answer for that host name; use one of its configured names."
    case .framingAmbiguous: "Content-Length and Transfer-Encoding exclude each other; send only one."
    case .targetInvalid: "The request target must be a path beginning with a slash."
    case .targetTooLong: "The request target is too long; shorten the query or send it as a body."
    case .headerTooLarge: "The header is too large; send fewer or shorter fields."
    case .bodyTooLarge: "The request body is larger than this resource takes."
    case .bodyIncomplete: "The connection ended before the request body did."
    case .requestTooSlow: "The request came in too slowly; send it again over a better connection."
    case .expectationUnknown: "The only supported expectation is 100-continue."
    case .methodUnknown: "This server does not know the request method."
    case .versionUnsupported: "This server speaks HTTP/1.0 and HTTP/1.1."
    case .responderFailed: "The server could not answer this request; try again later."
    case .forwardedInvalid: "A proxy's Forwarded or X-Forwarded field cannot be read."
    case .forwardedContradictory:
      "Forwarded and X-Forwarded tell different things; the proxy must set one and remove the other."
    case .tooManyConnections: "This address has too many open connections; close some and try again."
    case .connectionsFull: "All connections of this server are taken; try again later."
    case .tooManyRequests: "This address has too many requests under way; wait for some of them."
    case .overloaded: "The server has more to do than it can at the moment; try again later."
    case .tooManyBodies: "This address is sending too much at once; finish some of it first."
    case .bodiesFull: "The server is taking in too much at the moment; try again later."
    }
  }

  /// A plain RFC 9457 document: type, title, status, code, detail.
  public var problemDocument: [UInt8] {
    let members = [
      #""type":"about:blank""#, #""title":"\#(status.reasonPhrase)""#, #""status":\#(status.code)"#,
      #""code":"\#(code)""#, #""detail":"\#(detail)""#,
    ]
    return Array("{\(members.joined(separator: ","))}".utf8)
  }
}
