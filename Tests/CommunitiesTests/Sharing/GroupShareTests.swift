import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What a link to a group shows to those who have not opened it` {
  private static let web = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Core/Web")
    .standardized.path
  private static let settings: JSONObject = [
    "web": .string(web), "publicUrl": "https://play.example", "siteName": "Ulm \"&\" <Sons>",
  ]
  private static let invited = "You are invited"
  private static let host = "Play, follow and meet with your club."

  private func run(
    on engine: TestHost.Engine, _ more: JSONObject = [:], _ body: (ClubWorld) async throws -> Void
  ) async throws {
    let settings = more.reduce(into: Self.settings) { all, entry in all[entry.key] = entry.value }
    try await ClubWorld.run(on: engine, settings: settings, body)
  }

  private func link(_ group: TestGroup, by person: TestPerson, _ world: ClubWorld, _ more: JSONObject = [:])
    async throws
    -> String
  {
    let reply = try await world.host.post("\(group.path)/links", .object(more), as: person)
    let address = try #require(reply["link"]?.string)
    #expect(address.hasPrefix("https://play.example/join/"))
    return String(address.dropFirst("https://play.example".count))
  }

  @Test(.tags(.pl42), arguments: TestHost.Engine.allCases)
  func `is the name of one that strangers may see, with a picture`(on engine: TestHost.Engine) async throws {
    try await run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "\"><img src=x onerror=a>", by: ada, ["about": "Secret words"])
      try await world.join(club, as: bob)
      let path = try await link(club, by: ada, world)
      let page = try await world.host.get("\(path)?language=en")
      #expect(page.status == 200)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(!page.text.contains("<img src=x"))
      #expect(!page.text.contains("Secret") && !page.text.contains("Ada"))
      let tags = ShareTagList(page.text)
      #expect(tags["og:title"] == "&quot;&gt;&lt;img src=x onerror=a&gt;")
      #expect(tags["og:description"] == "Club · You are invited · Members: 2")
      #expect(tags["og:site_name"] == "Ulm &quot;&amp;&quot; &lt;Sons&gt;")
      #expect(tags["og:type"] == "website")
      #expect(tags["og:url"] == "https://play.example\(path)?language=en")
      #expect(tags["og:locale"] == "en_US")
      #expect(tags["og:image:width"] == "1200")
      #expect(tags["og:image:height"] == "630")
      #expect(tags["og:image:type"] == "image/png")
      #expect(tags["twitter:card"] == "summary_large_image")
      let image = try #require(tags.image)
      #expect(image.hasPrefix("https://play.example/v1/shares/picture?page=%2Fjoin%2F"))
      let picture = try await world.host.get(String(image.dropFirst("https://play.example".count)))
      #expect(picture.status == 200)
      #expect(picture.headers["content-type"] == "image/png")
      #expect(picture.headers["cache-control"] == "public, max-age=300")
      #expect(picture.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      let tag = try #require(picture.headers["etag"])
      let again = try await world.host.get(
        "/v1/shares/picture?page=\(path)&language=en", headers: ["if-none-match": tag])
      #expect(again.status == 304)
      let accented = try await world.found("club", "\"\u{301}onload=x <\u{301}b &", by: ada)
      let odd = try await world.host.get("/groups/clubs/\(accented.id)")
      #expect(ShareTagList(odd.text)["og:title"] == "&quot;\u{301}onload=x &lt;\u{301}b &amp;")
      let open = try await world.host.get("/groups/clubs/\(club.id)")
      #expect(ShareTagList(open.text)["og:description"] == "Club · Members: 2")
      #expect(ShareTagList(open.text)["og:url"] == "https://play.example/groups/clubs/\(club.id)")
    }
  }

  @Test(.tags(.pl42), arguments: TestHost.Engine.allCases)
  func `is the host's name and an invitation for a private one, a wrong link and one that has ended`(
    on engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let round = try await world.found("round", "Ours", by: ada)
      let club = try await world.found("club", "Lions", by: ada)
      let (hidden, single) = (
        try await link(round, by: ada, world), try await link(club, by: ada, world, ["places": 1])
      )
      #expect(try await world.host.post("/v1/group-links/clubs/\(single.dropFirst(6))", as: bob).status == 201)
      let code = try #require(try await world.host.put("\(round.path)/code", as: ada)["code"]?.string)
      var seen: Set<[String]> = []
      for path in [hidden, single, "/join/nothing", "/join/\(code)", "/invitation?token=abc"] {
        for person in [nil, ada, bob] {
          let tags = ShareTagList(try await world.host.get(path, as: person).text)
          seen.insert([tags["og:title"] ?? "", tags["og:description"] ?? "", tags["og:image:alt"] ?? ""])
        }
      }
      #expect(seen == [["Ulm &quot;&amp;&quot; &lt;Sons&gt;", Self.invited, "Ulm &quot;&amp;&quot; &lt;Sons&gt;"]])
      let pictures = try await [hidden, "/join/nothing", "/invitation"].asyncMap {
        try await world.host.get("/v1/shares/picture?page=\($0)", as: ada).body
      }
      #expect(Set(pictures).count == 1)
    }
  }

  @Test(.tags(.pl42), arguments: TestHost.Engine.allCases)
  func `tells a page of a private group from one of none in nothing, whoever asks`(on engine: TestHost.Engine)
    async throws
  {
    try await run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let round = try await world.found("round", "Ours", by: ada)
      let club = try await world.found("club", "Lions", by: ada)
      let link = try await link(club, by: ada, world)
      func told(_ path: String, _ person: TestPerson?) async throws -> [String?] {
        let tags = ShareTagList(try await world.host.get(path, as: person).text)
        let version = tags.image?.split(separator: "=").last.map { String($0) }
        return [tags["og:title"], tags["og:description"], version]
      }
      let none = try await told("/groups/clubs/nothing", nil)
      #expect(none[1] == Self.host)
      for person in [nil, ada, bob] { #expect(try await told("/groups/clubs/\(round.id)", person) == none) }
      #expect(try await told("/groups/clubs/\(club.id)", nil)[0] == "Lions")
      // Who is kept out sees no more in it than everybody does, and everybody no more once it is archived or hidden.
      #expect(try await world.host.put("\(club.path)/bans/\(bob.id)", as: ada).status == 204)
      #expect(try await told("/groups/clubs/\(club.id)", bob) == told("/groups/clubs/\(club.id)", nil))
      #expect(try await world.host.patch(club.path, ["visibility": "private"], as: ada).status == 200)
      #expect(try await told("/groups/clubs/\(club.id)", ada) == none)
      #expect(try await told(link, nil)[1] == Self.invited)
      #expect(try await world.host.patch(club.path, ["visibility": "public"], as: ada).status == 200)
      #expect(try await told(link, nil)[0] == "Lions")
      #expect(try await world.host.put("\(club.path)/archive", as: ada).status == 200)
      #expect(try await told("/groups/clubs/\(club.id)", nil) == none)
      #expect(try await told(link, nil)[1] == Self.invited)
    }
  }

  @Test(.tags(.pl42), arguments: TestHost.Engine.allCases)
  func `is in the language of who shared it, else of who asks`(on engine: TestHost.Engine) async throws {
    try await run(on: engine) { world in
      let ada = try await world.host.person("Ada")
      let club = try await world.found("club", "أسود", by: ada)
      let path = "/groups/clubs/\(club.id)"
      let arabic = ShareTagList(
        try await world.host.get("\(path)?language=ar", headers: ["accept-language": "en"]).text)
      #expect(arabic["og:description"] == "Club · الأعضاء: 1")
      #expect(arabic["og:locale"]?.hasPrefix("ar_") == true)
      #expect(arabic["og:title"] == "أسود")
      let asked = ShareTagList(try await world.host.get(path, headers: ["accept-language": "ar"]).text)
      #expect(asked["og:description"] == arabic["og:description"])
      #expect(asked["og:url"] == "https://play.example\(path)")
      let other = ShareTagList(try await world.host.get("\(path)?language=%22%3E%3Cb%3E").text)
      #expect(other["og:description"] == "Club · Members: 1")
      let english = try await world.host.get("/v1/shares/picture?page=\(path)&language=en")
      let mirrored = try await world.host.get("/v1/shares/picture?page=\(path)&language=ar")
      #expect(english.body != mirrored.body)
    }
  }

  @Test(.tags(.pl42), arguments: TestHost.Engine.allCases)
  func `tells no more to who tries many links, and draws no more for who asks for many`(on engine: TestHost.Engine)
    async throws
  {
    let few: JSONObject = ["limitGroupGuessesPerAddress": "3/60", "limitCardsPerAddress": "3/60"]
    try await run(on: engine, few) { world in
      let ada = try await world.host.person("Ada")
      let club = try await world.found("club", "Lions", by: ada)
      let path = try await link(club, by: ada, world)
      for _ in 0..<5 { #expect(ShareTagList(try await world.host.get(path).text)["og:title"] == "Lions") }
      for number in 0..<3 { #expect(try await world.host.get("/join/guess\(number)").status == 200) }
      let refused = try await world.host.get(path)
      #expect(refused.status == 200)
      #expect(ShareTagList(refused.text)["og:description"] == Self.invited)
      try await world.host.clock.advance(by: .seconds(3_600))
      #expect(ShareTagList(try await world.host.get(path).text)["og:title"] == "Lions")
      let root = "/v1/shares/picture?page="
      for page in ["/groups/clubs/\(club.id)", "/groups/clubs/none", "/invitation"] {
        #expect(try await world.host.get(root + page).status == 200)
      }
      #expect(try await world.host.get(root + path).problem == "429 too-many-attempts")
      #expect(try await world.host.get("\(root)/groups/clubs/\(club.id)").status == 200)
      try await world.host.clock.advance(by: .seconds(60))
      #expect(try await world.host.get(root + path).status == 200)
    }
  }

  @Test(.tags(.pl42)) func `is nothing for pages that nobody shares, and for addresses that are none`() async throws {
    try await run(on: .sqlite) { world in
      for page in [
        "/", "/groups", "/groups/clubs", "/groups/nowhere/x", "/groups/clubs/x/chat", "/join", "/join/a/b",
        "/account", "/console", "x",
      ] {
        let reply = try await world.host.get("/v1/shares/picture?page=\(page)")
        #expect(reply.problem == "404 share-unknown", "\(page)")
        let opened = try await world.host.get(page.hasPrefix("/") ? page : "/\(page)", headers: ["accept": "text/html"])
        #expect(!opened.text.contains("og:"), "\(page)")
      }
      #expect(try await world.host.get("/v1/shares/picture").pointers == ["/page"])
      #expect(try await world.host.get("/v1/shares/picture?page=\(String(repeating: "a", count: 1_001))").status == 422)
      #expect(try await world.host.get("/v1/shares/picture?page=/invitation&colour=red").status == 422)
    }
  }
}

/// The tags in the head of a page.
struct ShareTagList {
  private let tags: [String: String]

  init(_ page: String) {
    let tag = /<meta (?:property|name)="(?<name>[a-z:_]+)" content="(?<content>[^"<>]*)">/
    let head = page.components(separatedBy: "</head>")[0]
    tags = Dictionary(
      head.matches(of: tag).map { (String($0.name), String($0.content)) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(name: String) -> String? { tags[name] }

  /// The address of the picture.
  var image: String? { tags["og:image"]?.replacing("&amp;", with: "&") }
}

extension Array {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
