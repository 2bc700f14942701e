import FieldhouseKit
import HTTPTypes
import NIOCore

extension HTTPField.Name {
  static let contentTypeOptions = HTTPField.Name("X-Content-Type-Options")!
}

extension ServerResponse {
  /// The answer of a route with the fields that every answer has.
  init(_ raw: RawResponse, requestID: String) {
    var fields = HTTPFields()
    fields.reserveCapacity(4 + raw.headers.count)
    if let type = raw.contentType { fields.append(HTTPField(name: .contentType, value: type)) }
    fields.append(HTTPField(name: .requestID, value: requestID))
    fields.append(HTTPField(name: .contentTypeOptions, value: "nosniff"))
    if raw.headers["cache-control"] == nil { fields.append(HTTPField(name: .cacheControl, value: "no-store")) }
    for (name, value) in raw.headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    let body: Body = raw.contentType == nil && raw.body.isEmpty ? .none : .bytes(ByteBuffer(bytes: raw.body))
    self.init(status: .init(code: raw.status), headers: fields, body: body)
  }
}

extension Problem {
  /// The problem of a request that could not be read.
  init(_ fault: ListenerFault) {
    self.init(
      status: fault.status.code, code: fault.code.replacing(".", with: "-"), detail: fault.detail)
  }
}
