import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// The files that somebody leaves on a host: a profile picture, and what a plugin keeps, in two forms; and those of the same
/// content that others keep.
struct CanaryFiles {
  /// The addresses of the profile picture and of the plugin's files.
  let own: [String]
  /// The addresses of what others keep.
  let others: [String]

  /// Leaves them.
  static func leave(
    _ words: String, _ canary: Person, beside other: Person, on host: RunningHost
  ) async throws -> CanaryFiles {
    let picture = SamplePicture.png(width: 40, height: 30, comment: words)
    #expect(try await host.upload(picture, "image/png", as: canary) == 204)
    let address = try #require(try await host.get("/v1/people/\(canary.id)", as: other)["picture"]?.string)
    let drawn = try await draw(words, as: canary, in: "diary", on: host)
    #expect(Set(drawn).count == 2)
    // One who drew the same in the same diary, and one who did in another diary.
    let shared = try await draw("a house with a tree and a sun", as: other, in: "diary", on: host)
    #expect(try await draw("a house with a tree and a sun", as: canary, in: "diary", on: host) == shared)
    let elsewhere = try await draw("a boat", as: other, in: "gossip", on: host)
    #expect(try await draw("a boat", as: canary, in: "diary", on: host) == elsewhere)
    return CanaryFiles(own: [address] + drawn, others: shared + elsewhere)
  }

  private static func draw(
    _ text: String, as person: Person, in plugin: String, on host: RunningHost
  ) async throws -> [String] {
    let reply = try await host.call("POST", "/v1/\(plugin)/drawings", as: person.token, body: ["text": .string(text)])
    try #require(reply.status == 201, "\(reply.json) \(host.log)")
    return reply.items.compactMap { $0["text"]?.string }.map { "/v1/media/\($0)" }
  }

  /// Expects the own files to be there or gone, also from the disk and for whoever has them in a cache, and those of others
  /// to be there.
  func expect(isThere: Bool, on host: RunningHost, in place: DiaryHost.Place) async throws {
    for address in own {
      let cached = ["If-None-Match": "\"\(address.split(separator: "/").last ?? "")\""]
      for headers in [[:], cached] {
        let reply = try await host.call("GET", address, headers: headers)
        let expected = isThere ? headers.isEmpty ? 200 : 304 : 404
        #expect(reply.status == expected, "\(address) \(headers)")
        #expect(!isThere || reply.headers["cache-control"] == "private, no-cache")
      }
    }
    for address in others {
      let reply = try await host.get(address)
      #expect(reply.status == 200, "\(address)")
    }
    let files = try Self.files(in: place.installation.data)
    #expect(files.count { $0.hasPrefix("pictures/") } == (isThere ? 1 : 0), "\(files)")
    #expect(files.count { $0.hasPrefix("media/diary/") } == (isThere ? 5 : 2), "\(files)")
    #expect(files.count { $0.hasPrefix("media/gossip/") } == 1, "\(files)")
  }

  /// The files that people gave, whole or under way, without the notes of their types.
  private static func files(in data: String) throws -> [String] {
    try ["pictures", "media/diary", "media/gossip"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: "\(data)/\(folder)").filter { !$0.hasSuffix(".type") }.map {
        "\(folder)/\($0)"
      }
    }
  }
}
