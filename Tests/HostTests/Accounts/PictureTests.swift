import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Profile pictures` {
  @Test(.tags(.pl30, .pl86, .sp38)) func `are made small, lose their metadata, and are shown to others`() async throws {
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      let (person, other) = (try await host.signIn("+4915112340001"), try await host.signIn("+4915112340002"))
      let png = SamplePicture.png(width: 1500, height: 900, comment: "CANARY-WHERE-IT-WAS-TAKEN")
      #expect(try await host.upload(png, "image/png", as: person) == 204)
      let address = try #require(try await host.get("/v1/people/\(person.id)", as: other)["picture"]?.string)
      let kept = try await host.get(address)
      #expect(kept.status == 200)
      #expect(kept.headers["content-type"] == "image/jpeg")
      #expect(kept.headers["cache-control"] == "private, no-cache")
      #expect(kept.headers["content-security-policy"] == "default-src 'none'; sandbox")
      #expect(SamplePicture.size(ofJPEG: kept.body).map { [$0.width, $0.height] } == [512, 307])
      #expect(kept.body.count * 2 < 512 * 307 && kept.body.count * 10 < png.count)
      #expect(!String(decoding: kept.body, as: UTF8.self).contains("CANARY"))
      try await host.call("PATCH", "/v1/me", as: person.token, body: ["visibility": ["picture": "nobody"]])
      #expect(try await host.get("/v1/people/\(person.id)", as: other)["picture"]?.string == "/images/logo.svg")
      #expect(try await host.get(address, as: other).code == "picture-unknown")
      #expect(try await host.get(address, as: person).status == 200)
    }
  }

  @Test(.tags(.pl86, .pl23)) func `go from the disk when they are replaced, reset, removed or their owner leaves`()
    async throws
  {
    let installation = try Installation()
    try await RunningHost.run(installation, clock: "2024-08-17T11:40:00Z") { host in
      let (person, twin) = (
        try await host.signIn("+4915112340001"), try await host.signIn("+4915112340002")
      )
      func files() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(installation.data)/pictures"))?
          .filter { !$0.hasSuffix(".type") }.count ?? -1
      }
      let pictures = (0..<3).map { SamplePicture.png(width: 30 + $0, height: 20, comment: "") }
      #expect(try await host.upload(pictures[0], "image/png", as: person) == 204)
      #expect(try await host.upload(pictures[0], "image/png", as: twin) == 204)
      #expect(files() == 1)
      #expect(try await host.upload(pictures[1], "image/png", as: person) == 204)
      #expect(files() == 2)
      #expect(try await host.call("DELETE", "/v1/me/picture", as: twin.token).status == 204)
      #expect(files() == 1)
      #expect(try await host.call("POST", "/v1/me/reset", as: person.token, body: [:]).status == 204)
      #expect(files() == 0)
      #expect(try await host.upload(pictures[2], "image/png", as: person) == 204)
      #expect(try await host.call("DELETE", "/v1/me", as: person.token).status == 204)
      #expect(files() == 1)
      try await host.advance(to: "2024-08-20T11:40:00Z")
      #expect(files() == 0)
    }
  }

  @Test(.tags(.pl86)) func `that are none, damaged, too large or bombs are refused, and the host goes on`() async throws
  {
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      let person = try await host.signIn("+4915112340001")
      let whole = SamplePicture.png(width: 300, height: 300, comment: "")
      let wrong: [([UInt8], Int)] = [
        (Array("<svg onload=alert(1)>".utf8), 415), ([], 415),
        ([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 1000), 415),
        (SamplePicture.header(width: 100_000, height: 100_000), 413),
        ([0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 0, count: 11 << 20), 413),
      ]
      for (number, (bytes, status)) in wrong.enumerated() {
        #expect(try await host.upload(bytes, "image/png", as: person) == status, "picture \(number)")
      }
      #expect(try await host.upload(whole, "image/jpeg", as: person) == 204)
      #expect(try await host.get("/v1/media/" + String(repeating: "0", count: 64)).code == "media-unknown")
      let outside = try await host.get("/v1/media/..%2Fsecret.key")
      #expect(outside.status == 422)
      #expect(outside["errors"]?.array?.map { $0["pointer"]?.string } == ["/file"])
    }
  }
}

@Suite struct `A picture that is cut off` {
  /// JPEG (whole and progressive), PNG and WebP files of 64 by 48 pixels.
  @Test(.tags(.pl86), arguments: SampleFiles.all.keys.sorted())
  func `is refused with the remedy, and taken once it is whole`(name: String) async throws {
    let file = try #require(SampleFiles.all[name])
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      let person = try await host.signIn("+4915112340001")
      for part in [0.95, 0.7, 0.4] {
        let reply = try await host.put(Array(file.prefix(Int(Double(file.count) * part))), as: person)
        #expect(reply.status == 415, "\(name), \(part) of it")
        #expect(reply.code == "picture-broken")
        #expect(reply["detail"]?.string?.contains("cut off. Please upload it again.") == true)
      }
      #expect(try await host.put(file, as: person).status == 204)
    }
  }
}

extension RunningHost {
  /// Uploads a profile picture.
  func upload(_ bytes: [UInt8], _ type: String, as person: Person) async throws -> Int {
    try await put(bytes, type, as: person).status
  }

  fileprivate func put(_ bytes: [UInt8], _ type: String = "image/jpeg", as person: Person) async throws -> Reply {
    let headers = ["Authorization": "Bearer \(person.token)", "Content-Type": type]
    return try await Exchange(port: port, method: "PUT", path: "/v1/me/picture", headers: headers, body: bytes).run()
  }
}
