import FieldhouseKit
import Foundation
import Testing

@Suite struct `The texts of a plugin's pages` {
  @Test func `are told to everyone, in the caller's language and else in English`() async throws {
    let installation = try Installation()
    try await WalkPlugins.install(into: installation)
    try await RunningHost.run(installation, clock: "2024-08-17T11:40:00Z") { host in
      func texts(_ area: String, _ language: String) async throws -> JSON? {
        try await host.call("GET", "/v1/app/texts/\(area)", headers: ["Accept-Language": language])["texts"]
      }
      #expect(try await texts("soccer-predictions", "en")?["title"] == "Soccer predictions")
      let arabic = try await texts("soccer-predictions", "ar")
      #expect(arabic?["title"]?.string?.isEmpty == false && arabic?["title"] != "Soccer predictions")
      #expect(try await texts("walks", "ar") == ["map": "To draw the club's week", "echo": "An echo"])
      let some = try await texts("soccer-predictions?keys=title,state.,nothing", "en")
      #expect(some?["title"] == "Soccer predictions" && some?["state.played"] == "Full time")
      #expect(some?.object?.keys.allSatisfy { $0 == "title" || $0.hasPrefix("state.") } == true)
      #expect(try await host.get("/v1/app/texts/nobody").code == "area-unknown")
    }
  }
}
