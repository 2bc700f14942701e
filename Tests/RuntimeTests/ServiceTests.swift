import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseRuntime

@Suite struct `Calls to the outside` {
  private static let addresses = ["http://127.0.0.1:9/", "http://localhost:9/", "http://[::1]:9/"]
  private let http = CurlHTTP(origins: Set(addresses.compactMap { HTTPOrigin($0) }), pool: OutgoingPool(width: 1))

  @Test(arguments: addresses)
  func `never reach a private address, even of a granted host`(url: String) async throws {
    let error = try await #require(throws: OutgoingError.self) {
      try await http.send(OutgoingRequest(url: url, timeoutSeconds: 5))
    }
    #expect(error.code == "http-address-forbidden")
  }

  @Test func `end after 1 to 60 seconds, whatever a plugin says`() async throws {
    let server = try SilentServer()
    let http = CurlHTTP(origins: nil, allowsPrivate: true, pool: OutgoingPool(width: 1))
    let error = try await #require(throws: OutgoingError.self) {
      try await http.send(OutgoingRequest(url: server.address, timeoutSeconds: 0))
    }
    #expect(error.code == "http-timeout" && error.message == "No answer within 1 s.")
    func limit(_ seconds: Int) -> Int {
      CurlTransfer(OutgoingRequest(url: server.address, timeoutSeconds: seconds), allowsPrivate: true).timeoutSeconds
    }
    #expect([-1, 0, 1, 2, 60, 61, 3_600].map(limit) == [1, 1, 1, 2, 60, 60, 60])
  }

  @Test func `reach only what is granted, over http and https`() async throws {
    for (url, code, message) in [
      ("https://example.org/", "http-host-not-granted", "HTTP to 'example.org' is not granted; add it to grants.http."),
      (
        "http://localhost:8/", "http-host-not-granted",
        "HTTP to 'http://localhost:8' is not granted; add it to grants.http."
      ),
      ("https://localhost:9/", "http-host-not-granted", "HTTP to 'localhost:9' is not granted; add it to grants.http."),
      ("http://[::1]/", "http-host-not-granted", "HTTP to 'http://[::1]' is not granted; add it to grants.http."),
      ("file:///etc/passwd", "http-url", nil), ("https://user@localhost/", "http-url", nil),
      ("https:///x", "http-url", nil),
    ] {
      let error = try await #require(throws: OutgoingError.self) { try await http.send(OutgoingRequest(url: url)) }
      #expect(error.code == code)
      if let message { #expect(error.message == message) }
    }
  }

  @Test func `are granted with scheme, host and port, each exact`() throws {
    let addresses = [
      "api.example.org": "https://API.example.org/x?y", "api.example.org:8443": "https://api.example.org:8443",
      "http://api.example.org": "http://api.example.org:80/",
      "http://api.example.org:8080": "http://api.example.org:8080/x",
      "example.org": "https://example.org:443",
    ]
    for (grant, own) in addresses {
      let origin = try #require(HTTPOrigin(grant: grant))
      #expect(origin.description == grant)
      for (other, address) in addresses {
        #expect((HTTPOrigin(address) == origin) == (other == grant), "\(grant) \(own)")
      }
    }
    for address in ["", "https://", "ftp://example.org", "https://me@example.org", "https://me:it@example.org", "x"] {
      #expect(HTTPOrigin(address) == nil, "\(address)")
    }
  }
}
