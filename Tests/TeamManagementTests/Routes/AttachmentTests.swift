import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import TeamManagement

@Suite struct `The files of an event` {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
  private static let pdf = Array("%PDF-1.7 The way to the ground.".utf8)

  @Test(arguments: TestHost.Engine.available)
  func `are put there by who changes the event, opened by who sees it, and go with it`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let team = try await world.team(of: ada, bob)
      let event = try await world.event(team, by: ada)
      let path = world.path(team, "/events/\(event)")
      #expect(try await host.get(path, as: bob)["files"] == [])
      #expect(
        try await host.upload("\(path)/files/Way%20%231.pdf", Self.pdf, type: "application/pdf", as: bob).status == 403)
      #expect(
        try await host.upload("\(path)/files/Way%20%231.pdf", Self.pdf, type: "application/pdf", as: ada).status == 204)
      #expect(try await host.upload("\(path)/files/map", Self.png, type: "image/png", as: ada).status == 204)
      let files = try #require(try await host.get(path, as: bob)["files"]?.array)
      #expect(files.map { $0["name"]?.string } == ["Way #1.pdf", "map"])
      #expect(files[0]["size"] == .integer(Int64(Self.pdf.count)) && files[1]["type"] == "image/png")
      let file = try await host.get("\(path)/files/Way%20%231.pdf", as: bob)
      #expect(
        file.status == 200 && Array(file.text.utf8) == Self.pdf && file.headers["content-type"] == "application/pdf")
      #expect(file.headers["content-disposition"] == "attachment", "a document is saved, not opened")
      #expect(try await host.get("\(path)/files/map", as: bob).headers["content-disposition"] == "inline")
      #expect(try await host.get("\(path)/files/map", as: eve).problem == "404 not-found", "who is not on the team")
      #expect(try await host.get("\(path)/files/other", as: bob).problem == "404 attachment-unknown")
      #expect(try await host.delete("\(path)/files/map", as: bob).status == 403)
      #expect(try await host.delete("\(path)/files/map", as: ada).status == 204)
      #expect(try await host.delete("\(path)/files/map", as: ada).problem == "404 attachment-unknown")
      #expect(
        try await host.export(of: ada)["plugins"]?["team-management"]?["data"]?["files"]?[0]?["name"] == "Way #1.pdf")
      let log = try await host.get(world.path(team, "/log"), as: bob).items
      #expect(log.count { $0["kind"] == "files-changed" } == 3)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `are five small pictures or documents at most`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let team = try await world.team(of: ada)
      let event = try await world.event(team, by: ada)
      let path = world.path(team, "/events/\(event)/files")
      func put(_ name: String, _ bytes: [UInt8] = Self.pdf, _ type: String = "application/pdf") async throws
        -> TestReply
      {
        try await host.upload("\(path)/\(name)", bytes, type: type, as: ada)
      }
      let largest = Self.pdf + [UInt8](repeating: 32, count: AttachmentStore.largest - Self.pdf.count)
      #expect(try await put("0", largest).status == 204)
      #expect(try await host.get("\(path)/0", as: ada).body == largest)
      #expect(try await put("1", largest + [32]).status == 413)
      #expect(try await put("1", Self.pdf, "text/html").status == 415)
      let unfit = try await put("1", Self.pdf, "image/png")
      #expect(unfit.problem == "415 attachment-unfit")
      #expect(unfit["detail"] == "Choose a picture (JPEG, PNG) or a document (PDF).")
      #expect(try await put(String(repeating: "n", count: 101)).status == 422)
      #expect(try await put(String(repeating: "n", count: 100)).status == 204)
      for name in 1...3 { #expect(try await put("\(name)").status == 204) }
      let full = try await put("4")
      #expect(full.problem == "409 attachments-full")
      #expect(full["detail"] == "An event has at most 5 files, a team 200. Remove one first.")
      #expect(try await put("3", Self.png, "image/png").status == 204, "instead of the one of the same name")
      #expect(try await host.get("\(path)/3", as: ada).body == Self.png)
      #expect(try await host.put(world.group(team, "/archive"), as: ada).status == 200)
      #expect(try await put("3").problem == "409 team-archived")
      #expect(try await host.delete("\(path)/3", as: ada).problem == "409 team-archived")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `are hidden from the too young, stay without their giver, and are gone with a date of a series`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, kid) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Kid"))
      let team = try await world.team(of: ada, bob, kid)
      try await world.give("calendar-editor", to: bob, in: team, by: ada)
      #expect(try await host.patch("/v1/me", ["dateOfBirth": "2010-01-01"], as: kid).status == 200)
      let night = try await world.event(team, by: ada, ["hasAlcohol": true])
      let way = world.path(team, "/events/\(night)/files/way")
      #expect(try await host.upload(way, Self.pdf, type: "application/pdf", as: bob).status == 204)
      #expect(try await host.get(way, as: kid).problem == "404 event-unknown")
      let first = try await world.event(team, by: ada, ["repeats": "FREQ=WEEKLY;COUNT=3"])
      let last = try #require(try await world.list(team, as: ada).last?["id"]?.string)
      let form = world.path(team, "/events/\(last)/files/form")
      #expect(try await host.upload(form, Self.pdf, type: "application/pdf", as: ada).status == 204)
      try await host.leave(bob)
      try await host.settled()
      #expect(try await host.get(way, as: ada).status == 200)
      let shorter: JSONObject = ["reach": "following", "repeats": "FREQ=WEEKLY;COUNT=2"]
      let change = try await host.put(world.path(team, "/events/\(first)"), TeamWorld.plan(shorter), as: ada)
      #expect(change.status == 200, "\(change.text)")
      #expect(try await host.get(form, as: ada).problem == "404 event-unknown")
      let kept = try await host.services.storage.read { transaction in
        try await transaction.query("select event, added_by from attachments").map {
          (try $0["event"] as String, try $0["added_by"] as String?)
        }
      }
      #expect(kept.map(\.0) == [night] && kept[0].1 == nil)
    }
  }
}
