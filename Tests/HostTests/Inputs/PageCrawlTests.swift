import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Every page and file` {
  private static let fields = [
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  ]

  /// The addresses of all files of the web app and of the plugin's pages, and of what people open.
  private static func addresses() throws -> [String] {
    let folders = [("Core/Web", "/"), ("Plugins/SoccerPredictions/web", "/plugins/soccer-predictions/")]
    let files = try folders.flatMap { folder, prefix in
      let root = "\(Repository.root)/\(folder)"
      return try FileManager.default.subpathsOfDirectory(atPath: root).filter { name in
        let isFolder = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(name)")) != nil
        return !isFolder && !name.split(separator: "/").contains { $0.hasPrefix(".") }
      }.map { prefix + $0 }
    }
    return files + ["/", "/console", "/console/", "/problems", "/leagues", "/sign-in/club?code=1&state=2"]
  }

  @Test(arguments: [nil, "https://play.club.example"] as [String?])
  func `protects who reads it, and is spared when it is known`(publicURL: String?) async throws {
    let options = publicURL.map { ["--public-url", $0] } ?? []
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z", options: options) { host in
      let addresses = try Self.addresses()
      for address in addresses {
        let page = try await host.call("GET", address, headers: ["Accept": "text/html,*/*"])
        let tag = try #require(page.headers["etag"], "\(address)")
        let known = try await host.call(
          "GET", address, headers: ["Accept": "text/html,*/*", "If-None-Match": "\"other\", W/\(tag)"])
        #expect(page.status == 200 && known.status == 304 && known.body.isEmpty, "\(address)")
        for reply in [page, known] {
          for (field, value) in Self.fields { #expect(reply.headers[field] == value, "\(address): \(field)") }
          let policy = reply.headers["content-security-policy"] ?? ""
          #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "\(address)")
          #expect(reply.headers["strict-transport-security"] == (publicURL == nil ? nil : "max-age=31536000"))
        }
      }
      #expect(addresses.count >= 30)
      print("security: header fields of \(addresses.count) pages and files")
    }
  }
}
