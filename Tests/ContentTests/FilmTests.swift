import FieldhouseContent
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A film that operators upload` {
  private static let part = 2 << 20
  /// Two parts and a bit, as an MP4 begins.
  private static let film: [UInt8] =
    [0, 0, 0, 24] + Array("ftypisom".utf8) + (0..<(2 * part + 100 - 12)).map { UInt8(truncatingIfNeeded: $0 / 7) }

  private func begin(
    _ world: ContentWorld, _ bytes: Int = film.count, _ type: String = "video/mp4"
  ) async throws -> JSON {
    try await world.call(
      .post, "/films", ["bytes": .integer(Int64(bytes)), "type": .string(type)], as: "operator")
  }

  private func upload(_ world: ContentWorld) async throws -> (id: String, address: String) {
    let id = try #require(try await begin(world)["film"]?.string)
    var last: JSON = .null
    for part in 0...2 {
      last = try await world.send(Array(Self.film.dropFirst(part * Self.part).prefix(Self.part)), as: part, of: id)
      #expect(last["received"]?.int == part + 1 && last["parts"] == 3)
    }
    return (id, try #require(last["address"]?.string))
  }

  private func publish(
    _ world: ContentWorld, _ video: String?, _ page: String = "first-steps", in language: String = "en"
  ) async throws -> JSON {
    var body: JSONObject = [
      "language": .string(language), "section": "tutorials", "title": "First steps", "text": "Look.",
    ]
    body["video"] = video.map { .string($0) }
    return try await world.call(.put, "/pages/\(page)", .object(body), as: "operator")
  }

  @Test(.tags(.pl61, .sp180), arguments: TestEngine.allCases)
  func `comes in parts, is shown with its page, and goes with it`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      let (id, address) = try await upload(world)
      #expect(address == "/v1/content/films/\(id)")
      #expect(world.reel.whole[id] == Self.film)
      #expect(try await world.content.shownFilm(id) == nil, "No page shows it yet.")
      #expect(try await publish(world, address)["video"]?.string == address)
      #expect(try await world.call(.get, "/pages/first-steps")["video"]?.string == address)
      let shown = try #require(try await world.content.shownFilm(id))
      #expect(shown == ("video/mp4", Self.film.count))
      // It is the film of a second page, too, and stays until the last of both has gone.
      _ = try await publish(world, address, "more", in: "ar")
      _ = try await publish(world, nil)
      #expect(world.reel.count == 1)
      #expect(try await world.call(.get, "/pages/first-steps/versions/1")["video"]?.string == address)
      try await world.call(.delete, "/pages/more/languages/ar", as: "operator")
      #expect(world.reel.count == 0)
      #expect(try await world.content.shownFilm(id) == nil)
      #expect(try await world.call(.get, "/pages/first-steps/versions/1")["video"] == nil)
      let again = await problem { _ = try await publish(world, address) }
      #expect(again?.status == 422 && again?.errors.map(\.code) == ["film-unknown"])
      let (_, other) = try await upload(world)
      _ = try await publish(world, other)
      try await world.call(.delete, "/pages/first-steps", as: "operator")
      #expect(world.reel.count == 0)
    }
  }

  @Test(.tags(.pl61, .sp180), arguments: TestEngine.allCases)
  func `is a film that is not too large, in parts that follow one another`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      #expect(await problem { _ = try await begin(world, (5 << 20) + 1) }?.code == "film-too-large")
      #expect(try await begin(world, 5 << 20)["parts"] == 3)
      for (bytes, type) in [(0, "video/mp4"), (-1, "video/mp4"), (100, "image/png"), (100, "video/quicktime")] {
        #expect(await problem { _ = try await begin(world, bytes, type) }?.status == 422, "\(bytes) \(type)")
      }
      let id = try #require(try await begin(world)["film"]?.string)
      let (first, rest) = (Array(Self.film.prefix(Self.part)), Array(Self.film.suffix(100)))
      #expect(
        await problem { try await world.send(Array(Self.film[Self.part..<2 * Self.part]), as: 1, of: id) }?.code
          == "film-part-missing")
      #expect(
        await problem { try await world.send(Array(first.dropLast()), as: 0, of: id) }?.code == "film-part-length")
      #expect(
        await problem { try await world.send(Array(first.dropFirst()) + [0], as: 0, of: id) }?.code == "film-type")
      #expect(world.reel.count == 0)
      try await world.send(first, as: 0, of: id)
      // What is sent once more after a lost answer is there once.
      #expect(try await world.send(first, as: 0, of: id)["received"] == 1)
      #expect(try await world.send(Array(Self.film[Self.part..<2 * Self.part]), as: 1, of: id)["address"] == nil)
      let early = await problem { _ = try await publish(world, "/v1/content/films/\(id)") }
      #expect(early?.errors.map(\.code) == ["film-unknown"])
      #expect(await problem { try await world.send(first, as: 2, of: id) }?.code == "film-part-length")
      try await world.send(rest, as: 2, of: id)
      #expect(await problem { try await world.send(rest, as: 3, of: id) }?.code == "film-part-missing")
      #expect(world.reel.whole[id] == Self.film)
      let nobody = String(repeating: "0", count: 64)
      #expect(await problem { try await world.send(first, as: 0, of: nobody) }?.code == "film-unknown")
      let webm: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x93, 0x42, 0x82, 0x84] + Array("webm".utf8)
      for (bytes, isFilm) in [(webm, true), ([0x1A, 0x45, 0xDF, 0xA3] + Array("matroska".utf8), false)] {
        let id = try #require(try await begin(world, bytes.count, "video/webm")["film"]?.string)
        #expect((await problem { try await world.send(bytes, as: 0, of: id) } == nil) == isFilm)
      }
    }
  }

  @Test(.tags(.pl61, .sp180), arguments: TestEngine.allCases)
  func `goes a day later where no page has shown it, whole or not`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      let (_, address) = try await upload(world)
      let half = try #require(try await begin(world)["film"]?.string)
      try await world.send(Array(Self.film.prefix(Self.part)), as: 0, of: half)
      world.clock.advance(86_399)
      _ = try await begin(world)
      #expect(world.reel.count == 2)
      world.clock.advance(1)
      _ = try await begin(world)
      #expect(world.reel.count == 0)
      #expect(await problem { _ = try await publish(world, address) }?.errors.map(\.code) == ["film-unknown"])
      #expect(await problem { try await world.send([1], as: 1, of: half) }?.code == "film-unknown")
    }
  }
}
