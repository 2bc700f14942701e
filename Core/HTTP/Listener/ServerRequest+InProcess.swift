import NIOCore
package import NIOHTTP1
import NIOPosix

extension ServerRequest {
  /// A request of this process, refused as by a listener, but for what depends on its connections.
  /// - Parameters:
  ///   - head: as ``NIOHTTP1/HTTPRequestDecoder/init(_:)`` reads it.
  ///   - body: the whole body; nil for a request without one. The head says how long it is.
  ///   - remoteHost: the address that counts as the client's.
  /// - Throws: what a listener answers itself.
  package convenience init(
    head: HTTPRequestHead, body: [UInt8]?, remoteHost: String, _ configuration: ListenerConfiguration
  ) throws(ListenerFault) {
    let (traits, target) = (RequestTraits(head.headers), RequestTarget(head.uri, method: head.method))
    var knownHost: String?
    let fault = traits.fault(
      in: head, target: target, configuration.limits, allowedHosts: configuration.allowedHosts, knownHost: &knownHost)
    if let fault { throw fault }
    let use = ClientUse(ClientKey(IPAddress(remoteHost)), isProxy: false)
    self.init(
      head: head, nameLengths: traits.nameLengths,
      source: traits.hasBody ? RequestBody(body ?? [], use, configuration.limits) : nil,
      client: RequestClient(text: remoteHost, use: use, loop: 0), surplus: nil, target: target?.path ?? head.uri)
  }
}

extension ServerResponse {
  /// What a listener answers itself.
  /// - Parameter body: the document of the fault.
  package init(_ fault: ListenerFault, body: [UInt8]) {
    self.init(status: fault.status, headers: ResponseHead.problemFields(fault), body: .array(body))
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
