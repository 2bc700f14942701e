import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The store of logos` {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let webp: [UInt8] = Array("RIFF....WEBPVP8 ".utf8)

  private func logo(_ number: UInt8) throws -> Logo { try #require(Logo(Self.png + [number])) }

  private func give(_ logo: Logo?, to owner: LogoOwner, _ world: SoccerWorld) async throws {
    try await world.storage.write { try await LogoStore.give(logo, to: owner, in: $0) }
  }

  private func given(_ world: SoccerWorld) async throws -> [LogoOwner: String] {
    try await world.storage.read { try await LogoStore.given(in: $0) }
  }

  private func kept(_ logo: Logo, _ world: SoccerWorld) async throws -> Logo? {
    try await world.storage.read { try await LogoStore.logo(logo.id, in: $0) }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `gives back each byte and the type, and keeps a picture once, until the last one who has it`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let jpeg = try #require(Logo([0xFF, 0xD8, 0xFF] + Array(0...255)))
      let all = [jpeg, try #require(Logo(Self.webp + [0, 0, 0])), try logo(9)]
      for logo in all + all {
        let id = try await world.storage.write { try await LogoStore.keep(logo, in: $0) }
        #expect(id == logo.id)
      }
      for logo in all { #expect(try await kept(logo, world) == logo) }
      let count = try await world.storage.read { transaction in
        try await transaction.first("select count(*) as n from logos").map { try $0["n"] as Int }
      }
      #expect(count == 3 && all.map(\.type) == ["image/jpeg", "image/webp", "image/png"])

      let (one, two) = (try logo(1), try logo(2))
      #expect(try await kept(one, world) == nil)
      // A team and a league of the same id are two.
      let owners = [LogoOwner.league("x"), .team("x")]
      for owner in owners { try await give(one, to: owner, world) }
      #expect(try await given(world) == [owners[0]: one.id, owners[1]: one.id])
      try await give(two, to: owners[0], world)
      #expect(try await kept(one, world) != nil)
      try await give(one, to: owners[1], world)
      #expect(try await kept(one, world) != nil, "the same one again")
      try await give(nil, to: owners[1], world)
      #expect(try await kept(one, world) == nil)
      #expect(try await kept(two, world) == two)
      for _ in 1...2 { try await give(nil, to: owners[0], world) }
      #expect(try await given(world).isEmpty)
      #expect(try await kept(two, world) == nil)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `keeps what a provider has, too, and moves what is given to who has none`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (logo, now) = (try logo(9), world.now)
      let ledger = FeedLedger(storage: world.storage)
      _ = try await ledger.keep(["logo x": logo.id], asked: "logo x", of: "logos crests.example", at: now) {
        _ = try await LogoStore.keep(logo, in: $0)
      }
      try await give(logo, to: .team("x"), world)
      try await give(nil, to: .team("x"), world)
      #expect(try await kept(logo, world) == logo)

      let (one, two) = (try self.logo(1), try self.logo(2))
      let (here, there) = (LogoOwner.team("here"), LogoOwner.team("there"))
      func move(_ owner: LogoOwner, to other: LogoOwner) async throws -> Bool {
        try await world.storage.write { try await LogoStore.move(owner, to: other, in: $0) }
      }
      #expect(try await !move(here, to: there), "there is none")
      try await give(one, to: here, world)
      #expect(try await !move(here, to: here))
      #expect(try await move(here, to: there))
      #expect(try await given(world) == [there: one.id])
      try await give(two, to: here, world)
      #expect(try await move(here, to: there))
      #expect(try await given(world) == [there: one.id], "it keeps its own")
      #expect(try await kept(one, world) == one)
      #expect(try await kept(two, world) == nil)
    }
  }

  /// The first bytes of the types: WHATWG MIME Sniffing § 6.1.
  @Test(
    arguments: [
      (png, "image/png"), ([0xFF, 0xD8, 0xFF], "image/jpeg"), (webp, "image/webp"), ([], nil),
      (Array(png.dropLast()), nil), ([0xFF, 0xD8], nil), ([0] + png, nil), (Array("RIFF....WAVEfmt ".utf8), nil),
      (Array("RIFF....WEBP".utf8), nil), (Array("GIF89a".utf8), nil), (Array("<svg xmlns=\"\"/>".utf8), nil),
      (Array("<!DOCTYPE html>".utf8), nil),
    ] as [([UInt8], String?)])
  func `takes pictures by their first bytes`(bytes: [UInt8], type: String?) {
    #expect(Logo(bytes)?.type == type)
  }

  @Test func `takes none that is larger than may be, by a byte`() {
    let full = Self.png + Array(repeating: 0, count: 100_000 - Self.png.count)
    #expect(Logo(full) != nil && Logo(full + [0]) == nil)
    #expect(Logo(full, most: Logo.mostGiven) == nil)
    #expect(Logo(Array(full.prefix(30_000)), most: Logo.mostGiven) != nil)
    #expect(Logo(Array(full.prefix(30_001)), most: Logo.mostGiven) == nil)
  }
}
