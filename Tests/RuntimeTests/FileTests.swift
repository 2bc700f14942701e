import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseRuntime

@Suite struct `Stored files` {
  /// A digest that tells these tests' files apart.
  private static let digest: @Sendable ([UInt8]) -> String = { bytes in
    let text = String(bytes.reduce(UInt64(bytes.count)) { $0 &* 31 &+ UInt64($1) }, radix: 16)
    return String(repeating: "0", count: 64 - text.count) + text
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let pdf = Array("%PDF-1.7".utf8)

  private func run(maximumBytes: Int = 100, _ body: (MediaFolder, URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "media-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let media = try MediaFolder(folder: folder.path, maximumBytes: maximumBytes, digest: Self.digest)
    try await body(media, folder)
  }

  @Test func `are found by their content, which names them`() async throws {
    try await run { media, _ async throws in
      let stored = try await media.store(Self.png + [1, 2, 3], contentType: "image/png")
      #expect(stored.id == Self.digest(Self.png + [1, 2, 3]))
      #expect(try await media.file(stored.id) == stored)
      #expect(try await media.store(Self.png + [1, 2, 3], contentType: "image/png") == stored)
      let other = try await media.store(Self.pdf, contentType: "application/pdf")
      #expect(other.id != stored.id)
      #expect(try await media.file(other.id)?.contentType == "application/pdf")
    }
  }

  @Test func `leave nothing but themselves in the folder`() async throws {
    try await run { media, folder async throws in
      let id = try await media.store(Self.png, contentType: "image/png").id
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [id, id + ".type"])
      try await media.remove(id)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
      #expect(try await media.file(id) == nil)
      try await media.remove(id)
    }
  }

  @Test func `are kept again after the folder was removed, for its owner alone`() async throws {
    try await run { media, folder async throws in
      let lost = try await media.store(Self.png, contentType: "image/png").id
      try FileManager.default.removeItem(at: folder)
      #expect(try await media.file(lost) == nil)
      try await media.remove(lost)
      let kept = try await media.store(Self.pdf, contentType: "application/pdf")
      #expect(try await media.file(kept.id) == kept)
      let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? NSNumber
      #expect(mode == 0o700)
    }
  }

  @Test(arguments: [(100, nil), (101, "413 media-too-large")] as [(Int, String?)])
  func `have at most the size that the host allows`(count: Int, problem: String?) async throws {
    try await run { media, _ in
      do {
        let rest = [UInt8](repeating: 0, count: count - Self.png.count)
        _ = try await media.store(Self.png + rest, contentType: "image/png")
        #expect(problem == nil)
      } catch let found as Problem {
        #expect("\(found.status) \(found.code)" == problem)
      }
    }
  }

  @Test func `begin like files of their type`() async throws {
    let files = [
      "image/png": Self.png, "image/jpeg": [0xFF, 0xD8, 0xFF, 0xE0], "application/pdf": Self.pdf,
      "image/webp": Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8 ".utf8),
    ]
    #expect(Set(files.keys) == MediaFolder.types)
    try await run { media, folder async throws in
      for (type, own) in files {
        for (other, bytes) in files {
          let isTaken = (try? await media.store(bytes, contentType: type)) != nil
          #expect(isTaken == (type == other), "\(type) \(other)")
        }
        for bytes in [[], Array(own.dropLast(own.count - 2)), [UInt8](repeating: 7, count: 60)] {
          let problem = await #expect(throws: Problem.self) { try await media.store(bytes, contentType: type) }
          #expect(problem?.status == 415 && problem?.code == "media-content")
        }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2 * files.count)
    }
  }

  @Test(arguments: ["text/html", "image/svg+xml", "application/javascript", "", "IMAGE/PNG", "image/png; charset=x"])
  func `are of types that a browser does not run`(type: String) async throws {
    try await run { media, folder async throws in
      let problem = await #expect(throws: Problem.self) { try await media.store([1], contentType: type) }
      #expect(problem?.status == 415)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test(
    arguments: [
      "", "x", "../secret", "/etc/passwd", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
      "../" + String(repeating: "a", count: 61), String(repeating: "g", count: 64),
      String(repeating: "0", count: 59) + ".type",
    ])
  func `are found under no name that is no digest`(id: String) async throws {
    try await run { media, folder async throws in
      try Data("secret".utf8).write(to: folder.deletingLastPathComponent().appending(path: "secret"))
      #expect(try await media.file(id) == nil)
      try await media.remove(id)
    }
  }
}

@Suite struct `An address that plugins may reach` {
  private func v4(_ text: String) throws -> UInt32 {
    let parts = text.split(separator: ".").compactMap { UInt32($0) }
    try #require(parts.count == 4)
    return parts.reduce(0) { $0 << 8 | $1 }
  }

  private func v6(_ text: String) throws -> [UInt8] {
    var address = in6_addr()
    try #require(inet_pton(AF_INET6, text, &address) == 1)
    return withUnsafeBytes(of: address) { Array($0) }
  }

  @Test(
    arguments: [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
      "128.0.0.0", "169.253.255.255",
      "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.167.255.255",
      "192.169.0.0", "198.17.255.255",
      "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
    ])
  func `is on the public internet`(text: String) throws { #expect(AddressPolicy.isPublic(v4: try v4(text))) }

  @Test(
    arguments: [
      "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
      "127.255.255.255", "169.254.0.0",
      "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.0",
      "192.168.255.255", "198.18.0.0",
      "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    ])
  func `is not private, local, shared, reserved, for documents or for many`(text: String) throws {
    #expect(!AddressPolicy.isPublic(v4: try v4(text)))
  }

  @Test(arguments: ["2606:4700::1111", "2001:4860:4860::8888", "2a00:1450:4001::1", "2003::1", "3fff:ffff::1"])
  func `is global unicast`(text: String) throws { #expect(AddressPolicy.isPublic(v6: try v6(text))) }

  @Test(
    arguments: [
      "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1",
      "2001:0:1::1", "2001:db8::1",
      "2002:7f00:1::", "2002:c0a8:101::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "4000::1",
      "::ffff:0:127.0.0.1",
    ])
  func `is not local, mapped, translated, tunnelled, for documents or for many`(text: String) throws {
    #expect(!AddressPolicy.isPublic(v6: try v6(text)))
  }

  @Test func `is judged as it is dialled`() throws {
    var local = sockaddr_in()
    local.sin_family = sa_family_t(AF_INET)
    local.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var far = local
    far.sin_addr.s_addr = UInt32(0x0808_0808).bigEndian
    var unix = sockaddr()
    unix.sa_family = sa_family_t(AF_UNIX)
    let verdicts = [local, far].map { address in
      var address = address
      return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { AddressPolicy.isPublic($0) }
      }
    }
    #expect(verdicts == [false, true])
    #expect(!withUnsafePointer(to: &unix) { AddressPolicy.isPublic($0) })
  }
}

@Suite struct `Places for a few` {
  @Test func `are taken, given back, and never more than there are`() async {
    let places = PlaceCounter(places: 3)
    #expect([places.enter(), places.enter(), places.enter(), places.enter()] == [true, true, true, false])
    places.leave()
    #expect([places.enter(), places.enter()] == [true, false])
  }

  @Test func `are counted right by many at once`() async {
    let places = PlaceCounter(places: 50)
    let inside = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<500 { group.addTask { places.enter() } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(inside == 50)
  }
}
