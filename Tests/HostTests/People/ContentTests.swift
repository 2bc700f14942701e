import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Pages and messages of a host` {
  private static let start = "2024-08-17T11:40:00Z"

  private func publish(
    _ page: String, _ title: String, in language: String = "en", at host: RunningHost
  ) async throws {
    let body: JSON = [
      "language": .string(language), "section": "help", "title": .string(title), "text": .string("# \(title)"),
    ]
    let reply = try await host.call("PUT", "/v1/content/pages/\(page)", as: RunningHost.token, body: body)
    try #require(reply.status == 200, "\(reply.json)")
  }

  /// Signs somebody up by e-mail who reads a language.
  private func register(_ email: String, _ language: String, at host: RunningHost) async throws -> Person {
    let body: JSON = [
      "name": "Jane", "email": .string(email), "password": "correct horse battery",
      "passwordConfirmation": "correct horse battery", "acceptsTerms": true,
    ]
    let applied = try await host.call(
      "POST", "/v1/auth/register", body: body, headers: ["Accept-Language": language])
    try #require(applied.status == 202, "\(applied.json)")
    let registration = try #require(applied["registration"])
    let code = try #require(try await host.message(to: email)["code"])
    let reply = try await host.call(
      "POST", "/v1/auth/verify", body: ["email": .string(email), "code": code, "registration": registration])
    return Person(id: try #require(reply["account"]?["id"]?.string), token: try #require(reply["token"]?.string))
  }

  private func consents(of person: Person, at host: RunningHost) async throws -> [String: String] {
    let all = try await host.get("/v1/me/export", as: person)["consents"]?.array ?? []
    let pairs = all.compactMap { consent -> (String, String)? in
      guard let document = consent["document"]?.string, let version = consent["version"]?.string else { return nil }
      return (document, version)
    }
    return Dictionary(pairs, uniquingKeysWith: { "\($0), \($1)" })
  }

  @Test(.tags(.pl10)) func `whoever signs up has accepted a version that can be read ever after`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.start) { host in
      let before = try await register("a@example.org", "en", at: host)
      #expect(try await consents(of: before, at: host) == ["terms": "1", "privacy": "1"])
      try await publish("terms", "Terms", at: host)
      try await publish("terms", "الشروط", in: "ar", at: host)
      try await publish("privacy", "Privacy", at: host)
      let english = try await host.get("/v1/auth/methods").json
      #expect(english["termsVersion"] == "terms/1" && english["privacyVersion"] == "privacy/1")
      let (one, two) = (
        try await register("b@example.org", "en", at: host), try await register("c@example.org", "ar", at: host)
      )
      try await publish("terms", "Other terms", at: host)
      #expect(try await consents(of: one, at: host) == ["terms": "terms/1", "privacy": "privacy/1"])
      #expect(try await consents(of: two, at: host) == ["terms": "terms/2", "privacy": "privacy/1"])
      #expect(try await host.get("/v1/content/pages/terms")["title"] == "Other terms")
      #expect(try await host.get("/v1/content/pages/terms/versions/1")["title"] == "Terms")
      #expect(try await host.get("/v1/content/pages/terms/versions/2")["title"] == "الشروط")
    }
  }

  @Test(.tags(.pl60, .pl61, .sp164)) func `are written by operators alone, and read by everybody`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.start) { host in
      let ann = try await host.signIn("+4915112340001")
      try await publish("faq", "Questions", at: host)
      let body: JSON = ["language": "en", "section": "help", "title": "Mine", "text": "Mine"]
      for (token, status) in [(nil, 401), (ann.token, 403)] as [(String?, Int)] {
        for (method, path, input) in [
          ("PUT", "/v1/content/pages/faq", body), ("DELETE", "/v1/content/pages/faq/languages/en", nil),
          ("GET", "/v1/content/pages/faq/versions", nil), ("GET", "/v1/content/messages", nil),
          ("PUT", "/v1/content/messages/x", ["state": "done"]), ("DELETE", "/v1/content/messages/x", nil),
          ("POST", "/v1/content/films", ["bytes": 9, "type": "video/webm"]), ("DELETE", "/v1/content/pages/faq", nil),
        ] as [(String, String, JSON?)] {
          #expect(try await host.call(method, path, as: token, body: input).status == status, "\(method) \(path)")
        }
      }
      let page = try await host.get("/v1/content/pages/faq")
      #expect(page["html"] == "<h1>Questions</h1>\n" && page["version"] == 1)
    }
  }

  @Test(.tags(.pl61, .pl68, .sp180))
  func `and advertisements have pictures made small, and the app is told of both`() async throws {
    let installation = try Installation()
    try await RunningHost.run(installation, clock: Self.start) { host in
      func files() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "\(installation.data)/pictures")
          .count { !$0.hasSuffix(".type") }
      }
      func upload(_ bytes: [UInt8], to path: String) async throws -> Int {
        let headers = ["Authorization": "Bearer \(RunningHost.token)", "Content-Type": "image/png"]
        let exchange = Exchange(port: host.port, method: "PUT", path: path, headers: headers, body: bytes)
        return try await exchange.run().status
      }
      try await publish("first-steps", "First steps", at: host)
      let draft: JSON = [
        "name": "Shoes", "title": "Shoes", "text": "", "link": "https://shoes.example/",
        "startsAt": "2024-08-01T00:00:00Z", "endsAt": "2024-09-01T00:00:00Z",
      ]
      let made = try await host.call("POST", "/v1/content/advertisements", as: RunningHost.token, body: draft)
      let id = try #require(made["id"]?.string)
      let png = SamplePicture.png(width: 1500, height: 900, comment: "CANARY-WHERE-IT-WAS-TAKEN")
      for path in ["pages/first-steps", "advertisements/\(id)"] {
        #expect(try await upload(png, to: "/v1/content/\(path)/picture") == 204)
        #expect(try await upload(Array("no picture".utf8), to: "/v1/content/\(path)/picture") == 415)
      }
      // The same bytes, kept once for each, so that one can go without the other.
      #expect(try files() == 2)
      #expect(try await host.get("/v1/app")["advertisements"] == [])
      for area in ["", "/soccer-predictions"] {
        let path = "/v1/content/advertising\(area)"
        #expect(try await host.call("PUT", path, as: RunningHost.token, body: ["isOn": true]).status == 200)
      }
      let app = try await host.get("/v1/app")
      #expect(app["advertisements"] == ["soccer-predictions"])
      let page = app["pages"]?.array?.first { $0["area"] == "soccer-predictions" }
      #expect(page?["tour"]?.string?.hasPrefix("Predict matches") == true)
      #expect(page?["accent"] == "#0a7d3c" && page?["icon"] == "ball")
      #expect(app["home"] == [["area": "soccer-predictions", "script": "web/home.js", "access": "everyone"]])
      let slot = try await host.get("/v1/content/advertisement?area=soccer-predictions")
      let pictures = [
        try await host.get("/v1/content/pages/first-steps")["picture"]?.string,
        slot["advertisement"]?["picture"]?.string,
      ]
      for picture in pictures {
        let kept = try await host.get(try #require(picture))
        #expect(SamplePicture.size(ofJPEG: kept.body).map { [$0.width, $0.height] } == [512, 307])
        #expect(!String(decoding: kept.body, as: UTF8.self).contains("CANARY"))
        #expect(kept.headers["content-security-policy"] == "default-src 'none'; sandbox")
      }
      for path in ["pages/first-steps", "advertisements/\(id)"] {
        #expect(try await host.call("DELETE", "/v1/content/\(path)", as: RunningHost.token).status == 204)
      }
      #expect(try files() == 0)
    }
  }

  @Test(.tags(.pl62, .sp165)) func `messages are counted, exported and gone with the account`() async throws {
    let environment = ["FIELDHOUSE_LIMIT_INQUIRIES_PER_ACCOUNT": "2/3600", "FIELDHOUSE_ERASURE_GRACE_HOURS": "0"]
    try await RunningHost.run(try Installation(), clock: Self.start, environment: environment) { host in
      let ann = try await host.signIn("+4915112340001")
      let body: JSON = ["name": "Ann", "email": "ann@example.org", "text": "Where are we?"]
      let path = "/v1/content/messages"
      // Not signed in one may write, too: who cannot sign in has to.
      #expect(try await host.call("POST", path, body: body).status == 201)
      for status in [201, 201, 429] {
        let reply = try await host.call("POST", path, as: ann.token, body: body)
        #expect(reply.status == status)
        #expect((reply.headers["retry-after"] != nil) == (status == 429))
      }
      let export = try await host.get("/v1/me/export", as: ann)
      #expect(export["content"]?["messages"]?.array?.map { $0["text"] } == ["Where are we?", "Where are we?"])
      #expect(try await host.call("GET", path, as: RunningHost.token).items.count == 3)
      try await host.leave(ann)
      try await eventually { try await host.call("GET", path, as: RunningHost.token).items.count == 1 }
    }
  }
}
