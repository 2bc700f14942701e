import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The export of a person` {
  @Test(.tags(.pl70, .pl93, .fs146), arguments: TestEngine.allCases)
  func `holds what accounts, inbox and every plugin keep, and nothing of anybody else`(on engine: TestEngine)
    async throws
  {
    try await DiaryHost.at(engine) { place in
      try await place.run { (host) async throws in
        let (ann, bob) = (try await host.signIn("+4915112340001"), try await host.signIn("+4915112340002"))
        try await host.call("PATCH", "/v1/me", as: bob.token, body: ["name": "Bob Baker"])
        try await host.write("p1", "words of ann", as: ann, for: [bob])
        try await host.write("p2", "secrets of bob", as: bob)
        try await host.write("p3", "for ann", as: bob, in: ["diary"], for: [ann])
        try await eventually { try await host.get("/v1/me/notifications", as: ann).items.count == 1 }
        let export = try await host.get("/v1/me/export", as: ann).json
        #expect(export["identifiers"]?[0]?["value"] == "4915112340001")
        #expect(export["incomplete"] == [])
        try Self.isRecorded(export)
        // Who came with a number has given nothing else.
        for field in ["fullName", "dateOfBirth", "gender", "country", "bio", "email"] {
          #expect(export["profile"]?[field]?.isNull != false, "\(field)")
        }
        #expect(export["body"] == [] && export["following"] == [])
        #expect(export["notifications"]?["items"]?.array?.count == 1)
        #expect(export["notifications"]?["settings"] == ["enabled": true, "kindsOff": []])
        #expect(
          Set(export["plugins"]?.object?.map(\.key) ?? []) == ["diary", "gossip", "soccer-predictions"])
        for plugin in DiaryHost.plugins {
          let part = export["plugins"]?[plugin]
          #expect(part?["data"] == [["page": "p1", "text": "words of ann"]])
          #expect(part?["grants"] == [["role": "keeper", "scope": "page/p1"]])
          let scores = part?["boards"]?.array ?? []
          #expect(scores.map { $0["board"]?.string } == ["longest", "words"])
          #expect(scores[0]["score"] == 3 && scores[0]["details"] == ["last": "words of ann"])
        }
        let groups: JSON = [
          "memberships": [], "sharesContact": [], "requests": [], "invitations": [], "links": [],
          "joinedThroughLinks": [], "bans": [], "responsibleFor": [], "messages": [], "mentions": [], "read": [],
        ]
        let feeds: JSON = ["posts": [], "comments": [], "earlier": [], "likes": []]
        #expect(
          export["plugins"]?["soccer-predictions"] == [
            "data": .null, "grants": [], "boards": [], "reminders": [], "groups": groups, "feeds": feeds,
            "moderation": ["reports": [], "reported": [], "decisions": []],
          ])
        for foreign in ["secrets of bob", "4915112340002"] {
          #expect(!export.serialized().contains(foreign), "\(foreign)")
        }
      }
    }
  }

  /// The record of processing names each part of an export, and no other, with purpose, basis, readers and duration.
  private static func isRecorded(_ export: JSON) throws {
    let record = try #require(SourceFiles.text("Core/Design/privacy.md"))
    let rows = record.matches(
      of: /(?m)^\| `([A-Za-z.]+)` \| [^|]{8,} \| (?:contract|consent|interest) \|(?: [^|]{4,} \|){2}$/)
    let plugins = export["plugins"]?.object?.map(\.value) ?? []
    let parts = plugins.flatMap { $0.object?.map { "plugins.\($0.key)" } ?? [] }
    let kept = Set(export.object?.map(\.key) ?? []).subtracting(["plugins", "incomplete"]).union(parts)
    #expect(kept.count > 20)
    #expect(Set(rows.map { String($0.1) }) == kept)
  }

  @Test func `says which plugins could not be asked, and holds what the others keep`() async throws {
    try await DiaryHost.at(.sqlite) { place in
      let ann = try await place.run { (host) async throws in
        let ann = try await host.guest()
        try await host.write("p1", "words of ann", as: ann)
        try await host.trouble("PUT", "mute", of: "diary")
        let export = try await host.get("/v1/me/export", as: ann).json
        let reason = "The plugin could not tell what it keeps. Ask again later."
        #expect(export["incomplete"] == [["plugin": "diary", "reason": .string(reason)]])
        #expect(export["plugins"]?["diary"]?["data"] == .null)
        #expect(export["plugins"]?["diary"]?["grants"]?.array?.count == 1)
        #expect(export["plugins"]?["gossip"]?["data"]?.array?.count == 1)
        try await host.trouble("DELETE", "mute", of: "diary")
        return ann
      }
      try DiaryHost.set("gossip", isOn: false, in: place.installation)
      try await place.run { (host) async throws in
        let export = try await host.get("/v1/me/export", as: ann).json
        #expect(export["incomplete"] == [["plugin": "gossip", "reason": "The plugin is switched off."]])
        #expect(export["plugins"]?["diary"]?["data"]?.array?.count == 1)
      }
    }
  }
}

@Suite struct `A guest who signs in to an account that is there` {
  @Test(arguments: TestEngine.allCases)
  func `keeps scores, roles, notifications and what plugins keep`(on engine: TestEngine) async throws {
    try await DiaryHost.at(engine) { place in
      try await place.run { (host) async throws in
        let (ann, bob) = (try await host.signIn("+4915112340001"), try await host.signIn("+4915112340002"))
        let guest = try await host.guest()
        try await host.write("p1", "one two three", as: guest)
        try await host.write("p2", "one two", as: ann)
        try await host.write("p3", "for you", as: bob, in: ["diary"], for: [guest])
        try await eventually { try await host.get("/v1/me/notifications", as: guest).items.count == 1 }
        let again = try await host.signIn(guest, to: "+4915112340001")
        #expect(again.id == ann.id)
        #expect(try await host.get("/v1/me", as: guest).status == 401)
        for plugin in DiaryHost.plugins {
          try await eventually {
            try await host.lines("pages", of: plugin).filter { $0.hasSuffix("\(ann.id): one two three") }.count == 1
          }
          try await eventually { try await host.score(of: again, on: "longest", of: plugin) == 3 }
          #expect(try await host.score(of: guest, on: "longest", of: plugin) == nil)
        }
        try await eventually { try await host.get("/v1/me/notifications", as: again).items.count == 1 }
        let export = try await host.get("/v1/me/export", as: again).json
        #expect(export["plugins"]?["gossip"]?["grants"]?.array?.count == 2)
        // What was still on its way to the guest reaches the account.
        try await host.write("p4", "late", as: bob, in: ["diary"], for: [guest])
        try await eventually { try await host.get("/v1/me/notifications", as: again).items.count == 2 }
      }
    }
  }
}
