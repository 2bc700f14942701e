import FieldhouseKit
import HTTPTypes
import NIOCore

extension HostResponder {
  /// Answers what is no declared route: health, metrics, the interface description, live updates, films and files.
  func builtIn(_ request: ServerRequest, path: String, query: String?, id: String) async -> ServerResponse {
    var response: ServerResponse
    do {
      response = try await builtInAnswer(request, path: path, query: query, id: id)
    } catch {
      response = ServerResponse(answer(to: error, "host", id), requestID: id)
    }
    hostSeries.record(status: response.status.code, seconds: 0, on: request.loop)
    return response
  }

  private func builtInAnswer(
    _ request: ServerRequest, path: String, query: String?, id: String
  ) async throws -> ServerResponse {
    guard let methods = BuiltIn.methods[path] else {
      if let films = services.films, let name = FilmFiles.id(at: path) {
        return try await film(name, of: films, request, query: query, id)
      }
      return try await file(request, path: path, query: query, id)
    }
    guard methods.contains(request.methodName) else { return otherMethods(methods, request, id: id) }
    try await RequestRules.checkNoBody(request)
    try RequestRules.checkPreconditions(request)
    if path == "/v1/live" { return try await live(request, query: query, id: id) }
    try RequestRules.checkQuery(query, allows: path == "/readyz" ? ["verbose"] : [])
    switch path {
    case "/readyz": return await ready(isVerbose: query?.isEmpty == false, id)
    case "/metrics": return try await metrics(request, id)
    case "/openapi.json": return description(request, id)
    case "/robots.txt", "/sitemap.xml": return try await siteFile(path, id)
    default: return Self.text("ok\n", id)
    }
  }

  /// A file, or the web app's shell, which shows every path that a person opens and no file has.
  private func file(
    _ request: ServerRequest, path: String, query: String?, _ id: String
  ) async throws -> ServerResponse {
    let (file, visit) = (file(path), visit(request, path: path, query: query, id))
    guard file != nil || visit != nil || page(request, path: path) != nil else { throw Self.nothing }
    guard BuiltIn.reading.contains(request.methodName) else { return otherMethods(BuiltIn.reading, request, id: id) }
    try await RequestRules.checkNoBody(request)
    if let file { return try file.response(to: request, id: id) }
    if let visit, let shown = await preview(visit) { return try shown.response(to: request, id: id) }
    guard let page = page(request, path: path) else { throw Self.nothing }
    return try page.response(to: request, id: id)
  }

  private static var nothing: Problem { .notFound("not-found", "There is nothing at this path.") }

  /// What may be a page that tells whoever was handed its address what it is. Programs that look at addresses for people say
  /// seldom what they want.
  private func visit(_ request: ServerRequest, path: String, query: String?, _ id: String) -> PageVisit? {
    guard let preview = services.preview, !path.hasPrefix("/v1/"), preview.isFor(path) else { return nil }
    let call = Call(
      principal: nil, now: services.now(), language: language(of: request), requestID: id,
      remoteAddress: request.remoteHost ?? "local")
    return PageVisit(path: path, query: query, call: call)
  }

  /// The shell with what it says of the page; nil where the page says nothing, and where too many are asked for at once.
  private func preview(_ visit: PageVisit) async -> StaticFiles.File? {
    guard let preview = services.preview, let shell = file("/"), let place = try? previewGate.enter() else {
      return nil
    }
    defer { previewGate.leave(place) }
    return shell.saying(await preview.head(visit))
  }

  private func file(_ path: String) -> StaticFiles.File? {
    let page = ["/console", "/console/elements", "/problems"].contains(path) ? path + "/" : path
    return files.file(path: page)
  }

  private func page(_ request: ServerRequest, path: String) -> StaticFiles.File? {
    let wantsPage = request.header(.accept)?.contains("text/html") == true
    // The id of a thing may have a dot, as in /soccer-predictions/leagues/en.1; what ends like a file is a file.
    let isPage = wantsPage && !path.hasPrefix("/v1/") && MediaType.known(path) == nil
    return isPage ? file("/") : nil
  }

  private func ready(isVerbose: Bool, _ id: String) async -> ServerResponse {
    let answer = ReadyAnswer(await services.readiness())
    return ServerResponse(
      RawResponse(
        status: answer.status, contentType: "application/json", headers: ["cache-control": "no-store"],
        body: answer.body(isVerbose: isVerbose)), requestID: id)
  }

  /// The metrics, gathered for as many at a time as does not make them slow, and for operators beyond that. What else is
  /// built in waits for nothing, so that it cannot pile up: health is known, files and the description are in memory.
  private func metrics(_ request: ServerRequest, _ id: String) async throws -> ServerResponse {
    let place = try await enterMetrics(request)
    defer { metricsGate.leave(place) }
    return Self.text(await metricsText(), id)
  }

  private func enterMetrics(_ request: ServerRequest) async throws -> RouteGate.Place {
    do throws(ListenerFault) { return try metricsGate.enter() } catch {
      guard await isOperator(request) else { throw error }
      return try metricsGate.enter(isReserved: true)
    }
  }

  private func metricsText() async -> String {
    metrics.text + "# TYPE fieldhouse_live_clients gauge\nfieldhouse_live_clients \(live.watcherCount)\n"
      + (await services.metrics())
  }

  private func description(_ request: ServerRequest, _ id: String) -> ServerResponse {
    let headers = ["etag": generation.openAPITag, "cache-control": "no-cache"]
    let isCurrent = request.hasCurrent(generation.openAPITag)
    return ServerResponse(
      RawResponse(
        status: isCurrent ? 304 : 200, contentType: isCurrent ? nil : "application/json", headers: headers,
        body: isCurrent ? [] : generation.openAPI), requestID: id)
  }

  /// What search engines read, as many at once as look at pages.
  private func siteFile(_ path: String, _ id: String) async throws -> ServerResponse {
    guard let site = services.site else { throw Self.nothing }
    if path == "/robots.txt" { return Self.text(site.robots, id) }
    let place = try previewGate.enter()
    defer { previewGate.leave(place) }
    return Self.text(try await site.map(), id, type: "application/xml")
  }

  private static func text(
    _ text: String, _ id: String, type: String = "text/plain; charset=utf-8"
  ) -> ServerResponse {
    ServerResponse(RawResponse(status: 200, contentType: type, body: Array(text.utf8)), requestID: id)
  }
}

/// The host's own paths that are no declared routes, with the methods they answer.
enum BuiltIn {
  static let reading = ["GET", "HEAD"]
  static let methods = [
    "/livez": reading, "/readyz": reading, "/metrics": reading, "/openapi.json": reading, "/v1/live": ["GET"],
    "/robots.txt": reading, "/sitemap.xml": reading,
  ]
}
