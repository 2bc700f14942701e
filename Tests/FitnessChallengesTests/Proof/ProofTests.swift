import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `Signatures of trophies` {
  private static func bytes(_ text: String) -> [UInt8] {
    stride(from: 0, to: text.count, by: 2).compactMap { UInt8(text.dropFirst($0).prefix(2), radix: 16) }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Seed, message, public key and signature of RFC 8032, section 7.1.
  private static let vectors = [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
    (
      "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "af82",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    ),
  ]

  @Test func `are those of the standard's examples`() throws {
    for (seed, message, key, signature) in Self.vectors {
      let signer = try #require(Ed25519(seed: Self.bytes(seed)))
      #expect(Self.text(signer.publicKey) == key)
      let made = try #require(signer.signature(of: Self.bytes(message)))
      #expect(Self.text(made) == signature)
      #expect(Ed25519.verifies(made, of: Self.bytes(message), by: signer.publicKey))
      #expect(!Ed25519.verifies(made, of: Self.bytes(message) + [0], by: signer.publicKey))
    }
  }

  @Test func `are by keys of 32 bytes alone, and each that is made is another one`() throws {
    for count in [0, 31, 33, 64] { #expect(Ed25519(seed: [UInt8](repeating: 7, count: count)) == nil) }
    let (one, other) = (try #require(Ed25519.made()), try #require(Ed25519.made()))
    #expect(one.secret != other.secret && one.publicKey != other.publicKey)
    #expect(Ed25519(seed: one.secret)?.publicKey == one.publicKey)
    let signature = try #require(one.signature(of: [1, 2, 3]))
    #expect(Ed25519.verifies(signature, of: [1, 2, 3], by: one.publicKey))
    #expect(!Ed25519.verifies(signature, of: [1, 2, 3], by: other.publicKey))
    #expect(!Ed25519.verifies(signature, of: [1, 2, 3], by: []))
  }

  @Test func `are written for addresses and read again`() {
    for length in 0..<40 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 97 + 251) }
      let text = Base64URL.text(bytes)
      #expect(Base64URL.bytes(text) == bytes && !text.contains { "+/=".contains($0) })
    }
  }
}
