import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `The proof of a trophy` {
  @Test(.tags(.fc12), arguments: TestHost.Engine.available)
  func `is for who has passed, and signed with the key that everybody may read`(on engine: TestHost.Engine) async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob, cy) = (
        try await world.coach("Ann"), try await world.athlete("Bob"), try await world.athlete("Cy")
      )
      let id = try await world.made(by: coach)
      try await world.join(id, as: bob)
      let (path, keys) = ("\(FitnessWorld.path(id))/proof", "\(FitnessWorld.area)/proof-keys")
      #expect(try await host.get(keys)["keys"]?.array?.isEmpty == true)
      #expect(try await host.post(path, as: bob).problem == "409 not-passed")
      #expect(try await host.post(path, as: cy).problem == "404 not-found")
      try await world.log(21, id, as: bob)
      let reply = try await host.post(path, as: bob)
      #expect(reply.status == 201, "\(reply.text)")
      let parts = try #require(reply["proof"]?.string).split(separator: ".").map(String.init)
      #expect(parts.count == 3)
      let (header, body) = (
        try JSON(parsing: Base64URL.bytes(parts[0])), try JSON(parsing: Base64URL.bytes(parts[1]))
      )
      let key = try #require(try await host.get(keys)["keys"]?[0])
      #expect(header["alg"] == "EdDSA" && header["kid"] == key["kid"] && key["crv"] == "Ed25519" && key["d"] == nil)
      #expect(body["name"] == "Bob" && body["title"] == "Run twenty" && body["points"] == 21)
      #expect(body["from"] == "2025-08-15" && body["to"] == "2025-08-24" && body["iat"] == 1_755_259_200)
      let secret: String = try await host.services.storage.read {
        try await $0.query("select secret from proof_keys")[0]["secret"]
      }
      let signer = try #require(Ed25519(seed: Base64URL.bytes(secret)))
      #expect(Base64URL.text(signer.publicKey) == key["x"]?.string)
      #expect(signer.signature(of: Array("\(parts[0]).\(parts[1])".utf8)) == Base64URL.bytes(parts[2]))
      let again = try await host.post(path, as: bob)["proof"]?.string?.split(separator: ".").map(String.init)
      #expect(again == parts, "the key stays")
    }
  }
}
