import FieldhouseKit
import Foundation
import HTTPTypes
import NIOCore

extension HostResponder {
  /// Answers `GET /v1/live?topic=…` with server-sent events.
  func live(_ request: ServerRequest, query: String?, id: String) async throws -> ServerResponse {
    let call = Call(
      principal: nil, now: services.now(), language: services.languages().first ?? "en", requestID: id,
      remoteAddress: request.remoteHost ?? "local")
    let topics = Set(try await TopicQuery.topics(query ?? "", call))
    guard !topics.isEmpty else { throw Problem.invalid("/topic", "required", "Name at least one topic.") }
    guard topics.count <= limits.topicsPerStream else {
      throw Problem.invalid("/topic", "too-many", "Name at most \(limits.topicsPerStream) topics.")
    }
    let credential = credential(of: request)
    let principal = try await principal(of: credential, request)
    var watched: [WatchedTopic] = []
    for topic in topics { watched.append(try await admit(principal, to: topic)) }
    let place = try streamBudget.place(for: StreamBudget.Owner(principal, at: request.client.use.key))
    let need = StreamNeed(token: principal == nil ? nil : credential.token, topics: watched)
    let watch = try await live.watch(
      Set(watched.map(\.address)), after: request.header(.lastEventID), holder: holder(of: need, principal),
      viewer: viewer(of: watched, principal))
    let stream = ResponseStream(endsAtShutdown: true) { [self] writer in
      defer { withExtendedLifetime(place) { watch.end() } }
      try await send(watch, need, to: writer)
    }
    var fields = HTTPFields()
    fields[.contentType] = "text/event-stream"
    fields[.cacheControl] = "no-store"
    fields[.contentSecurityPolicy] = SecurityLines.dataPolicy
    fields[.requestID] = id
    return ServerResponse(status: .ok, headers: fields, body: .stream(stream))
  }

  private func admit(_ principal: Principal?, to topic: String) async throws -> WatchedTopic {
    guard let watched = WatchedTopic(topic, of: services.topics) else {
      throw Problem.notFound("topic-unknown", "There is no topic '\(topic)'.")
    }
    do {
      try await watched.admit(principal, services)
    } catch let problem as Problem where problem.status < 500 && principal != nil {
      // Another process may have given the right a moment ago, and routes show it already.
      try await live.renewRights(of: watched.address.source)
      try await watched.admit(principal, services)
    }
    return watched
  }

  /// The right that a stream needs; nil when it needs none.
  private func holder(of need: StreamNeed, _ principal: Principal?) -> LiveHolder? {
    guard let token = need.token, let account = principal?.account.id, !need.permitted.isEmpty else { return nil }
    return LiveHolder(account: account, sources: Set(need.permitted.map(\.address.source))) { [services] in
      let principal = try await services.authenticate(token)
      for topic in need.permitted { try await topic.admit(principal, services) }
    }
  }

  /// Who watches topics of which not everything is for everybody; nil where it is, or nobody is signed in.
  private func viewer(of topics: [WatchedTopic], _ principal: Principal?) -> LiveViewer? {
    let veils = topics.compactMap { topic in topic.veil.map { (topic.address, $0) } }
    guard let account = principal?.account.id, !veils.isEmpty else { return nil }
    return LiveViewer(account: account, veils: Dictionary(veils, uniquingKeysWith: { $1 }))
  }

  private func send(_ watch: LiveWatch, _ need: StreamNeed, to writer: ResponseWriter) async throws {
    let number = streams.add(need, end: watch.end)
    defer { streams.remove(number) }
    // What was decided before the stream was known here may have changed since.
    live.review(need.asked.map(\.address))
    try await writer.write(watch.opening)
    var position = watch.position
    for await message in watch.messages { try await writer.write(message.text(&position)) }
    try Task.checkCancellation()
  }
}

/// The topics of a live query: `topic=a&topic=b`.
enum TopicQuery {
  /// Characters of a topic's name: more than the pattern of any manifest has with ids in it.
  static let longest = 500

  /// Describes the query, so that its texts are checked as those of every route.
  private static let route = Route(
    method: .get, path: "/v1/live", summary: "Live updates as server-sent events", access: .everyone,
    input: .object([("topic", .array(of: .string(minLength: 1, maxLength: longest)))]), output: nil, status: 200,
    handler: Route.Handler(plain: { _, _ in RawResponse(status: 200) }))

  /// The names of a query, as they were sent.
  /// - Throws: ``Problem`` 400 `query-malformed`, or 422 with every name that is empty, too long or holds characters
  ///   that no text may hold.
  static func topics(_ query: String, _ call: Call) async throws -> [String] {
    _ = try await route.handler.plain?(RawRequest(query: query), call)
    let values = query.split(separator: "&").map { $0.drop { $0 != "=" }.dropFirst() }
    return values.map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
  }
}
