import FieldhouseKit
import Foundation
import HTTPTypes
import NIOCore

extension HostResponder {
  /// Answers `GET /v1/live?topic=…` with server-sent events.
  func live(_ request: ServerRequest, query: String?, id: String) async throws -> ServerResponse {
    let topics = Set(try TopicQuery.topics(query ?? ""))
    guard !topics.isEmpty else { throw Problem.invalid("/topic", "required", "Name at least one topic.") }
    guard topics.count <= limits.topicsPerStream else {
      throw Problem.invalid("/topic", "too-many", "Name at most \(limits.topicsPerStream) topics.")
    }
    let token = credential(of: request).token
    let principal: Principal? = if let token { try await services.authenticate(token) } else { nil }
    for topic in topics { try admit(principal, to: topic) }
    let place = try streamBudget.place(for: StreamBudget.Owner(principal, at: request.client.use.key))
    let watch = live.watch(topics, after: request.header(.lastEventID))
    let session = principal == nil ? nil : token
    let stream = ResponseStream(endsAtShutdown: true) { [streams] writer in
      defer { withExtendedLifetime(place) { watch.end() } }
      try await HostResponder.send(watch, session: session, of: streams, to: writer)
    }
    var fields = HTTPFields()
    fields[.contentType] = "text/event-stream"
    fields[.cacheControl] = "no-store"
    fields[.contentSecurityPolicy] = SecurityLines.dataPolicy
    fields[.requestID] = id
    return ServerResponse(status: .ok, headers: fields, body: .stream(stream))
  }

  private func admit(_ principal: Principal?, to topic: String) throws {
    guard let declared = services.topics.first(where: { $0.covers(topic) }) else {
      throw Problem.notFound("topic-unknown", "There is no topic '\(topic)'.")
    }
    if declared.access != .everyone, principal == nil { throw Problem.unauthenticated() }
  }

  private static func send(
    _ watch: LiveWatch, session: String?, of streams: OpenStreams, to writer: ResponseWriter
  ) async throws {
    let number = session.map { streams.add(token: $0, end: watch.end) }
    defer { if let number { streams.remove(number) } }
    try await writer.write(": welcome\nretry: 2000\n\n")
    if watch.reset { try await writer.write("event: reset\ndata: {}\n\n") }
    for text in watch.missed { try await writer.write(text) }
    for await text in watch.texts { try await writer.write(text) }
    try Task.checkCancellation()
  }
}

/// The topics of a live query: `topic=a&topic=b`.
enum TopicQuery {
  /// - Throws: ``Problem`` 400 or 422.
  static func topics(_ query: String) throws -> [String] {
    let pairs = query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
    return try pairs.map { pair in
      guard pair.count == 2, pair[0] == "topic", let topic = pair[1].removingPercentEncoding else {
        throw Problem.invalid("/topic", "unknown-key", "Only 'topic' is understood here.")
      }
      return topic
    }
  }
}
