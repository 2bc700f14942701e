import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseHTTP

@Suite struct `A film` {
  private static let id = String(repeating: "ab", count: 32)
  private static let path = FilmFiles.address(of: id)
  private static let bytes = (0..<(ByteRange.longest + 700_000)).map { UInt8(truncatingIfNeeded: $0 / 3) }

  private func world(_ test: @escaping @Sendable (ResponderWorld) async throws -> Void) async throws {
    try await ResponderWorld.with(
      {
        $0.films = FilmFiles { id in
          guard id == Self.id else { return nil }
          // A disk gives fewer bytes than were asked for.
          return FilmFiles.Film(contentType: "video/webm", size: Self.bytes.count) { from, count in
            Array(Self.bytes[from..<min(from + min(count, 100_000), Self.bytes.count)])
          }
        }
      }, test: test)
  }

  @Test(.tags(.sp180)) func `comes whole to who asks for no part, and says that it has parts`() async throws {
    try await world { world async throws in
      let reply = try await world.ask("GET \(Self.path)")
      #expect(reply.status == 200 && reply.body == Self.bytes)
      #expect(reply.headers["content-type"] == "video/webm" && reply.headers["accept-ranges"] == "bytes")
      #expect(reply.headers["content-length"] == "\(Self.bytes.count)")
      #expect(reply.headers["cache-control"] == "public, max-age=3600")
      #expect(reply.headers["content-security-policy"] == "default-src 'none'; sandbox")
      let head = try await world.ask("HEAD \(Self.path)", ["Range: bytes=0-9"])
      #expect(head.status == 200 && head.headers["content-length"] == "\(Self.bytes.count)" && head.body.isEmpty)
      let tag = try #require(reply.headers["etag"])
      #expect(try await world.ask("GET \(Self.path)", ["If-None-Match: \(tag)"]).status == 304)
    }
  }

  @Test(.tags(.sp180)) func `comes in the part that is asked for, 4 MiB of it at most`() async throws {
    try await world { world async throws in
      let size = Self.bytes.count
      for (asked, range) in [
        ("0-0", 0..<1), ("10-19", 10..<20), ("\(size - 5)-", size - 5..<size),
        ("\(size - 5)-\(size + 99)", size - 5..<size),
        ("-7", size - 7..<size), ("0-", 0..<ByteRange.longest), ("-\(size * 2)", 0..<ByteRange.longest),
        ("5-99999999999999999999", 5..<5 + ByteRange.longest),
      ] {
        let reply = try await world.ask("GET \(Self.path)", ["Range: bytes=\(asked)"])
        #expect(reply.status == 206 && reply.body == Array(Self.bytes[range]), "\(asked)")
        #expect(
          reply.headers["content-range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)", "\(asked)")
        #expect(reply.headers["content-type"] == "video/webm", "\(asked)")
      }
      for asked in ["\(size)-", "\(size + 1)-\(size + 2)", "-0"] {
        let reply = try await world.ask("GET \(Self.path)", ["Range: bytes=\(asked)"])
        #expect(reply.status == 416 && reply.code == "range-unsatisfiable", "\(asked)")
        #expect(reply.headers["content-range"] == "bytes */\(size)", "\(asked)")
      }
    }
  }

  @Test(
    .tags(.sp180),
    arguments: ["bytes=9-3", "bytes=0-1,4-5", "lines=0-1", "bytes=a-b", "bytes=", "bytes=-", "bytes", "bytes=1"])
  func `comes whole where what is asked for is no range`(field: String) {
    #expect(ByteRange(field, of: 100) == .whole)
  }

  @Test(.tags(.sp180)) func `comes whole to who has a part of another one`() async throws {
    try await world { world async throws in
      let tag = "\"\(Self.id)\""
      for (known, status) in [
        (tag, 206), ("\"other\"", 200), ("W/\(tag)", 200), ("Sat, 17 Aug 2024 11:40:00 GMT", 200),
      ] {
        let reply = try await world.ask("GET \(Self.path)", ["Range: bytes=1-2", "If-Range: \(known)"])
        #expect(reply.status == status, "\(known)")
      }
    }
  }

  @Test(.tags(.sp180)) func `is only read, and is none where it is not shown`() async throws {
    try await world { world async throws in
      let posted = try await world.ask("POST \(Self.path)")
      #expect(posted.status == 405 && posted.headers["allow"] == "GET, HEAD")
      let other = FilmFiles.address(of: String(repeating: "0", count: 64))
      #expect(try await world.ask("GET \(other)").code == "film-unknown")
      #expect(try await world.ask("GET \(Self.path)?x=1").status == 422)
      for path in ["\(Self.path)0", FilmFiles.address(of: "../../secret"), FilmFiles.address(of: Self.id.uppercased())]
      {
        #expect(try await world.ask("GET \(path)").code == "not-found", "\(path)")
      }
    }
    try await ResponderWorld.with { world async throws in
      #expect(try await world.ask("GET \(Self.path)").code == "not-found")
    }
  }
}
