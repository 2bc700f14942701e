import FieldhouseKit
import Foundation

// The picture that stands above a challenge.
extension FitnessChallenges {
  func coverRoutes(_ routes: inout Routes) {
    routes.add(coverRoute)
    routes.delete(
      "/challenges/{challenge}/cover", "Remove the picture above a challenge",
      access: .permission("lead-challenge", in: "challenge"), problems: [.challengeUnknown]
    ) { (input: ChallengeName, _, transaction) in
      for file in try await setCover(nil, of: input.challenge, in: transaction) { try await host.media.remove(file) }
      return NoContent()
    }
  }

  private var coverRoute: Route {
    pictureRoute(
      "/challenges/{challenge}/cover", "Put a picture above a challenge, instead of the one before",
      access: .permission("lead-challenge", in: "challenge"), input: ChallengeName.schema, problems: [.challengeUnknown]
    ) { file, request, _, transaction in
      try await setCover(file, of: request.parameters["challenge"] ?? "", in: transaction)
    }
  }

  /// - Returns: the picture before, where nothing names it any longer.
  private func setCover(
    _ file: String?, of id: String, in transaction: any Transaction
  ) async throws -> [String] {
    let challenge = try await ChallengeStore.challenge(id, in: transaction)
    try await transaction.execute("update challenges set cover = \(file) where id = \(id)")
    try await PeopleStore.publish(id, in: transaction)
    return try await PictureNames.unnamed(challenge.cover.map { [$0] } ?? [], in: transaction)
  }
}
