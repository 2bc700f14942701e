import FieldhouseKit
import HTTPTypes
import NIOCore

extension ServerResponse {
  /// What nearly every answer of the interface has.
  private static let interfaceLines: StaticString = """
    content-type: application/json\r
    cache-control: no-store\r
    content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n
    """

  /// The answer of a route with the fields that every answer has.
  init(_ raw: RawResponse, requestID: String) {
    let body: Body = raw.contentType == nil && raw.body.isEmpty ? .none : .array(raw.body)
    let isPlain = raw.headers.isEmpty && raw.contentType == "application/json"
    let status: HTTPResponse.Status = raw.status == 200 ? .ok : .init(code: raw.status)
    self.init(status: status, headers: isPlain ? HTTPFields() : Self.fields(of: raw), body: body)
    if isPlain { lines = Self.interfaceLines }
    self.requestID = requestID
  }

  private static func fields(of raw: RawResponse) -> HTTPFields {
    var fields = HTTPFields()
    fields.reserveCapacity(3 + raw.headers.count)
    if let type = raw.contentType { fields.append(HTTPField(name: .contentType, value: type)) }
    if raw.headers["content-security-policy"] == nil {
      fields.append(HTTPField(name: .contentSecurityPolicy, value: SecurityLines.dataPolicy))
    }
    if raw.headers["cache-control"] == nil { fields.append(HTTPField(name: .cacheControl, value: "no-store")) }
    for (name, value) in raw.headers {
      guard let name = HTTPField.Name(name), !SecurityLines.names.contains(name.canonicalName) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    return fields
  }
}

extension Problem {
  /// The problem of a request that could not be read.
  init(_ fault: ListenerFault) {
    self.init(
      status: fault.status.code, code: fault.code.replacing(".", with: "-"), detail: fault.detail,
      retryAfterSeconds: fault.retryAfterSeconds)
  }
}
