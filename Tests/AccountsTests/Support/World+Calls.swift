import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import Foundation
import Testing

/// An answer of a route.
struct Answer: Sendable {
  let status: Int
  let body: JSON
  let retryAfter: Int?
  /// Header fields of a good answer.
  var headers: [String: String] = [:]
  /// The cookies of a good answer.
  var cookies: [Cookie] = []

  var code: String? { body["code"]?.string }
  var detail: String? { body["detail"]?.string }
  /// The token of a sign-in.
  var token: String { body["token"]?.string ?? "" }
  var accountID: AccountID { AccountID(body["account"]?["id"]?.string ?? "") }
  /// The cookie of a name.
  func cookie(_ name: String) -> Cookie? { cookies.first { $0.name == name } }
  /// The detail of the mistake at a pointer.
  func mistake(_ pointer: String) -> String? {
    body["errors"]?.array?.first { $0["pointer"]?.string == pointer }?["detail"]?.string
  }
}

extension World {
  /// Calls a route as the host does: who calls, whether that is allowed, then the handler.
  /// - Parameters:
  ///   - cookie: the secret of a sign-in that was begun through a provider; of the device where the route reads no such.
  ///   - device: the secret of the device where the route reads both.
  ///   - session: the value of the session cookie.
  ///   - isBrief: whether the browser forgets the session when it is closed.
  ///   - isWeb: whether the session is asked for as a cookie.
  @discardableResult
  func call(
    _ method: FieldhouseKit.Method, _ path: String, _ body: JSON? = nil, token: String? = nil,
    address: String = "203.0.113.7", language: String = "en", cookie: String? = nil, device: String? = nil,
    session: String? = nil, isBrief: Bool = false, isWeb: Bool = false, content: [UInt8]? = nil
  ) async throws -> Answer {
    let pieces = path.split(separator: "?", maxSplits: 1).map(String.init)
    let (route, parameters) = try #require(self.route(method, pieces[0]), "no route \(method) \(path)")
    do {
      let principal = try await principal(of: token)
      try await route.access.admit(
        principal, parameters: parameters,
        permits: { [accounts] in
          try await accounts.permits($0, $1, scope: $2 ?? "") ? .holder : .stranger
        })
      let journey = route.cookies.contains("fieldhouse_sign_in") ? cookie : nil
      let known = [
        "fieldhouse_sign_in": journey, "fieldhouse_device": journey == nil ? device ?? cookie : device,
        "fieldhouse_session": session, "fieldhouse_brief": isBrief ? "1" : nil,
      ].compactMapValues(\.self)
      let call = Call(
        principal: principal, now: clock.now, language: language, requestID: "test", remoteAddress: address,
        cookies: known.filter { route.cookies.contains($0.key) }, wantsSessionCookie: isWeb)
      let request = RawRequest(
        parameters: parameters, query: pieces.count > 1 ? pieces[1] : nil,
        body: content ?? body.map { Array($0.serialized().utf8) } ?? [],
        contentType: content == nil ? "application/json" : "image/png")
      return try answer(try await run(route, request, call))
    } catch let problem as Problem {
      return answer(problem)
    }
  }

  private func run(_ route: Route, _ request: RawRequest, _ call: Call) async throws -> RawResponse {
    if let plain = route.handler.plain { return try await plain(request, call) }
    let transactional = try #require(route.handler.transactional)
    return try await accounts.attend { noting in
      try await storage.inSteps.write { try await transactional(request, call, noting($0)) }
    }
  }

  private func principal(of token: String?) async throws -> Principal? {
    guard let token else { return nil }
    guard let principal = try await accounts.account(forToken: token) else { throw Problem.sessionEnded() }
    return principal
  }

  private func answer(_ response: RawResponse) throws -> Answer {
    let isJSON = response.contentType == "application/json" && !response.body.isEmpty
    let body = isJSON ? try JSON(parsing: response.body) : JSON.null
    return Answer(
      status: response.status, body: body, retryAfter: nil, headers: response.headers, cookies: response.cookies)
  }

  private func answer(_ problem: Problem) -> Answer {
    let errors = problem.errors.map { error -> JSON in
      ["pointer": .string(error.pointer), "code": .string(error.code), "detail": .string(error.detail)]
    }
    let body: JSON = ["code": .string(problem.code), "detail": .string(problem.detail), "errors": .array(errors)]
    return Answer(status: problem.status, body: body, retryAfter: problem.retryAfterSeconds)
  }
}

extension World {
  /// Whether somebody may do what a permission says, in a session that all roles count in.
  func permits(_ permission: String, _ account: AccountID, scope: String) async throws -> Bool {
    let found = try #require(try await accounts.account(account))
    return try await accounts.permits(Principal(account: found, session: nil), permission, scope: scope)
  }
}
