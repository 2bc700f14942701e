internal import FieldhouseKit
internal import FieldhouseMachine
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A backup of the first form", .storageWorld)
struct FirstFormTests {
  /// As the first version wrote it: databases, and nothing beside them.
  private func firstForm(_ club: ClubFolder) throws -> String {
    let entries = try ClubFolder.spaces.map { space -> (String, [UInt8]) in
      let bytes = Array(try Data(contentsOf: URL(filePath: "\(club.path)/\(space.id).sqlite")))
      let text = #"{"bytes":\#(bytes.count),"namespace":"\#(space.id)","sha256":"\#(SHA256.hex(of: bytes))"}"#
      return (text, bytes)
    }
    let list = entries.map(\.0).joined(separator: ",")
    let manifest = #"{"createdAt":"2026-01-02T03:04:05Z","engine":"sqlite","entries":[\#(list)]}"#
    let file = club.path + "-first"
    let bytes = RawBackup.framed("fieldhouse-backup 1", manifest, entries.map(\.1), hasEnd: false)
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  @Test(arguments: EngineKind.available)
  func `can still be restored, and leaves files and secret as they are`(on kind: EngineKind) async throws {
    let before = try ClubFolder(.sqlite)
    try await before.fill("old")
    let file = try firstForm(before)
    #expect(try StorageBackup(path: file).manifest().format == 1)
    #expect(try await StorageBackup(path: file).verify(in: before.path).namespaces.map(\.id) == ["club", "games"])
    try await StorageWorld.another { world in
      let club = try ClubFolder(kind, world)
      try await club.fill("now")
      let report = try await club.restore(file)
      #expect(report.manifest?.format == 1)
      #expect(!report.hasSecret)
      let contents = try await club.contents()
      #expect(contents.filter { $0.hasSuffix("old-club") }.count == 3)
      #expect(contents.contains("media/now0: now in media") && contents.contains("secret: the secret of now"))
    }
  }

  @Test func `is refused with a byte flipped or cut, too`() async throws {
    let before = try ClubFolder(.sqlite)
    try await before.fill("old")
    let file = try firstForm(before)
    let good = Array(try Data(contentsOf: URL(filePath: file)))
    var copies = [Array(good.dropLast()), good + [0]]
    for position in stride(from: 0, to: good.count, by: max(1, good.count / 60)) {
      var copy = good
      copy[position] ^= 4
      copies.append(copy)
    }
    try await StorageWorld.another { world in
      let club = try ClubFolder(.sqlite, world)
      for copy in copies {
        try Data(copy).write(to: URL(filePath: file))
        await expectStorageError(.backup) { try await club.restore(file) }
      }
      #expect(!club.exists("club.sqlite"))
    }
  }
}
