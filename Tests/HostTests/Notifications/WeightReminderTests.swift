import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// Two people with a device each who want to be reminded of telling their weight; one of them has switched that kind off.
@Suite struct `The reminder of the weight` {
  private static let words = "It has been a month. What is your weight today?"

  @Test(.tags(.pl31, .pl50, .wc13, .wc60), arguments: TestEngine.allCases)
  func `comes a month later by itself, and is pushed to nobody who has switched it off`(on engine: TestEngine)
    async throws
  {
    try await Gateways.push(from: engine) { try await Self.run($1, $0, $0.pushService) }
  }

  private static func run(_ environment: [String: String], _ gateways: Gateways, _ service: String) async throws {
    try await RunningHost.run(try Installation(), clock: "2026-07-01T10:00:00Z", environment: environment) { host in
      var people: [Person] = []
      for number in 0..<2 {
        let person = try await host.signIn("+49151123\(45_600 + number)")
        func call(_ method: String, _ path: String, _ body: JSON) async throws {
          let reply = try await host.call(method, path, as: person.token, body: body)
          #expect((200..<300).contains(reply.status), "\(path): \(reply.json)")
        }
        let device: JSON = ["endpoint": .string("\(service)/push/\(number)"), "keys": SampleDevice.keys]
        try await call("PUT", "/v1/me/push-subscriptions", device)
        try await call("POST", "/v1/me/consents", ["document": "health", "version": "1"])
        try await call("PATCH", "/v1/me/body", ["weight": 70, "reminder": true])
        let off: [JSON] = number == 1 ? ["accounts/weight-reminder"] : []
        try await call("PUT", "/v1/me/notification-settings", ["enabled": true, "kindsOff": .array(off)])
        people.append(person)
      }
      func told(_ person: Person) async throws -> [String?] {
        try await host.get("/v1/me/notifications", as: person).items.filter { $0["kind"] == "weight-reminder" }
          .map { $0["text"]?.string }
      }
      try await host.advance(to: "2026-07-31T09:59:59Z")
      for person in people { #expect(try await told(person) == []) }
      try await host.advance(to: "2026-07-31T10:05:00Z")
      for person in people { try await eventually { try await told(person) == [words] } }
      // What is told to all leaves behind it, and by the same way.
      let all: JSON = ["audience": "everyone", "text": "Hello"]
      #expect(try await host.call("POST", "/v1/announcements", as: RunningHost.token, body: all).status == 201)
      func pushed(_ device: String) -> Int { gateways.taken("push").count { $0["device"]?.string == device } }
      try await eventually { pushed("0") == 2 && pushed("1") == 1 }
      for person in people { #expect(try await told(person) == [words]) }
    }
  }
}
