import FieldhouseKit
import Foundation

/// What a proof says: that somebody has passed a challenge. It is signed as a JSON Web Signature in its compact form (RFC 7515) by
/// Ed25519 (RFC 8037), so that whoever has the host's public key verifies it with a tool of their own, without the host.
struct TrophyProof: Codable, Hashable, Sendable {
  /// Who says so: always `fieldhouse/fitness-challenges`.
  var iss = Self.issuer
  /// Who has passed, by the name shown at that time.
  var name: String
  /// The challenge by its id and its title.
  var challenge: String
  var title: String
  /// 1 to 10, 10 being the hardest.
  var difficulty: Int
  /// The first and the last day, such as `2025-08-15`.
  var from: String
  var to: String
  var points: Double
  /// When it was signed, in seconds since 1970.
  var iat: Int

  static let issuer = "fieldhouse/fitness-challenges"

  /// The compact form.
  /// - Throws: ``Problem`` 500 `proof-unsigned` when the key does not sign.
  func signed(by key: ProofKey) throws -> String {
    let header = #"{"alg":"EdDSA","kid":"\#(key.id)","typ":"JWT"}"#
    let body = try JSONText.encode(self)
    let signed = Base64URL.text(Array(header.utf8)) + "." + Base64URL.text(Array(body.utf8))
    guard let signature = key.signer.signature(of: Array(signed.utf8)) else { throw Problem.proofUnsigned }
    return signed + "." + Base64URL.text(signature)
  }
}

/// The key with which this host signs proofs.
struct ProofKey: Sendable {
  let id: String
  let signer: Ed25519

  /// The host's key; nil before the first proof.
  /// - Throws: ``Problem`` 500 `proof-unsigned` when what is kept is no key.
  static func find(in transaction: any ReadTransaction) async throws -> ProofKey? {
    try await transaction.first("select id, secret from proof_keys order by made_at, id limit 1").map {
      let secret: String = try $0["secret"]
      guard let signer = Ed25519(seed: Base64URL.bytes(secret)) else { throw Problem.proofUnsigned }
      return ProofKey(id: try $0["id"], signer: signer)
    }
  }

  /// The host's key, made when there is none.
  static func key(at now: Date, in transaction: any Transaction) async throws -> ProofKey {
    if let known = try await find(in: transaction) { return known }
    guard let signer = Ed25519.made() else { throw Problem.proofUnsigned }
    let id = Base64URL.text(Array(SHA256.hash(signer.publicKey).prefix(12)))
    try await transaction.execute(
      "insert into proof_keys (id, secret, made_at) values (\(id), \(Base64URL.text(signer.secret)), \(now))")
    return ProofKey(id: id, signer: signer)
  }
}

/// Base64 for addresses, without padding (RFC 4648, section 5).
enum Base64URL {
  static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The bytes of a text; none where it is something else.
  static func bytes(_ text: String) -> [UInt8] {
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
    return Data(base64Encoded: plain + padding).map(Array.init) ?? []
  }
}
