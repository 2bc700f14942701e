import FieldhouseKit
import Foundation
import HTTPTypes
import NIOCore

extension HostResponder {
  /// Checks who calls, reads the input and runs the route.
  func serve(
    _ mounted: MountedRoute, _ request: ServerRequest, parameters: [Substring], query: String?, id: String
  ) async throws -> RawResponse {
    if let problem = mounted.gate() { throw problem }
    let route = mounted.route
    let credential = Credential(request)
    let principal = try await principal(of: credential, request)
    let named = try parametersByName(route, parameters)
    try await admit(principal, to: route, parameters: named)
    let body = try await body(of: request, route: route)
    let raw = RawRequest(parameters: named, query: query, body: body, contentType: request.mediaType)
    let call = Call(
      principal: principal, now: services.now(), language: language(of: request), requestID: id,
      remoteAddress: request.remoteAddress?.ipAddress ?? "local")
    if let plain = route.handler.plain { return try await plain(raw, call) }
    guard let handler = route.handler.transactional, let transact = mounted.transact else {
      throw Problem.unavailable("storage-unavailable", "This route has no storage.")
    }
    let idempotent = try IdempotentCall(request, mounted: mounted, raw: raw, principal: principal)
    return try await transact(handler, raw, call, idempotent)
  }

  private func principal(of credential: Credential, _ request: ServerRequest) async throws -> Principal? {
    switch credential {
    case .none: return nil
    case .bearer(let token):
      guard let principal = try await services.authenticate(token) else {
        throw Problem(status: 401, code: "session-ended", detail: "The session has ended; sign in again.")
      }
      return principal
    case .cookie(let token):
      let principal = try await services.authenticate(token)
      if principal != nil { try SameOrigin.check(request) }
      return principal
    }
  }

  private func admit(_ principal: Principal?, to route: Route, parameters: [String: String]) async throws {
    if route.access.level == "everyone" { return }
    guard let principal else { throw Problem.unauthenticated() }
    if principal.isOperator || route.access.level == "guest" { return }
    guard principal.account.kind != .guest else {
      throw Problem(status: 403, code: "account-needed", detail: "Sign in with a phone number or e-mail to do this.")
    }
    switch route.access.level {
    case "account": return
    case "permission":
      let scope = route.access.scopeParameter.flatMap { parameters[$0] } ?? ""
      guard try await services.permits(principal, route.access.permission ?? "", scope) else {
        throw Problem.forbidden()
      }
    default:
      guard principal.roles.contains("super-admin") else { throw Problem.forbidden() }
    }
  }

  private func parametersByName(_ route: Route, _ values: [Substring]) throws -> [String: String] {
    guard !values.isEmpty else { return [:] }
    var named: [String: String] = [:]
    for (name, value) in zip(route.parameterNames, values) {
      guard let text = value.contains("%") ? value.removingPercentEncoding : String(value) else {
        throw Problem.badRequest("path-malformed", "The path is not percent-encoded UTF-8.")
      }
      named[name] = text
    }
    return named
  }

  private func body(of request: ServerRequest, route: Route) async throws -> [UInt8] {
    guard route.method.hasBody, request.hasBody else { return [] }
    return Array(buffer: try await request.body(upTo: Self.maximumBodyBytes))
  }

  private func language(of request: ServerRequest) -> String {
    guard let header = request.header(.acceptLanguage) else { return services.languages.first ?? "en" }
    return AcceptLanguage.best(header, of: services.languages)
  }
}
