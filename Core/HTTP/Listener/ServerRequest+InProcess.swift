package import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

extension ServerRequest {
  /// A request of this process, which no listener has taken in: what ``HostResponder`` makes of it is all that is checked.
  /// - Parameters:
  ///   - target: path and query, percent-encoded, beginning with a slash.
  ///   - fields: the header fields beside `Host` and `Content-Length`.
  ///   - body: the whole body; nil for a request without one. Of one that no listener would take, nothing comes in.
  ///   - remoteHost: the address that counts as the client's.
  package init(
    _ method: HTTPRequest.Method, _ target: String, fields: HTTPFields = [:], body: [UInt8]? = nil, remoteHost: String
  ) {
    var headers = HTTPHeaders([("host", "localhost")])
    for field in fields { headers.add(name: field.name.rawName, value: field.value) }
    if let body { headers.add(name: "content-length", value: String(body.count)) }
    let limits = ListenerLimits()
    let use = ClientUse(ClientKey(IPAddress(remoteHost)), isProxy: false)
    self.init(
      head: HTTPRequestHead(
        version: .http1_1, method: HTTPMethod(rawValue: method.rawValue), uri: target, headers: headers),
      nameLengths: RequestTraits(headers).nameLengths,
      source: body.map { RequestBody($0, use, limits) }, client: RequestClient(text: remoteHost, use: use),
      surplus: nil, target: target)
  }
}

extension RequestBody {
  /// A body that is there as a whole.
  fileprivate convenience init(_ bytes: [UInt8], _ use: ClientUse, _ limits: ListenerLimits) {
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    self.init(bytes.count, use, Budgets(limits), limit: limits.bodyBytes, on: loop)
    loop.execute {
      if let fault = self.append(ByteBuffer(bytes: bytes)) { self.fail(fault) } else { self.complete() }
    }
  }
}
