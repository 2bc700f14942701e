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
    let credential = Credential(request)
    let principal = credential.isNone ? nil : try await principal(of: credential, request)
    let named = try parametersByName(entry, parameters)
    if !entry.isForEveryone { try await admit(principal, to: entry.mounted.route, parameters: named) }
    let hasBody = request.hasBody && entry.takesBody
    let body = hasBody ? Array(buffer: try await request.body(upTo: entry.maximumBodyBytes)) : []
    let raw = RawRequest(parameters: named, query: query, body: body, contentType: request.mediaType)
    let call = Call(
      principal: principal, now: services.now(), language: language(of: request), requestID: id,
      remoteAddress: request.remoteHost ?? "local", cookie: entry.cookie.flatMap { Credential.cookie($0, of: request) })
    if let plain = entry.plain { return try await plain(raw, call) }
    return try await transact(entry, raw, call, try IdempotentCall(request, name: entry.name, raw: raw, call: call))
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
      guard principal.roles.contains("super-admin") else {
        throw principal.withheldRoles.contains("super-admin") ? Problem.secondFactorRequired() : .forbidden()
      }
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
