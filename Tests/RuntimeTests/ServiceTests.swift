import FieldhouseKit
import FieldhouseRuntime
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Texts` {
  private let texts = TextTables(["en": ["hello": "Hello {name}", "only": "English"], "ar": ["hello": "مرحبا {name}"]])

  @Test(.tags(.pl55, .pl57)) func `come in the language asked for, else in English, else as their key`() {
    #expect(texts.text("hello", language: "ar", arguments: ["name": "Omar"]) == "مرحبا Omar")
    #expect(texts.text("only", language: "ar", arguments: [:]) == "English")
    #expect(texts.text("missing", language: "ar", arguments: [:]) == "missing")
    #expect(texts.languages == ["en", "ar"])
  }
}

@Suite struct `Calls to the outside` {
  private let http = CurlHTTP(hosts: ["localhost", "127.0.0.1", "::1", "[::1]"], pool: OutgoingPool(width: 1))

  @Test(arguments: ["http://127.0.0.1:9/", "http://localhost:9/", "http://[::1]:9/"])
  func `never reach a private address, even of a granted host`(url: String) async throws {
    let error = try await #require(throws: OutgoingError.self) {
      try await http.send(OutgoingRequest(url: url, timeoutSeconds: 5))
    }
    #expect(error.code == "http-address-forbidden")
  }

  @Test func `reach only granted hosts, over http and https`() async throws {
    for (url, code) in [
      ("https://example.org/", "http-host-not-granted"), ("file:///etc/passwd", "http-url"),
      ("https://user@localhost/", "http-url"),
    ] {
      let error = try await #require(throws: OutgoingError.self) { try await http.send(OutgoingRequest(url: url)) }
      #expect(error.code == code)
    }
  }
}
