import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Glibc
import Testing

@testable import FieldhouseHTTP

@Suite struct `The metrics` {
  private static func get(_ path: String, _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
  }

  /// As many ask as are let in at a time, and none of them is answered yet.
  @Test func `are gathered for so many at a time, for operators beyond that, while health is told to all`() async throws
  {
    let gate = Gate()
    let asked = CallCount()
    let services = Self.services { if asked.add() <= WorkLimit.most { await gate.wait() } }
    let responder = HostResponder(
      generation: try HostGeneration(routes: [], version: "1"), services: services, live: LiveHub(log: SilentLog()),
      files: [])
    try await withListener(
      { $0.problem = { ProblemDocument.body($0) } }, answer: { try await responder.respond(to: $0) }
    ) { server in
      let (refused, operators, health, first) = try await offPool { [port = server.port] in
        defer { gate.open() }
        let clients = try (0..<WorkLimit.most).map { try RawClient(port: port, from: "127.0.0.\($0 % 4 + 2)") }
        for client in clients { try client.send(Self.get("/metrics")) }
        try blockUntil { gate.waiting >= WorkLimit.most }
        let refused = try RawClient(port: port).ask(Self.get("/metrics"))
        let operators = try RawClient(port: port).ask(Self.get("/metrics", "Authorization: Bearer operator\r\n"))
        let health = try ["/livez", "/readyz", "/openapi.json"].map {
          try RawClient(port: port).ask(Self.get($0)).status
        }
        gate.open()
        return (refused, operators, health, try clients.map { try $0.reply().status })
      }
      #expect(refused.status == 503 && refused.headers["retry-after"] == "1")
      #expect(operators.status == 200)
      #expect(health == [200, 200, 200])
      #expect(first == Array(repeating: 200, count: WorkLimit.most))
    }
  }

  private static func services(_ gathering: @escaping @Sendable () async -> Void) -> HTTPServices {
    var services = ResponderWorld.services
    services.metrics = {
      await gathering()
      return "tests_total 1\n"
    }
    services.authenticate = { token in
      Principal(
        account: Account(id: AccountID(token), kind: .user, name: token), session: nil, roles: [],
        isOperator: token == "operator")
    }
    return services
  }
}
