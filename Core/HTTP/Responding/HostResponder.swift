import FieldhouseKit
import Foundation
import HTTPTypes
import NIOCore
import Synchronization

/// Answers every request of the host: plugin routes, the host's own routes, live updates and the web app.
public final class HostResponder: ServerResponder {
  /// The largest body of an interface call, in bytes.
  public static var maximumBodyBytes: Int { 1 << 20 }

  private let generation: Mutex<HostGeneration>
  let services: HTTPServices
  let live: LiveHub
  let files: [StaticFiles]
  let metrics = RequestMetrics()
  private let requestIDs = RequestIDs()

  /// A responder.
  /// - Parameter files: folders of the web app, looked through in order.
  public init(generation: HostGeneration, services: HTTPServices, live: LiveHub, files: [StaticFiles]) {
    self.generation = Mutex(generation)
    self.services = services
    self.live = live
    self.files = files
  }

  /// Serves another generation from the next request on.
  public func replace(_ generation: HostGeneration) { self.generation.withLock { $0 = generation } }

  /// The description of the interface as it is served.
  public var openAPI: [UInt8] { current.openAPI }

  var current: HostGeneration { generation.withLock { $0 } }

  public func respond(to request: ServerRequest) async throws -> ServerResponse {
    let id = requestIDs.next(offered: request.header(.requestID))
    let split = request.target.firstIndex(of: "?")
    let path = request.target[..<(split ?? request.target.endIndex)]
    let query = split.map { String(request.target[request.target.index(after: $0)...]) }
    let generation = current
    switch generation.table.match(method: request.method.rawValue, path: path) {
    case .route(let index, let parameters):
      return await measured(generation.table.routes[index], index, id) { route in
        let response = try await self.serve(route, request, parameters: parameters, query: query, id: id)
        return SessionCookie.apply(to: response, of: request)
      }
    case .otherMethods(let methods):
      return otherMethods(methods, request, id: id)
    case .none:
      return try await builtIn(request, path: String(path), query: query, id: id, generation: generation)
    }
  }

  private func measured(
    _ route: MountedRoute, _ index: Int, _ id: String,
    _ body: (MountedRoute) async throws -> RawResponse
  ) async -> ServerResponse {
    let start = ContinuousClock.now
    var response: RawResponse
    do {
      response = try await body(route)
    } catch let fault as ListenerFault {
      response = ProblemDocument.response(Problem(fault), requestID: id)
    } catch {
      let problem = Problem(error)
      if problem.isOurFault {
        services.log.error(
          "request failed", ["route": route.name, "request": id, "code": problem.code, "cause": "\(error)"])
      }
      response = ProblemDocument.response(problem, requestID: id)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    metrics.record(route: route.name, owner: route.owner, status: response.status, seconds: seconds)
    return ServerResponse(response, requestID: id)
  }

  private func otherMethods(_ methods: [String], _ request: ServerRequest, id: String) -> ServerResponse {
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
