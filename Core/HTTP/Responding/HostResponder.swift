import FieldhouseKit
import Foundation
import HTTPTypes
import NIOCore

/// Answers every request of the host: plugin routes, the host's own routes, live updates and the web app.
public final class HostResponder: ServerResponder {
  /// The largest body of an interface call, in bytes.
  public static var maximumBodyBytes: Int { 1 << 20 }

  let generation: ServingGeneration
  let services: HTTPServices
  let live: LiveHub
  let files: WebTree
  let metrics: RequestMetrics
  let hostSeries: RouteSeries
  let metricsGate = RouteGate()
  let previewGate = RouteGate()
  let streams = OpenStreams()
  let limits: LiveLimits
  let streamBudget: StreamBudget
  /// What the session cookie is called over TLS.
  let secureSessionCookie: String
  private let requestIDs = RequestIDs()

  /// A responder.
  /// - Parameters:
  ///   - files: folders of the web app, looked through in order.
  ///   - limits: how many live streams there may be.
  public init(
    generation: HostGeneration, services: HTTPServices, live: LiveHub, files: [StaticFiles],
    limits: LiveLimits = LiveLimits()
  ) {
    let metrics = services.requests
    self.limits = limits
    streamBudget = StreamBudget(limits)
    self.metrics = metrics
    hostSeries = metrics.series(route: "host", owner: "host")
    self.generation = ServingGeneration(generation, metrics)
    self.services = services
    secureSessionCookie = Cookie.hostPrefix + services.sessionCookie
    self.live = live
    self.files = WebTree(files)
  }

  /// The description of the interface as it is served.
  public var openAPI: [UInt8] { generation.openAPI }

  public func respond(to request: ServerRequest) async throws -> ServerResponse {
    let id = requestIDs.next(offered: request.header(.requestID), on: request.loop)
    let split = request.target.utf8.firstIndex(of: UInt8(ascii: "?"))
    let path = request.target[..<(split ?? request.target.endIndex)]
    let query = split.map { String(request.target[request.target.index(after: $0)...]) }
    let match = generation.table.match(method: request.methodName, path: path)
    if case .route(let index, let parameters) = match {
      return await measured(
        RoutedRequest(request, generation.entries[index], parameters: parameters, query: query, id: id))
    }
    return await unrouted(request, match, path: path, query: query, id: id)
  }

  /// Answers what no route does. Apart from the rest: what it needs while it waits, no request of a route has to keep.
  @inline(never)
  private func unrouted(
    _ request: ServerRequest, _ match: RouteTable.Match, path: Substring, query: String?, id: String
  ) async -> ServerResponse {
    guard case .otherMethods(let methods) = match else {
      return secured(await builtIn(request, path: String(path), query: query, id: id), request)
    }
    return secured(otherMethods(methods.contains("GET") ? methods + ["HEAD"] : methods, request, id: id), request)
  }

  private func secured(_ response: ServerResponse, _ request: ServerRequest) -> ServerResponse {
    guard isSecure(request) else { return response }
    var response = response
    response.security = SecurityLines.strict
    return response
  }

  private func measured(_ routed: RoutedRequest) async -> ServerResponse {
    let start = NIODeadline.now()
    var place: RouteGate.Place?
    let response: RawResponse
    do {
      response = try await serve(routed, from: start, place: &place)
    } catch {
      response = answer(to: error, routed.entry.name, routed.id)
    }
    let end = NIODeadline.now()
    if let place { routed.entry.gate.leave(place, at: end) }
    routed.entry.series.record(
      status: response.status, seconds: Double((end - start).nanoseconds) / 1e9, on: routed.request.loop)
    return finished(response, routed)
  }

  /// What goes out of what a route has answered.
  private func finished(_ raw: RawResponse, _ routed: RoutedRequest) -> ServerResponse {
    var raw = raw
    if let tag = raw.headers["etag"], raw.status == 200, routed.request.hasCurrent(tag) { raw.becomeUnchanged() }
    var response = ServerResponse(raw, requestID: routed.id)
    if routed.entry.mayUseCookies {
      let isSecure = isSecure(routed.request)
      for cookie in raw.cookies { response.headers.append(cookie.field(isSecure: isSecure)) }
    }
    return secured(response, routed.request)
  }

  /// The answer to an error; what people are not told goes to the log.
  func answer(to error: any Error, _ route: String, _ id: String) -> RawResponse {
    if let fault = error as? ListenerFault { return ProblemDocument.response(Problem(fault), requestID: id) }
    let problem = Problem(error)
    if problem.isOurFault {
      services.log.error(
        "request failed", ["route": route, "request": id, "code": problem.code, "cause": "\(error)"])
    }
    return ProblemDocument.response(problem, requestID: id)
  }

  /// Answers a method that a path does not have, and OPTIONS.
  func otherMethods(_ methods: [String], _ request: ServerRequest, id: String) -> ServerResponse {
    let allow = methods.joined(separator: ", ")
    if request.method == .options {
      return ServerResponse(RawResponse(status: 204, headers: ["allow": allow]), requestID: id)
    }
    let problem = Problem(
      status: 405, code: "method-not-allowed", detail: "This path answers \(allow), not \(request.method.rawValue).")
    var response = ProblemDocument.response(problem, requestID: id)
    response.headers["allow"] = allow
    return ServerResponse(response, requestID: id)
  }
}

extension RawResponse {
  /// Says 304: what the client has is still right. What describes the content itself goes with it (RFC 9110 § 15.4.5).
  fileprivate mutating func becomeUnchanged() {
    (status, contentType, body) = (304, nil, [])
    headers["content-disposition"] = nil
  }
}
