import FieldhouseKit
import Foundation

/// A route called as the host calls it, with what came of it as lines.
struct RouteProbe {
  let route: Route

  init(_ route: Route) { self.route = route }

  /// The first of the routes that are declared.
  init(_ declare: (inout Routes) -> Void) {
    var routes = Routes()
    declare(&routes)
    route = routes.all[0]
  }

  /// A call by nobody.
  static func call(by principal: Principal? = nil) -> Call {
    Call(
      principal: principal, now: Date(timeIntervalSince1970: 1), language: "en", requestID: "r",
      remoteAddress: "192.0.2.1")
  }

  /// The answer's status and body, or the problem with each mistake in a line of its own.
  func lines(_ request: RawRequest) async -> [String] {
    do {
      let answer = try await raw(request)
      return ["\(answer.status)" + (answer.body.isEmpty ? "" : " " + String(decoding: answer.body, as: UTF8.self))]
    } catch let problem as Problem {
      return problem.errors.isEmpty
        ? ["\(problem)"] : problem.errors.map { "\(problem.status) \($0.pointer) \($0.code): \($0.detail)" }
    } catch {
      return ["\(type(of: error)): \(error)"]
    }
  }

  func raw(_ request: RawRequest) async throws -> RawResponse {
    if let plain = route.handler.plain { return try await plain(request, Self.call()) }
    guard let transactional = route.handler.transactional else { throw CancellationError() }
    return try await transactional(request, Self.call(), UntouchedTransaction())
  }

  /// What a query brings.
  func query(_ text: String?, _ parameters: [String: String] = [:]) async -> [String] {
    await lines(RawRequest(parameters: parameters, query: text))
  }

  /// What a JSON body brings.
  func body(_ text: String, _ parameters: [String: String] = [:]) async -> [String] {
    await lines(RawRequest(parameters: parameters, body: Array(text.utf8), contentType: "application/json"))
  }
}
