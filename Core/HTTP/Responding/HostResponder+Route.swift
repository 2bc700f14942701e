import FieldhouseKit
import Foundation
import HTTPTypes
import NIOCore

extension HostResponder {
  /// Checks who calls, reads the input and runs the route.
  /// - Parameters:
  ///   - start: when it was begun.
  ///   - place: where the request was let in, to be left by the caller.
  func serve(
    _ routed: RoutedRequest, from start: NIODeadline, place: inout RouteGate.Place?
  ) async throws -> RawResponse {
    let entry = routed.entry
    if let problem = entry.mounted.gate() { throw problem }
    let credential = credential(of: routed.request)
    let principal = credential.isNone ? nil : try await principal(of: credential, routed.request)
    let named = try parametersByName(routed)
    if !entry.isForEveryone {
      let permits = entry.mounted.permits ?? services.permits
      try await entry.mounted.route.access.admit(principal, parameters: named, permits: permits)
    }
    try RequestRules.checkPreconditions(routed.request)
    if !entry.isSafe { try RequestRules.checkAccount(routed.request, principal) }
    let body = routed.request.hasBody ? try await body(of: routed) : []
    let raw = RawRequest(
      parameters: named, query: routed.query, body: body, contentType: routed.request.mediaType)
    let call = call(routed, principal)
    place = try entry.gate.enter(
      isReserved: principal?.mayUseReserve == true, on: routed.request.loop, at: routed.request.hasBody ? nil : start)
    if entry.isSafe, let plain = entry.plain { return try await run(plain, of: entry, raw, call) }
    return try await answer(routed, raw, call)
  }

  private func call(_ routed: RoutedRequest, _ principal: Principal?) -> Call {
    let (entry, request) = (routed.entry, routed.request)
    return Call(
      principal: principal, now: services.now(), language: language(of: request), requestID: routed.id,
      remoteAddress: request.remoteHost ?? "local",
      cookies: entry.cookies.isEmpty ? [:] : cookies(entry.cookies, of: request),
      wantsSessionCookie: entry.mayUseCookies && request.header(.session) == "cookie")
  }

  /// Runs the route, once for all calls with one `Idempotency-Key`.
  private func answer(_ routed: RoutedRequest, _ raw: RawRequest, _ call: Call) async throws -> RawResponse {
    let entry = routed.entry
    let idempotent = entry.isSafe ? nil : try IdempotentCall(routed.request, name: entry.name, raw: raw, call: call)
    if idempotent != nil, !entry.storesAnswers { throw IdempotentCall.refused }
    guard let plain = entry.plain else { return try await transact(entry, raw, call, idempotent) }
    guard let idempotent else { return try await run(plain, of: entry, raw, call) }
    guard let once = services.once else { throw IdempotentCall.refused }
    return try await once(idempotent) { try await self.run(plain, of: entry, raw, call) }
  }

  private func run(
    _ plain: Route.Handler.Plain, of entry: ServingGeneration.Entry, _ raw: RawRequest, _ call: Call
  ) async throws -> RawResponse {
    guard let around = entry.mounted.around else { return try await plain(raw, call) }
    return try await around { try await plain(raw, call) }
  }

  /// The body, when the route reads one of its kind.
  @inline(never)
  private func body(of routed: RoutedRequest) async throws -> [UInt8] {
    if routed.entry.bodyTypes.isEmpty {
      try await RequestRules.checkNoBody(routed.request)
      return []
    }
    try RequestRules.checkType(of: routed.request, routed.entry.bodyTypes)
    return Array(buffer: try await routed.request.body(upTo: routed.entry.maximumBodyBytes))
  }

  private func transact(
    _ entry: ServingGeneration.Entry, _ raw: RawRequest, _ call: Call, _ idempotent: IdempotentCall?
  ) async throws -> RawResponse {
    guard let reading = entry.mounted.route.handler.reading, let transact = entry.mounted.transact else {
      throw Problem.unavailable("storage-unavailable", "This route has no storage.")
    }
    let work = Result { try reading(raw, call) }
    // A repetition gets its answer whatever the route has come to read since.
    if idempotent == nil { _ = try work.get() }
    return try await transact({ _, _, transaction in try await work.get()(transaction) }, raw, call, idempotent)
  }

  /// Who calls; nobody by a cookie whose session has ended, which a browser sends along.
  /// - Throws: ``Problem`` 401 `session-ended`, 403 `foreign-origin`; what the services throw.
  @inline(never)
  func principal(of credential: Credential, _ request: ServerRequest) async throws -> Principal? {
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

  private func parametersByName(_ routed: RoutedRequest) throws -> [String: String] {
    guard !routed.parameters.isEmpty else { return [:] }
    var named: [String: String] = [:]
    for (name, value) in zip(routed.entry.parameterNames, routed.parameters) {
      guard let text = value.utf8.contains(UInt8(ascii: "%")) ? value.removingPercentEncoding : String(value) else {
        throw Problem.badRequest("path-malformed", "The path is not percent-encoded UTF-8.")
      }
      named[name] = text
    }
    return named
  }

  func language(of request: ServerRequest) -> String {
    // English is always shown, and always the first.
    guard let header = request.header(.acceptLanguage) else { return "en" }
    return AcceptLanguage.best(header, of: services.languages())
  }
}
