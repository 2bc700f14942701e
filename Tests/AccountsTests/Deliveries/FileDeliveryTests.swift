@testable import FieldhouseAccounts
import FieldhouseKit
import Foundation
import Testing

@Suite struct `Messages that are written into a file` {
  private static func recipients(_ world: World) async throws -> Set<String> {
    Set(try await world.deliveries().compactMap { $0["to"]?.string })
  }

  @Test func `are taken out after an hour when the address is nobody's any more`() async throws {
    var settings = AccountsSettings()
    settings.erasureGraceHours = 0
    try await World.with(settings: settings) { world in
      let (ada, bob, new) = ("+4915112345601", "+4915112345602", "+4915112345603")
      let leaver = try await world.signIn(phone: ada).token
      _ = try await world.signIn(phone: bob)
      #expect(try await world.call(.delete, "/me", token: leaver).status == 204)
      _ = try await world.deliveries()
      world.clock.advance(3_599)
      try await world.accounts.settle()
      #expect(try await Self.recipients(world) == [ada, bob])
      world.clock.advance(2)
      #expect(try await world.call(.post, "/auth/otp", ["phone": .string(new)]).status == 202)
      _ = try await world.deliveries()
      let file = world.folder.appending(path: "deliveries.jsonl")
      let handle = try FileHandle(forUpdating: file)
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(#"{"note": "somebody's own"}"#.utf8 + [10]))
      try handle.close()
      try await world.accounts.settle()
      #expect(try await Self.recipients(world) == [bob, new])
      #expect(try String(contentsOf: file, encoding: .utf8).contains("somebody's own"), "what is no message stays")
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
      #expect(mode == 0o600)
      _ = try await world.signIn(phone: bob)
    }
  }
}
