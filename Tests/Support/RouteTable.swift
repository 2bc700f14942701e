public import FieldhouseKit
public import Foundation

/// Routes that are called as the host calls them, without a network between. Who may call is the host's to check, and is
/// not checked here.
public struct RouteTable: Sendable {
  /// There is no such route.
  public struct Unknown: Error { let path: String }

  private let routes: [Route]

  /// The routes that `declare` adds.
  public init(_ declare: (inout Routes) -> Void) {
    var routes = Routes()
    declare(&routes)
    self.routes = routes.all
  }

  /// Calls the route of a path that may have a query. What goes wrong is thrown, as a rule a ``Problem``.
  /// - Returns: the answer's status and body, null where there is none.
  @discardableResult
  public func call(
    _ method: FieldhouseKit.Method, _ path: String, _ body: JSON? = nil, as account: Account? = nil, at now: Date,
    language: String = "en", from address: String = "192.0.2.1", in storage: (any Storage)? = nil
  ) async throws -> (status: Int, body: JSON) {
    let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
    guard let (route, parameters) = find(method, parts[0]) else { throw Unknown(path: path) }
    let request = RawRequest(
      parameters: parameters, query: parts.count > 1 ? parts[1] : nil,
      body: body.map { Array($0.description.utf8) } ?? [],
      contentType: body == nil ? nil : "application/json")
    let call = Call(
      principal: account.map { Principal(account: $0, session: "s") }, now: now, language: language, requestID: "r",
      remoteAddress: address)
    let answer = try await Self.answer(route, request, call, storage)
    return (answer.status, answer.body.isEmpty ? .null : try JSON(parsing: answer.body))
  }

  private static func answer(
    _ route: Route, _ request: RawRequest, _ call: Call, _ storage: (any Storage)?
  ) async throws -> RawResponse {
    if let plain = route.handler.plain { return try await plain(request, call) }
    guard let storage, let body = route.handler.transactional else { throw Unknown(path: route.path) }
    return try await storage.write { try await body(request, call, $0) }
  }

  private func find(_ method: FieldhouseKit.Method, _ path: String) -> (Route, [String: String])? {
    let words = path.split(separator: "/").map(String.init)
    for route in routes where route.method == method {
      if let parameters = Self.match(route.path.split(separator: "/").map(String.init), words) {
        return (route, parameters)
      }
    }
    return nil
  }

  private static func match(_ template: [String], _ words: [String]) -> [String: String]? {
    guard template.count == words.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, word) in zip(template, words) {
      if part.hasPrefix("{") {
        parameters[String(part.dropFirst().dropLast())] = word.removingPercentEncoding
      } else if part != word {
        return nil
      }
    }
    return parameters
  }
}
