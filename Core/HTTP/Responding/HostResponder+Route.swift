import FieldhouseKit
import Foundation
import HTTPTypes
import NIOCore

extension HostResponder {
  /// Checks who calls, reads the input and runs the route.
  func serve(
    _ entry: ServingGeneration.Entry, _ request: ServerRequest, parameters: [Substring], query: String?, id: String
  ) async throws -> RawResponse {
    if let problem = entry.mounted.gate() { throw problem }
    let credential = credential(of: request)
    let principal = credential.isNone ? nil : try await principal(of: credential, request)
    let named = try parametersByName(entry, parameters)
    if !entry.isForEveryone {
      let permits = entry.mounted.permits ?? services.permits
      try await entry.mounted.route.access.admit(principal, parameters: named, permits: permits)
    }
    try RequestRules.checkPreconditions(request)
    let body = request.hasBody ? try await body(of: request, entry) : []
    let raw = RawRequest(parameters: named, query: query, body: body, contentType: request.mediaType)
    let call = Call(
      principal: principal, now: services.now(), language: language(of: request), requestID: id,
      remoteAddress: request.remoteHost ?? "local",
      cookies: entry.cookies.isEmpty ? [:] : cookies(entry.cookies, of: request),
      wantsSessionCookie: entry.mayUseCookies && request.header(.session) == "cookie")
    let place = try entry.gate.enter(isReserved: principal?.mayUseReserve == true)
    defer { entry.gate.leave(place) }
    return try await answer(entry, request, raw, call)
  }

  /// Runs the route, once for all calls with one `Idempotency-Key`.
  private func answer(
    _ entry: ServingGeneration.Entry, _ request: ServerRequest, _ raw: RawRequest, _ call: Call
  ) async throws -> RawResponse {
    let idempotent = entry.isSafe ? nil : try IdempotentCall(request, name: entry.name, raw: raw, call: call)
    if idempotent != nil, !entry.storesAnswers { throw IdempotentCall.refused }
    guard let plain = entry.plain else { return try await transact(entry, raw, call, idempotent) }
    guard let idempotent else { return try await plain(raw, call) }
    guard let once = services.once else { throw IdempotentCall.refused }
    return try await once(idempotent) { try await plain(raw, call) }
  }

  /// The body, when the route reads one of its kind.
  private func body(of request: ServerRequest, _ entry: ServingGeneration.Entry) async throws -> [UInt8] {
    if entry.bodyTypes.isEmpty {
      try await RequestRules.checkNoBody(request)
      return []
    }
    try RequestRules.checkType(of: request, entry.bodyTypes)
    return Array(buffer: try await request.body(upTo: entry.maximumBodyBytes))
  }

  private func transact(
    _ entry: ServingGeneration.Entry, _ raw: RawRequest, _ call: Call, _ idempotent: IdempotentCall?
  ) async throws -> RawResponse {
    guard let handler = entry.mounted.route.handler.transactional, let transact = entry.mounted.transact else {
      throw Problem.unavailable("storage-unavailable", "This route has no storage.")
    }
    return try await transact(handler, raw, call, idempotent)
  }

  private func principal(of credential: Credential, _ request: ServerRequest) async throws -> Principal? {
    switch credential {
    case .none: return nil
    case .bearer(let token):
      guard let principal = try await services.authenticate(token) else {
        throw Problem.sessionEnded()
      }
      return principal
    case .cookie(let token):
      let principal = try await services.authenticate(token)
      if principal != nil { try SameOrigin.check(request) }
      return principal
    }
  }

  private func parametersByName(
    _ entry: ServingGeneration.Entry, _ values: [Substring]
  ) throws -> [String: String] {
    guard !values.isEmpty else { return [:] }
    var named: [String: String] = [:]
    for (name, value) in zip(entry.parameterNames, values) {
      guard let text = value.utf8.contains(UInt8(ascii: "%")) ? value.removingPercentEncoding : String(value) else {
        throw Problem.badRequest("path-malformed", "The path is not percent-encoded UTF-8.")
      }
      named[name] = text
    }
    return named
  }

  private func language(of request: ServerRequest) -> String {
    guard let header = request.header(.acceptLanguage) else { return services.languages.first ?? "en" }
    return AcceptLanguage.best(header, of: services.languages)
  }
}
