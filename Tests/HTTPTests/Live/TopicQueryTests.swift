import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseHTTP

@Suite struct `The topics of a live query` {
  private static let call = Call(
    principal: nil, now: Date(timeIntervalSince1970: 0), language: "en", requestID: "r", remoteAddress: "local")

  private static func problem(_ query: String) async -> Problem? {
    do {
      _ = try await TopicQuery.topics(query, call)
      return nil
    } catch {
      return error as? Problem
    }
  }

  private static let good: [(query: String, topics: [String])] = [
    ("", []), ("topic=games/1", ["games/1"]), ("topic=a&topic=b/c", ["a", "b/c"]), ("topic=a%2Fb", ["a/b"]),
    ("topic=a&&topic=b", ["a", "b"]), ("topic=%C3%A9t%C3%A9", ["été"]), ("topic=a=b", ["a=b"]),
    ("topic=%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB", ["👩‍💻"]), ("%74opic=a", ["a"]), ("topic=a+b", ["a b"]),
    ("topic=" + String(repeating: "a", count: 500), [String(repeating: "a", count: 500)]),
  ]

  @Test(arguments: good)
  func `are its values`(query: String, topics: [String]) async throws {
    #expect(try await TopicQuery.topics(query, Self.call) == topics)
  }

  @Test(arguments: [
    ("topic=a%00", "text-control"), ("topic=a%0A", "text-control"), ("topic=%7F", "text-control"),
    ("topic=a%C2%85", "text-control"), ("topic=a%E2%80%A8b", "text-control"), ("topic=a%EF%BF%BF", "text-noncharacter"),
    ("topic=a%E2%80%8Bb", "text-invisible"), ("topic=a%E2%80%AEb", "text-invisible"),
    ("topic=%C2%AD", "text-invisible"),
    ("topic=a" + String(repeating: "%CC%81", count: 31), "text-marks"),
  ])
  func `hold no characters that nobody sees`(query: String, code: String) async {
    let problem = await Self.problem(query)
    #expect(problem?.status == 422)
    #expect(problem?.errors.map(\.code) == [code])
    #expect(problem?.errors.map(\.pointer) == ["/topic/0"])
  }

  @Test func `are told apart in what is wrong with them`() async {
    let problem = await Self.problem("topic=good&topic=%00&topic=%E2%80%8Bx")
    #expect(problem?.errors.map(\.pointer) == ["/topic/1", "/topic/2"])
  }

  @Test(arguments: [
    "topic=", "topic", "topic=a&topic=", "topic=" + String(repeating: "a", count: 501), "x=1", "topic=a&x=1", "Topic=a",
  ])
  func `have a name of at most 500 characters and nothing beside them`(query: String) async {
    #expect(await Self.problem(query)?.status == 422)
  }

  @Test(arguments: ["topic=%", "topic=%zz", "topic=%FF", "topic=%C3", "%FF=a"])
  func `are percent-encoded UTF-8`(query: String) async {
    let problem = await Self.problem(query)
    #expect(problem?.status == 400 && problem?.code == "query-malformed")
  }

  @Test func `are checked before anybody looks for them`() async throws {
    try await ResponderWorld.with { world in
      for target in ["topic=things/%00", "topic=things/a%E2%80%8B", "topic=" + String(repeating: "a", count: 501)] {
        let reply = try await world.ask("GET /v1/live?\(target)", ["Authorization: Bearer ada"])
        #expect(reply.status == 422, "\(target)")
        #expect(!reply.body.contains(0) && reply.headers["content-type"] == "application/problem+json")
      }
    }
  }
}
