import FieldhouseKit
import Foundation
import Synchronization
import Testing

@testable import FieldhouseHTTP

/// A responder with a few routes behind a listener, and what its routes were asked.
struct ResponderWorld: Sendable {
  let port: Int
  let calls: CallCount

  /// Runs a test against a responder.
  static func with(
    files: [StaticFiles] = [], _ adjust: (inout HTTPServices) -> Void = { _ in },
    test: @escaping @Sendable (ResponderWorld) async throws -> Void
  ) async throws {
    let calls = CallCount()
    var services = Self.services
    adjust(&services)
    let generation = try HostGeneration(routes: routes(calls), version: "1")
    let live = LiveHub(log: SilentLog())
    live.follow(MemoryLiveStore(), source: "things", area: "things")
    let responder = HostResponder(generation: generation, services: services, live: live, files: files)
    try await withListener(
      { $0.problem = { ProblemDocument.body($0) } }, answer: { try await responder.respond(to: $0) }
    ) {
      try await test(ResponderWorld(port: $0.port, calls: calls))
    }
  }

  /// Sends a request, in whose head `fields` stand as they are, and reads the reply.
  func ask(_ line: String, _ fields: [String] = [], body: String = "") async throws -> RawReply {
    let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
    let head = (["\(line) HTTP/1.1", "Host: a", "Connection: close"] + fields + length).joined(separator: "\r\n")
    return try await offPool { [port] in
      let client = try RawClient(port: port)
      try client.send(head + "\r\n\r\n" + body)
      return try client.reply(toHead: line.hasPrefix("HEAD"))
    }
  }

  /// Sends a JSON body.
  func send(_ line: String, _ body: String, _ fields: [String] = []) async throws -> RawReply {
    try await ask(line, ["Content-Type: application/json"] + fields, body: body)
  }

  static let services = HTTPServices(
    authenticate: { token in
      if token == "broken" { throw StorageError(.unavailable, "gone") }
      return token == "ada"
        ? Principal(account: Account(id: AccountID("ada"), kind: .user, name: "Ada"), session: nil) : nil
    }, permits: { _, _, _ in .stranger }, now: { Date(timeIntervalSince1970: 0) }, languages: { ["en"] },
    topics: [LiveTopicAccess(pattern: "things/{thing}", access: .account)],
    readiness: { [Readiness(part: "storage", health: .ok, since: Date(timeIntervalSince1970: 0), isEssential: true)] },
    metrics: { "" },
    log: SilentLog())

  private static func routes(_ calls: CallCount) -> [MountedRoute] {
    var routes = Routes()
    routes.get("/things", "Lists", access: .everyone) { (_: NoInput, _) in Thing(count: calls.add()) }
    routes.get("/secrets", "Lists to accounts", access: .account) { (_: NoInput, _) in Thing(count: calls.add()) }
    routes.action("/things/{thing}", "Acts", access: .everyone) { (_: ThingInput, _) in Thing(count: calls.add()) }
    routes.delete("/things/{thing}", "Removes", access: .everyone) { (_: OneThing, _) in
      _ = calls.add()
      return NoContent()
    }
    routes.action("/pings", "Takes nothing", access: .everyone) { (_: NoInput, _) in Thing(count: calls.add()) }
    routes.action("/tokens", "Answers a secret", access: .everyone) { (_: NoInput, _) in Token(token: "t\(calls.add())")
    }
    routes.get("/failing", "Fails", access: .everyone) { (_: NoInput, _) -> Thing in throw CancellationError() }
    var tagged = Route(
      method: .get, path: "/tagged", summary: "Has a tag", access: .everyone, input: NoInput.schema, output: nil,
      status: 200,
      handler: Route.Handler(plain: { _, _ in
        RawResponse(
          status: 200, contentType: "text/plain",
          headers: ["etag": "\"v1\"", "cache-control": "no-cache", "x-content-type-options": "sniff"], body: [65])
      }))
    tagged.maximumBodyBytes = 4
    routes.add(tagged)
    var upload = Route(
      method: .put, path: "/pictures", summary: "Takes a picture", access: .everyone, input: NoInput.schema,
      output: nil,
      status: 204, handler: Route.Handler(plain: { _, _ in RawResponse(status: 204) }))
    upload.bodyTypes = ["image/png", "image/jpeg"]
    upload.maximumBodyBytes = 8
    routes.add(upload)
    return routes.all.map { MountedRoute(owner: "tests", prefix: "/v1", route: $0) } + CookieRoutes.mounted
  }
}

/// How often routes were run.
final class CallCount: Sendable {
  private let count = Mutex(0)

  func add() -> Int {
    count.withLock {
      $0 += 1; return $0
    }
  }

  var value: Int { count.withLock { $0 } }
}

struct Thing: RouteOutput, Decodable {
  var count: Int
}

struct Token: RouteOutput, Decodable {
  var token: String

  static var schema: Schema { .object([("token", .string().secret)], required: ["token"]) }
}

struct ThingInput: RouteInput {
  var thing: String
  var name: String?

  static var schema: Schema {
    .object([("thing", .string(maxLength: 9)), ("name", .string(maxLength: 9))], required: ["thing"])
  }
}

struct OneThing: RouteInput {
  var thing: String
}

struct SilentLog: Log {
  func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {}
}
