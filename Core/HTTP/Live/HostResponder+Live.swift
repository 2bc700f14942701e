import FieldhouseKit
import Foundation
import HTTPTypes
import NIOCore

extension HostResponder {
  /// How often a quiet stream gets a comment, so that proxies keep it open.
  private static let quietSeconds = 15

  /// Answers `GET /v1/live?topic=…` with server-sent events.
  func live(_ request: ServerRequest, query: String?, id: String) async throws -> ServerResponse {
    let topics = Set(try TopicQuery.topics(query ?? ""))
    guard !topics.isEmpty else { throw Problem.invalid("/topic", "required", "Name at least one topic.") }
    let token = Credential(request).token
    let principal: Principal? = if let token { try await services.authenticate(token) } else { nil }
    for topic in topics { try admit(principal, to: topic) }
    let watch = live.watch(topics, after: request.header(.lastEventID))
    let epoch = live.epoch
    let session = principal == nil ? nil : token
    let stream = ResponseStream(endsAtShutdown: true) { [streams] writer in
      try await writer.write(": welcome\nretry: 2000\n\n")
      if watch.reset { try await writer.write("event: reset\ndata: {}\n\n") }
      for event in watch.missed { try await writer.write(event.text(epoch: epoch)) }
      try await HostResponder.forward(watch.events, epoch: epoch, session: session, of: streams, to: writer)
    }
    var fields = HTTPFields()
    fields[.contentType] = "text/event-stream"
    fields[.cacheControl] = "no-store"
    fields[.requestID] = id
    return ServerResponse(status: .ok, headers: fields, body: .stream(stream))
  }

  private func admit(_ principal: Principal?, to topic: String) throws {
    guard let declared = services.topics.first(where: { $0.covers(topic) }) else {
      throw Problem.notFound("topic-unknown", "There is no topic '\(topic)'.")
    }
    if declared.access.level != "everyone", principal == nil { throw Problem.unauthenticated() }
  }

  private static func forward(
    _ events: AsyncStream<LiveEvent>, epoch: String, session: String?, of streams: OpenStreams,
    to writer: ResponseWriter
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let text = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(LiveHub.waiting))
      let number = session.map { token in streams.add(token: token) { text.continuation.finish() } }
      defer { if let number { streams.remove(number) } }
      group.addTask {
        for await event in events { text.continuation.yield(event.text(epoch: epoch)) }
        text.continuation.finish()
      }
      group.addTask {
        while true {
          try await Task.sleep(for: .seconds(quietSeconds))
          text.continuation.yield(": still here\n\n")
        }
      }
      for await piece in text.stream { try await writer.write(piece) }
      group.cancelAll()
    }
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
