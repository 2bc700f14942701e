import FieldhouseKit
import Foundation

// Trophies with a proof that others verify.
extension FitnessChallenges {
  func proofRoutes(_ routes: inout Routes) {
    routes.post(
      "/challenges/{challenge}/proof", "A signed proof that I have passed, which others verify without this host",
      access: .permission("take-part", in: "challenge"), problems: [.challengeUnknown, .participantUnknown, .notPassed]
    ) { (input: ChallengeName, call, transaction) in
      let challenge = try await ChallengeStore.challenge(input.challenge, in: transaction)
      let account = try call.account
      let part = try await ParticipantStore.participant(account.id, in: challenge.id, transaction)
      let ending = try await ChallengeStore.ending(of: challenge, in: transaction)
      guard part.outcome(ending, at: call.now) == .passed else { throw Problem.notPassed }
      let period = challenge.period(from: part.start)
      let proof = TrophyProof(
        name: account.name, challenge: challenge.id, title: challenge.title, difficulty: challenge.difficulty,
        from: CivilDay.text(period.start), to: CivilDay.text(period.end), points: part.score.units,
        iat: Int(call.now.timeIntervalSince1970.rounded(.down)))
      let key = try await ProofKey.key(at: call.now, in: transaction)
      return ProofOutput(proof: try proof.signed(by: key))
    }
    routes.get(
      "/proof-keys", "The public key of the host's proofs (RFC 7517, RFC 8037); none before the first proof",
      access: .everyone
    ) { (_: NoInput, _) in
      let key = try await host.storage.read { try await ProofKey.find(in: $0) }
      return ProofKeys(
        keys: key.map { [ProofKeys.Key(kid: $0.id, x: Base64URL.text($0.signer.publicKey))] } ?? [])
    }
  }
}

/// A proof in the compact form of a JSON Web Signature.
struct ProofOutput: RouteOutput, Decodable {
  var proof: String
}

/// The keys with which proofs are verified.
struct ProofKeys: RouteOutput, Decodable {
  struct Key: RouteOutput, Decodable {
    var kty = "OKP"
    var crv = "Ed25519"
    var use = "sig"
    var kid: String
    /// The public key, Base64 for addresses.
    var x: String
  }

  var keys: [Key]
}
