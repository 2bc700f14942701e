import FieldhouseKit
import Foundation
import Testing

@Suite struct `The address of a page as a picture` {
  @Test func `is drawn for phones to read, for pages of this host alone`() async throws {
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      func drawn(_ path: String) async throws -> Reply {
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await host.get("/v1/app/qr/\(escaped)")
      }
      func text(_ reply: Reply) -> String { String(decoding: reply.body, as: UTF8.self) }
      let one = try await drawn("/folf-scoring/join/ABC")
      #expect(one.status == 200 && one.headers["content-type"] == "image/svg+xml")
      #expect(text(one).hasPrefix("<svg ") && text(one).contains("shape-rendering"))
      #expect(try await drawn("/folf-scoring/join/ABC").body == one.body)
      #expect(try await drawn("/folf-scoring/join/ABD").body != one.body)
      let others = ["https://example.org/", "//example.org/", "/", "folf-scoring", "/a b", "/a?b=c", "/é"]
      for other in others + ["/" + String(repeating: "a", count: 200)] {
        #expect(try await drawn(other).status == 422, "\(other)")
      }
    }
  }
}
