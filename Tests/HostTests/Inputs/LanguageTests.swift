import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A language that operators add` {
  private static let start = "2024-08-17T11:40:00Z"

  private func put(_ path: String, _ body: JSON, at host: RunningHost) async throws {
    let reply = try await host.call("PUT", "/v1/content/languages/\(path)", as: RunningHost.token, body: body)
    try #require(reply.status == 200, "\(reply.json)")
  }

  private func write(_ owner: String, _ key: String, _ text: String, at host: RunningHost) async throws {
    let item: JSON = ["owner": .string(owner), "key": .string(key), "text": .string(text)]
    try await put("de/texts", ["texts": [item]], at: host)
  }

  private func app(_ language: String, at host: RunningHost) async throws -> Reply {
    try await host.call("GET", "/v1/app", headers: ["Accept-Language": language])
  }

  @Test(.tags(.pl55, .pl57, .pl59, .sp6, .sp13, .sp176))
  func `is spoken by the app, by plugins and by messages once it is switched on, also after a restart`() async throws {
    let installation = try Installation()
    let german = ["Accept-Language": "de-AT,de;q=0.9,en;q=0.5"]
    try await RunningHost.run(installation, clock: Self.start) { host in
      try await put("de", [:], at: host)
      try await write("app", "signOut", "Abmelden", at: host)
      try await write("soccer-predictions", "title", "Fußballtipps", at: host)
      try await write("accounts", "accounts.phone-code.text", "{site}: Dein Code ist {code}.", at: host)
      #expect(try await app("de", at: host)["language"] == "en")
      try await put("de", ["isActive": true], at: host)
      let answer = try await app("de-AT,de;q=0.9", at: host)
      #expect(answer["language"] == "de")
      #expect(answer["languages"]?.array?.map { $0["name"]?.string } == ["English", "العربية", "Deutsch"])
      #expect(answer["languages"]?.array?.map { $0["direction"]?.string } == ["ltr", "rtl", "ltr"])
      #expect(answer["pages"]?.array?.contains { $0["title"] == "Fußballtipps" } == true)
      let texts = try await host.call("GET", "/v1/app/texts/app", headers: german)["texts"]
      #expect(texts?["signOut"] == "Abmelden" && texts?["signIn"] == "Sign in")
      // A screen of soccer has the new texts, and English where the table has none yet.
      let soccer = try await host.call("GET", "/v1/app/texts/soccer-predictions", headers: german)["texts"]
      #expect(soccer?["title"] == "Fußballtipps" && soccer?["favourites"] == "Favourites")
      // The sentences for problems come apart from the rest.
      let problems = try await host.call("GET", "/v1/app/texts/problems", headers: german)["texts"]?.object
      #expect(problems?.isEmpty == false && problems?.keys.allSatisfy { $0.hasPrefix("problem.") } == true)
      #expect(texts?.object?.keys.contains { $0.hasPrefix("problem.") } == false)
      try await host.call("POST", "/v1/auth/otp", body: ["phone": "+4915112345001"], headers: german)
      let message = try await host.message(to: "+4915112345001")
      #expect(message["text"]?.string?.contains("Dein Code ist") == true, "\(message)")
    }
    try await RunningHost.run(installation, clock: Self.start) { host in
      #expect(try await app("de", at: host)["language"] == "de")
      let texts = try await host.call("GET", "/v1/app/texts/app", headers: german)["texts"]
      #expect(texts?["signOut"] == "Abmelden")
    }
  }

  @Test(.tags(.pl59, .sp13))
  func `has the sentences for what a field refuses, the app's and those of games for fields of their own`() async throws
  {
    let installation = try Installation()
    try installation.folder.copy("\(Repository.root)/manifests/folf-scoring.json", to: "manifests/folf-scoring.json")
    try await RunningHost.run(installation, clock: Self.start) { host in
      func sentences(_ language: String) async throws -> JSON? {
        try await host.call("GET", "/v1/app/texts/problems", headers: ["Accept-Language": language])["texts"]
      }
      let code = "problem.folf-scoring/required.code"
      let arabic = try await sentences("ar")
      #expect(arabic?[code] == "رمز اللعبة مطلوب" && arabic?["problem.required"] == "هذا الحقل مطلوب.")
      #expect(arabic?["problem.too-long.exact"]?.string?.contains("{most}") == true)
      let ada = try await host.signIn("+4915112345003")
      let join = "/v1/folf-scoring/rounds/join"
      let missing = try await host.call("POST", join, as: ada.token, body: [:])["errors"]?[0]
      #expect(missing == ["pointer": "/code", "code": "required", "detail": "Game code is required"])
      let long = try await host.call(
        "PATCH", "/v1/me", as: ada.token, body: ["name": .string(String(repeating: "x", count: 51))])["errors"]?[0]
      #expect(long?["code"] == "too-long" && long?["values"] == ["found": 51, "most": 50], "\(long ?? .null)")
      try await put("de", ["isActive": true], at: host)
      try await write("folf-scoring", "problem.required.code", "Der Code fehlt.", at: host)
      try await write("app", "problem.too-long.exact", "{found} Zeichen sind zu viel, {most} gehen.", at: host)
      let german = try await sentences("de")
      #expect(german?[code] == "Der Code fehlt.")
      #expect(german?["problem.too-long.exact"] == "{found} Zeichen sind zu viel, {most} gehen.")
      #expect(german?["problem.required"] == "Please fill this in.", "English where the table has none yet")
    }
  }

  @Test(.tags(.pl59, .sp6)) func `is for operators to add`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.start) { host in
      let person = try await host.signIn("+4915112345002")
      for token in [nil, person.token] {
        for (method, path) in [
          ("GET", "languages"), ("PUT", "languages/de"), ("DELETE", "languages/de"), ("GET", "languages/de/texts"),
          ("PUT", "languages/de/texts"),
        ] {
          let body: JSON? = method == "PUT" ? [:] : nil
          let reply = try await host.call(method, "/v1/content/\(path)", as: token, body: body)
          #expect(reply.status == (token == nil ? 401 : 403), "\(method) \(path): \(reply.json)")
        }
      }
    }
  }

  @Test(.tags(.pl59, .pl81)) func `is known to a second host`() async throws {
    try await PostgreSQLDatabase.run { database in
      let environment = ["FIELDHOUSE_DATABASE": database.address]
      try await RunningHost.runFirst(try Installation(), clock: Self.start, environment: environment) { first in
        try await RunningHost.run(first.installation, clock: Self.start, environment: environment) { second in
          try await put("de", ["isActive": true], at: first)
          try await write("app", "signOut", "Abmelden", at: first)
          let texts: () async throws -> JSON? = {
            try await second.call("GET", "/v1/app/texts/app", headers: ["Accept-Language": "de"])["texts"]
          }
          for _ in 0..<500 where try await texts()?["signOut"] != "Abmelden" {
            try await Task.sleep(for: .milliseconds(20))
          }
          #expect(try await texts()?["signOut"] == "Abmelden")
        }
      }
    }
  }
}
