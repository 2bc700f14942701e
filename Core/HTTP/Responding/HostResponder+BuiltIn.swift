import FieldhouseKit
import HTTPTypes
import NIOCore

extension HostResponder {
  /// Answers what is no declared route: health, metrics, the interface description, live updates and files.
  func builtIn(
    _ request: ServerRequest, path: String, query: String?, id: String, generation: ServingGeneration
  ) async throws -> ServerResponse {
    do {
      let response = try await builtInAnswer(request, path: path, query: query, id: id, generation: generation)
      hostSeries.record(status: response.status.code, seconds: 0)
      return response
    } catch let problem as Problem {
      return ServerResponse(ProblemDocument.response(problem, requestID: id), requestID: id)
    }
  }

  private func builtInAnswer(
    _ request: ServerRequest, path: String, query: String?, id: String, generation: ServingGeneration
  ) async throws -> ServerResponse {
    let isRead = request.method == .get || request.method == .head
    guard isRead else { throw Self.unknown(path) }
    switch path {
    case "/livez": return Self.text("ok\n", id)
    case "/readyz": return await ready(isVerbose: query?.hasPrefix("verbose") == true, id)
    case "/metrics": return Self.text(await metricsText(), id)
    case "/openapi.json":
      return ServerResponse(
        RawResponse(status: 200, contentType: "application/json", body: generation.openAPI), requestID: id)
    case "/v1/live" where request.method == .get: return try await live(request, query: query, id: id)
    default:
      for folder in files {
        let page = path == "/console" || path == "/problems" ? path + "/" : path
        if let response = folder.response(path: page, ifNoneMatch: request.header(.ifNoneMatch), requestID: id) {
          return response
        }
      }
      return try page(request, path: path, id)
    }
  }

  /// The web app's shell, which shows every path that a person opens and no file has.
  private func page(_ request: ServerRequest, path: String, _ id: String) throws -> ServerResponse {
    let wantsPage = request.header(.accept)?.contains("text/html") == true
    let isPage = wantsPage && !path.hasPrefix("/v1/") && !(path.split(separator: "/").last ?? "").contains(".")
    for folder in files where isPage {
      if let page = folder.response(path: "/", ifNoneMatch: request.header(.ifNoneMatch), requestID: id) { return page }
    }
    throw Self.unknown(path)
  }

  private func ready(isVerbose: Bool, _ id: String) async -> ServerResponse {
    let parts = await services.readiness()
    let isReady = parts.allSatisfy { $0.isOptional || $0.health.state != "down" }
    var document: JSONObject = ["status": .string(isReady ? "ready" : "not-ready")]
    if isVerbose {
      document["parts"] = .array(
        parts.map {
          ["part": .string($0.part), "state": .string($0.health.state), "detail": .string($0.health.detail)]
        })
    }
    var bytes: [UInt8] = []
    JSON.object(document).append(to: &bytes)
    return ServerResponse(
      RawResponse(status: isReady ? 200 : 503, contentType: "application/json", body: bytes), requestID: id)
  }

  private func metricsText() async -> String {
    metrics.text + "# TYPE fieldhouse_live_clients gauge\nfieldhouse_live_clients \(live.watcherCount)\n"
      + (await services.metrics())
  }

  private static func text(_ text: String, _ id: String) -> ServerResponse {
    ServerResponse(
      RawResponse(status: 200, contentType: "text/plain; charset=utf-8", body: Array(text.utf8)), requestID: id)
  }

  private static func unknown(_ path: String) -> Problem {
    .notFound("not-found", "There is nothing at this path.")
  }
}
